import type { SavedFile } from '@parley/server/contract'
import { isDeepEqual } from '../deep-equal.ts'
import type { Replaceable } from './replace-draft.ts'

/** What is edited over a file: the draft, and what the file said when it was read or saved last. */
export interface Document<Value> {
  readonly saved: Value
  readonly draft: Value
  /** Of the file, which a save names as its base; null or empty: there is no file yet. */
  readonly version: string | null
}

/** An open tab with a document in it. */
export interface DocumentTab<Value> extends Document<Value>, Replaceable<Value> {
  readonly id: string
}

/** What a file says now. */
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
