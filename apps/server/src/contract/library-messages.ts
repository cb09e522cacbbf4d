import type { RequestDefaults } from '@parley/model'
import type { NotDone, SavedFile } from './messages.ts'

/** How a command on the library ended. */
export type Done = { readonly state: 'done' } | NotDone

/** A move that was made; `moveId` takes it back. */
export type Moved = { readonly state: 'moved'; readonly moveId: string } | NotDone

/** Something deleted that can still be brought back (product decisions, Delete). */
export interface DeletedThing {
  readonly trashId: string
  readonly kind: 'collection' | 'folder' | 'request' | 'environment'
  readonly name: string
  /** Names of the folders that it stood in, outermost first. */
  readonly path: readonly string[]
  readonly deletedAtMs: number
}

/** What the page edits of a collection or folder; the rest of its file stays as it is. */
export interface ContainerContent {
  readonly name: string
  /** Markdown, or what the file says it is. */
  readonly docs: string
  readonly defaults: RequestDefaults
}

/** A collection or folder as its file says it. */
export interface OpenedContainer {
  readonly content: ContainerContent
  /** What a save of it names as its base; null: it has no file yet. */
  readonly version: string | null
  readonly file: SavedFile | null
}

/** How a save of a collection or folder ended. */
export type SavedContainer =
  | { readonly state: 'saved'; readonly version: string }
  | { readonly state: 'changed'; readonly theirs: OpenedContainer }
  | NotDone
