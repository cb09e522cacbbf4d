import type { SavedFile } from '@parley/server/contract'
import { isDeepEqual } from '../deep-equal.ts'
import type { Replaceable } from './replace-draft.ts'

/** A draft, and the content of its file when it was last read or saved. */
export interface Document<Value> {
  readonly saved: Value
  readonly draft: Value
  /** The version of the file, on which a save is based; null or empty: there is no file yet. */
  readonly version: string | null
}

/** An open tab with a document in it. */
export interface DocumentTab<Value> extends Document<Value>, Replaceable<Value> {
  readonly id: string
  /** Whether it stays at the left of the strip, and open while others close. */
  readonly isPinned?: boolean
}

/** The current content of a file. */
export interface OpenedDocument<Value> {
  readonly value: Value
  readonly version: string | null
  readonly file: SavedFile | null
}

/** How a save ended; `changed`: the file is another version than the draft is based on, and was not written. */
export type SavedDocument<Value, Tab> =
  | { readonly state: 'saved'; readonly version: string | null; readonly change?: Partial<Tab> }
  | { readonly state: 'changed'; readonly theirs: OpenedDocument<Value> }
  | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }

/** Unsaved changes are derived, never stored. */
export function hasChanges({ saved, draft }: Document<unknown>): boolean {
  return !isDeepEqual(saved, draft)
}
