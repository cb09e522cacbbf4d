import type { Damage } from '../documents/damage.ts'

/** A workspace as its sidebar shows it. Paths are relative to its folder, with `/` on every system. */
export interface WorkspaceTree {
  readonly name: string
  /** True where the folder is itself a collection. */
  readonly isOneCollection: boolean
  readonly environments: readonly EnvironmentEntry[]
  readonly collections: readonly CollectionEntry[]
  /** Of `workspace.yml`. */
  readonly damage: Damage | null
}

interface Entry {
  /** Of the file, or of the folder of a collection or folder. */
  readonly path: string
  /** Stays with what moves; run history, drafts, secrets and tokens hang on it. */
  readonly id: string
  /** The name in the file; that of the file or folder where it has none or is damaged. */
  readonly name: string
  /** Why it cannot be opened; null where it can. */
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

/** Folders first, then the rest, each by sequence and then by name. */
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
  readonly sequence: number | null
}
