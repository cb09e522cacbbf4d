import type { HttpBody } from '@parley/model'
import { isDeepEqual } from '../deep-equal.ts'

/** Bodies that were typed under types no longer chosen. */
export type BodiesByType = Partial<Record<HttpBody['type'], HttpBody>>

/** A whole draft, with the ID of the undo histories of its texts and tables. */
interface DraftSnapshot<Value> {
  readonly draft: Value
  readonly draftId: string
  /** Of requests. */
  readonly keptBodies?: BodiesByType
}

interface Replacement<Value> {
  readonly before: DraftSnapshot<Value>
  readonly after: DraftSnapshot<Value>
}

/** The replacements of a draft as a whole, latest last: those in effect, and those that were undone. */
export interface DraftReplacements<Value> {
  readonly done: readonly Replacement<Value>[]
  readonly undone: readonly Replacement<Value>[]
}

/** A tab whose draft can be replaced as a whole, and restored. */
export interface Replaceable<Value> extends DraftSnapshot<Value> {
  readonly replacements: DraftReplacements<Value>
}

export const noReplacements: DraftReplacements<never> = { done: [], undone: [] }

const maxReplacements = 20

/** Returns a tab with another draft in place of its own, which can be undone in one step. */
export function withReplacedDraft<Value, Tab extends Replaceable<Value>>(
  tab: Tab,
  draft: Value,
  draftId: string,
): Tab {
  const after = { draft, draftId, ...(tab.keptBodies === undefined ? {} : { keptBodies: {} }) }
  const done = [...tab.replacements.done, { before: snapshotOf<Value>(tab), after }].slice(-maxReplacements)
  return { ...tab, ...after, replacements: { done, undone: [] } }
}

/**
 * Returns a tab whose latest replacement is undone; null if there is none, or if the draft was edited since
 * then. `evenIfEdited`: those edits are undone and redone with it.
 */
export function withReplacementUndone<Value, Tab extends Replaceable<Value>>(
  tab: Tab & Replaceable<Value>,
  evenIfEdited: boolean,
): Tab | null {
  const { done, undone } = tab.replacements
  const latest = done.at(-1)
  if (latest === undefined || !(evenIfEdited || isDeepEqual(tab.draft, latest.after.draft))) return null
  const taken = { ...latest, after: snapshotOf<Value>(tab) }
  return { ...tab, ...latest.before, replacements: { done: done.slice(0, -1), undone: [...undone, taken] } }
}

/**
 * Returns a tab in which the replacement that was undone last is redone; null as for {@link
 * withReplacementUndone}.
 */
export function withReplacementRedone<Value, Tab extends Replaceable<Value>>(
  tab: Tab & Replaceable<Value>,
): Tab | null {
  const { done, undone } = tab.replacements
  const latest = undone.at(-1)
  if (latest === undefined || !isDeepEqual(tab.draft, latest.before.draft)) return null
  return { ...tab, ...latest.after, replacements: { done: [...done, latest], undone: undone.slice(0, -1) } }
}

/** The part of a tab that a replacement changes. */
export function snapshotOf<Value>({
  draft,
  draftId,
  keptBodies,
}: DraftSnapshot<Value>): DraftSnapshot<Value> {
  return { draft, draftId, ...(keptBodies === undefined ? {} : { keptBodies }) }
}
