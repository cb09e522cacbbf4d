import type { Intent } from './intent.ts'

/** The ID of one file or folder. */
export interface IdentityEntry {
  /** In the workspace, so that it holds wherever the workspace's folder is. */
  readonly path: string
  readonly id: string
  /** When the file was first missing, in milliseconds since 1970; null while it is there. */
  readonly goneSinceMs: number | null
  /** Of the content when it was last seen, which recognises a file that was moved; empty for a folder. */
  readonly fingerprint: string
}

/** What a store holds of one workspace. */
export interface StoredIdentities {
  readonly entries: readonly IdentityEntry[]
  /** Those that a process began and did not settle, in the order in which they began; as they were given. */
  readonly intents: readonly unknown[]
}

/** Changes that are stored together or not at all. */
export interface IdentityChanges {
  /** Each takes the place of the entry with its ID. */
  readonly put: readonly IdentityEntry[]
  /** The IDs of entries to remove. */
  readonly drop: readonly string[]
  /** What is about to be done. A write with any of them survives a power cut once it resolves. */
  readonly begun: readonly Intent[]
  /** The IDs of intents that are settled. */
  readonly settled: readonly string[]
}

/** Where the IDs of a workspace are stored, outside it; a host gives it. One process at a time uses it. */
export interface IdentityStore {
  load(): Promise<StoredIdentities>
  write(changes: IdentityChanges): Promise<void>
}

/** A store for a host that has none: each path gets a new ID at each start. */
export const noIdentityStore: IdentityStore = {
  load: async () => ({ entries: [], intents: [] }),
  write: async () => {},
}
