import { revealInvisible } from '@parley/model'
import type { SavedFile } from '@parley/server/contract'
import type { OpenTab } from '../tabs/request-tab.ts'
import { type DocumentTab, hasChanges, type OpenedDocument } from './document.ts'
import type { DocumentPorts } from './document-ports.ts'
import type { DocumentKind, DocumentTabs } from './document-tabs.ts'

/** How an attempt to save ended; `asked`: the user has to decide first. */
export type SaveOutcome<Value> =
  | { readonly state: 'saved' | 'notSaved' }
  | { readonly state: 'asked'; readonly theirs: OpenedDocument<Value> }

/** How often a save is retried automatically while its file keeps changing. */
const automaticRetries = 3

function keepsChanging(file: SavedFile | null): string {
  const path = file === null ? 'The file' : revealInvisible(file.path)
  return `${path} changes each time it is saved. Wait until the other program is done, then save again.`
}

/**
 * Returns a function that saves the draft of a tab over a version of its file. A change of the file that
 * needs no decision is taken over, and the save is repeated. Call within the queue.
 */
export function createSaveDocument<Value, Tab extends OpenTab & DocumentTab<Value>>(
  { find, change, takeOver }: DocumentTabs<Value, Tab>,
  kind: DocumentKind<Value, Tab>,
  ports: Pick<DocumentPorts, 'notSaved' | 'saved' | 'describeError'>,
) {
  return async function saveOver(
    tabId: string,
    baseVersion: string | null,
    attempts = automaticRetries,
  ): Promise<SaveOutcome<Value>> {
    const tab = find(tabId)
    if (tab === undefined) return { state: 'notSaved' }
    const { draft } = tab
    const fileId = kind.fileId(tab)
    try {
      const result = await kind.save(tab, draft, baseVersion)
      if (result.state === 'saved') {
        const { version, change: changed = {} } = result
        // A tab whose file was deleted meanwhile stays unsaved.
        change(tabId, one =>
          kind.fileId(one) === fileId ? { ...one, ...changed, saved: draft, version } : one,
        )
        ports.saved(tabId)
        return { state: 'saved' }
      }
      if (result.state === 'changed') {
        const { theirs } = result
        if (!takeOver(tabId, theirs)) return { state: 'asked', theirs }
        const present = find(tabId)
        if (present === undefined || !hasChanges(present)) return { state: 'saved' }
        if (attempts > 0) return await saveOver(tabId, theirs.version, attempts - 1)
        ports.notSaved(tabId, keepsChanging(theirs.file))
      } else ports.notSaved(tabId, `${result.sentence} ${result.nextStep}`)
    } catch (error) {
      ports.notSaved(tabId, ports.describeError(error))
    }
    return { state: 'notSaved' }
  }
}
