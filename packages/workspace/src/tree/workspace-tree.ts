import type { Damage } from '../documents/damage.ts'
import type { RefusedListing } from './listed-collections.ts'
import type { ListedExample } from './listed-examples.ts'

/** A workspace as its sidebar shows it. Paths are relative to its folder, with `/` on every system. */
export interface WorkspaceTree {
  readonly name: string
  /** True if the folder is itself a collection. */
  readonly isOneCollection: boolean
  readonly environments: readonly EnvironmentEntry[]
  readonly collections: readonly CollectionEntry[]
  /** The damage of `workspace.yml`. */
  readonly damage: Damage | null
  /** What `workspace.yml` lists and the workspace does not have as collections. */
  readonly refused: readonly RefusedListing[]
}

interface Entry {
  /** The path of the file, or of the folder of a collection or folder. */
  readonly path: string
  /** Stays the same after a move; run history, drafts, secrets and tokens refer to it. */
  readonly id: string
  /** The name in the file, or that of the file or folder if the file has none or is damaged. */
  readonly name: string
  /** Why the entry cannot be opened; null if it can. */
  readonly damage: Damage | null
}

export interface EnvironmentEntry extends Entry {
  readonly kind: 'environment'
}

export interface CollectionEntry extends Entry {
  readonly kind: 'collection'
  readonly items: readonly TreeItem[]
  readonly environments: readonly EnvironmentEntry[]
  /** Whether it is the sample of a first start, or a copy of it. */
  readonly isSample: boolean
}

/** By sequence and then by name; folders come first if they are numbered apart ({@link sharesOneOrder}). */
export type TreeItem = FolderEntry | RequestEntry

export interface FolderEntry extends Entry {
  readonly kind: 'folder'
  readonly sequence: number | null
  readonly items: readonly TreeItem[]
}

/** A request, or a script or page of another client. */
export interface RequestEntry extends Entry {
  readonly kind: 'request'
  /** `http`, `graphql`, `websocket`, `grpc`, `serverSentEvents`, `scriptFile`, `appFile`; empty if damaged. */
  readonly type: string
  readonly method: string
  /** About as typed: enough to find the request by it. */
  readonly url: string
  readonly sequence: number | null
  readonly examples: readonly ListedExample[]
}
