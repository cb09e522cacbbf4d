import type { OpenTab } from '../tabs/request-tab.ts'
import type { Decision } from './conflicts.ts'
import type { Difference } from './difference.ts'
import type { DocumentTab, OpenedDocument } from './document.ts'
import type { DocumentParts } from './document-parts.ts'
import { isTaken, withTheirs } from './reconcile.ts'
import { snapshotOf, withReplacedDraft } from './replace-draft.ts'
import { createUndoDecision } from './undo-decision.ts'

/** Returns a tab with the draft that it had before, and its undo history. */
function withDraftOf<Value, Tab extends DocumentTab<Value>>(tab: Tab, before: DocumentTab<Value>): Tab {
  return { ...tab, ...snapshotOf<Value>(before), replacements: before.replacements }
}

/**
 * Returns a function that asks which version to keep if a draft and its file have both changed. It resolves
 * after the decision has been carried out.
 */
export function createAskWhichVersion<Value, Tab extends OpenTab & DocumentTab<Value>>(
  parts: DocumentParts<Value, Tab>,
) {
  const { open, kind, queue, conflicts, saveOver } = parts
  const undo = createUndoDecision(parts)

  function isPending(tabId: string): boolean {
    const tab = open.find(tabId)
    return tab !== undefined && kind.fileId(tab) !== null
  }

  /** Writes the draft to the file, with some fields of the file. */
  async function keep(
    tabId: string,
    theirs: OpenedDocument<Value>,
    fields: readonly Difference<Value>[],
    text: string,
  ): Promise<Decision> {
    const before = open.find(tabId)
    if (before === undefined) return 'unsaved'
    const draft = withTheirs(before.draft, fields)
    if (fields.length > 0) open.change(tabId, tab => withReplacedDraft<Value, Tab>(tab, draft, parts.newId()))
    const saved = await queue.run(() => saveOver(tabId, theirs.version))
    if (saved.state !== 'saved')
      open.change(tabId, tab => (tab.draft === draft ? withDraftOf(tab, before) : tab))
    if (saved.state === 'asked') return ask(tabId, saved.theirs)
    if (saved.state === 'notSaved') return 'unsaved'
    const writtenVersion = open.find(tabId)?.version ?? null
    parts.offerUndo(text, () => void undo(before, theirs, { writtenVersion }))
    return 'saved'
  }

  function ask(tabId: string, theirs: OpenedDocument<Value>): Promise<Decision> {
    const tab = open.find(tabId)
    if (tab === undefined || !isPending(tabId)) return Promise.resolve('unsaved')
    parts.noteAsked(tabId, theirs.version)
    const all = kind.compare({ base: tab.saved, mine: tab.draft, theirs: theirs.value })
    const taken = all.filter(isTaken)
    const differences = all.filter(one => !isTaken(one))
    return conflicts.ask({
      tabId,
      file: theirs.file,
      version: theirs.version,
      differences,
      isPending: () => isPending(tabId),
      saveMine: () => keep(tabId, theirs, taken, 'Your version was saved over the one on disk.'),
      loadTheirs: () => loadTheirs(parts, undo, tabId, theirs),
      saveChosen(labels) {
        const chosen = differences.filter(({ label }) => labels.includes(label))
        return keep(tabId, theirs, [...taken, ...chosen], 'Your choice was saved.')
      },
    })
  }

  return ask
}

/** Takes the version of the file over in place of the draft. */
async function loadTheirs<Value, Tab extends OpenTab & DocumentTab<Value>>(
  parts: DocumentParts<Value, Tab>,
  undo: ReturnType<typeof createUndoDecision<Value, Tab>>,
  tabId: string,
  theirs: OpenedDocument<Value>,
): Promise<Decision> {
  const { open } = parts
  const before = open.find(tabId)
  if (before === undefined) return 'unsaved'
  const { value, version } = theirs
  open.change(tabId, tab => ({
    ...withReplacedDraft<Value, Tab>(tab, value, parts.newId()),
    saved: value,
    version,
  }))
  parts.offerUndo('The version on disk was kept.', () => void undo(before, theirs, null))
  return 'saved'
}
