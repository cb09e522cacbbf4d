import type { OpenTab } from '../tabs/request-tab.ts'
import type { DocumentTab, OpenedDocument } from './document.ts'
import type { DocumentParts } from './document-parts.ts'
import { snapshotOf, withReplacedDraft, withReplacementUndone } from './replace-draft.ts'

/**
 * Returns a function that restores a draft and its file to the state when the user was asked which version to
 * keep; the next save asks again.
 */
export function createUndoDecision<Value, Tab extends OpenTab & DocumentTab<Value>>({
  open,
  kind,
  queue,
  noteAsked,
  ...ports
}: DocumentParts<Value, Tab>) {
  /** `written`: the version that the decision wrote over the file; null if it did not write. */
  return function undo(
    before: Tab,
    theirs: OpenedDocument<Value>,
    written: { readonly writtenVersion: string | null } | null,
  ): Promise<void> {
    return queue.run(async () => {
      let askedVersion = theirs.version
      try {
        const saved = written && (await kind.save(before, theirs.value, written.writtenVersion))
        if (saved?.state === 'failed') return ports.notSaved(before.id, `${saved.sentence} ${saved.nextStep}`)
        // A file that has changed since is left alone; the draft is restored anyway.
        if (saved?.state === 'saved') askedVersion = saved.version
      } catch (error) {
        return ports.notSaved(before.id, ports.describeError(error))
      }
      noteAsked(before.id, askedVersion)
      const { saved, version } = before
      open.changeAndShow(before, tab => ({ ...withDraftBefore<Value, Tab>(tab, before), saved, version }))
    })
  }
}

/**
 * Returns a tab with the draft from before the decision; what was typed since then stays, or a redo restores
 * it.
 */
function withDraftBefore<Value, Tab extends DocumentTab<Value>>(tab: Tab, before: Tab): Tab {
  if (tab.draftId === before.draftId) return tab
  if (tab.replacements.done.at(-1)?.before.draftId === before.draftId)
    return withReplacementUndone<Value, Tab>(tab, true) ?? tab
  return { ...withReplacedDraft<Value, Tab>(tab, before.draft, before.draftId), ...snapshotOf<Value>(before) }
}
