import type { HttpRequest } from '@parley/model'
import { isDeepEqual } from './deep-equal.ts'
import type { RequestTab } from './request-tab.ts'

/** A draft as a whole, under the name that the undo histories of its texts and tables go by. */
type DraftSnapshot = Pick<RequestTab, 'draft' | 'draftId' | 'keptBodies'>

interface Replacement {
  readonly before: DraftSnapshot
  readonly after: DraftSnapshot
}

/** The replacements of a draft as a whole, latest last: those that stand, and those that were undone. */
export interface DraftReplacements {
  readonly done: readonly Replacement[]
  readonly undone: readonly Replacement[]
}

export const noReplacements: DraftReplacements = { done: [], undone: [] }

const keptReplacements = 20

/** A tab with another draft in place of its own, to be undone in one step. */
export function withReplacedDraft(tab: RequestTab, draft: HttpRequest, draftId: string): RequestTab {
  const after = { draft, draftId, keptBodies: {} }
  const done = [...tab.replacements.done, { before: snapshotOf(tab), after }].slice(-keptReplacements)
  return { ...tab, ...after, replacements: { done, undone: [] } }
}

/**
 * A tab whose latest replacement is undone; null where there is none, or where the draft was edited since
 * then. `evenIfEdited`: those edits are undone with it, and come back with it.
 */
export function withReplacementUndone(tab: RequestTab, evenIfEdited: boolean): RequestTab | null {
  const { done, undone } = tab.replacements
  const latest = done.at(-1)
  if (latest === undefined || !(evenIfEdited || isDeepEqual(tab.draft, latest.after.draft))) return null
  const taken = { ...latest, after: snapshotOf(tab) }
  return { ...tab, ...latest.before, replacements: { done: done.slice(0, -1), undone: [...undone, taken] } }
}

/** A tab in which the replacement that was undone last stands again; null as for {@link withReplacementUndone}. */
export function withReplacementRedone(tab: RequestTab): RequestTab | null {
  const { done, undone } = tab.replacements
  const latest = undone.at(-1)
  if (latest === undefined || !isDeepEqual(tab.draft, latest.before.draft)) return null
  return { ...tab, ...latest.after, replacements: { done: [...done, latest], undone: undone.slice(0, -1) } }
}

function snapshotOf({ draft, draftId, keptBodies }: RequestTab): DraftSnapshot {
  return { draft, draftId, keptBodies }
}
