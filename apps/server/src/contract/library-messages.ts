import type { ProtobufSettings, RequestDefaults } from '@parley/model'
import type { EditedVariable, NotDone, SavedFile } from './messages.ts'

/** The outcome of a command on the library. */
export type Done = { readonly state: 'done' } | NotDone

/** A completed move; `moveId` undoes it. */
export type Moved = { readonly state: 'moved'; readonly moveId: string } | NotDone

/** An entry was deleted; `trashId` restores it. */
export type Removed = { readonly state: 'removed'; readonly trashId: string } | NotDone

/** A deleted entry that can still be restored (behaviour, Delete). */
export interface DeletedEntry {
  readonly trashId: string
  readonly kind: 'collection' | 'folder' | 'request' | 'environment'
  readonly name: string
  /** Names of the folders that contained it, outermost first. */
  readonly path: readonly string[]
  readonly deletedAtMs: number
}

/** What requests inherit from a collection or folder, as the page edits it. */
export interface EditedDefaults extends Omit<RequestDefaults, 'variables'> {
  readonly variables: readonly EditedVariable[]
}

/** What the page can edit of a collection or folder; the rest of its file does not change. */
export interface ContainerContent {
  readonly name: string
  /** Markdown, or the type that the file declares. */
  readonly docs: string
  readonly defaults: EditedDefaults
  /** Of a collection; absent: it does not change. */
  readonly protobuf?: ProtobufSettings
}

/** A collection or folder as read from its file. */
export interface OpenedContainer {
  readonly content: ContainerContent
  /** The version that a save names as its base; null: there is no file yet. */
  readonly version: string | null
  readonly file: SavedFile | null
}

/** The outcome of saving a collection or folder. */
export type SavedContainer =
  | { readonly state: 'saved'; readonly version: string }
  | { readonly state: 'changed'; readonly theirs: OpenedContainer }
  | NotDone
