import type { Intent } from './intent.ts'

/** The ID of one file or folder. */
export interface IdentityEntry {
  /** Relative to the workspace, so that it stays valid when the workspace's folder moves. */
  readonly path: string
  readonly id: string
  /** When the file was first missing, in milliseconds since 1970; null while it exists. */
  readonly goneSinceMs: number | null
  /** Identifies the content last seen, to recognise a moved file; empty for a folder. */
  readonly fingerprint: string
}

/** The stored IDs and intents of one workspace. */
export interface StoredIdentities {
  readonly entries: readonly IdentityEntry[]
  /** The unsettled intents of ended processes, in the order in which they began; unchecked. */
  readonly intents: readonly unknown[]
}

/** Changes that are stored together or not at all. */
export interface IdentityChanges {
  /** Each replaces the entry with the same ID. */
  readonly put: readonly IdentityEntry[]
  /** The IDs of the entries to remove. */
  readonly drop: readonly string[]
  /** Intents about to be carried out. A write with any of them survives a power failure once it resolves. */
  readonly begun: readonly Intent[]
  /** The IDs of settled intents. */
  readonly settled: readonly string[]
}

/** Stores the IDs of a workspace outside it; provided by the host. Only one process at a time uses it. */
export interface IdentityStore {
  load(): Promise<StoredIdentities>
  write(changes: IdentityChanges): Promise<void>
}

/** A store for a host without one: each path gets a new ID at each start. */
export const noIdentityStore: IdentityStore = {
  load: async () => ({ entries: [], intents: [] }),
  write: async () => {},
}
