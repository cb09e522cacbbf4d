import type { OpenTab } from '../request-tab.ts'
import { type DocumentTab, hasChanges, type OpenedDocument } from './document.ts'
import type { DocumentPorts } from './document-ports.ts'
import type { DocumentKind, DocumentTabs } from './document-tabs.ts'

/** How an attempt to save ended; `asked`: the user has to decide first. */
export type SaveOutcome<Value> =
  | { readonly state: 'saved' | 'notSaved' }
  | { readonly state: 'asked'; readonly theirs: OpenedDocument<Value> }

/** A file that changes again with each attempt is left to the user. */
const silentAttempts = 3

/**
 * Returns what saves the draft of a tab over a version of its file. A change of the file that asks nothing is taken
 * over, and the save is tried again. To be called in the queue.
 */
export function createSaveDocument<Value, Tab extends OpenTab & DocumentTab<Value>>(
  { find, change, takeOver }: DocumentTabs<Value, Tab>,
  kind: DocumentKind<Value, Tab>,
  ports: Pick<DocumentPorts, 'notSaved' | 'describeError'>,
) {
  return async function saveOver(
    tabId: string,
    baseVersion: string | null,
    attempts = silentAttempts,
  ): Promise<SaveOutcome<Value>> {
    const tab = find(tabId)
    if (tab === undefined) return { state: 'notSaved' }
    const { draft } = tab
    try {
      const result = await kind.save(tab, draft, baseVersion)
      if (result.state === 'saved') {
        const { version, change: changed = {} } = result
        change(tabId, one => ({ ...one, ...changed, saved: draft, version }))
        return { state: 'saved' }
      }
      if (result.state === 'changed') {
        const isTakenOver = takeOver(tabId, result.theirs)
        const present = find(tabId)
        if (!isTakenOver || attempts === 0) return { state: 'asked', theirs: result.theirs }
        if (present === undefined || !hasChanges(present)) return { state: 'saved' }
        return await saveOver(tabId, result.theirs.version, attempts - 1)
      }
      ports.notSaved(`${result.sentence} ${result.nextStep}`)
    } catch (error) {
      ports.notSaved(ports.describeError(error))
    }
    return { state: 'notSaved' }
  }
}
