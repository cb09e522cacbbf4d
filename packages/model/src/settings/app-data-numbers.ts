/** Where the app data is and what is in it (Settings → Data and backups). */
export interface AppDataNumbers {
  readonly folder: string
  readonly database: StoredThing
  readonly historyBodies: StoredThing
  /** Its number is null where the file is damaged. */
  readonly secrets: Omit<StoredThing, 'count'> & { readonly count: number | null }
  readonly historyEntries: number
  readonly drafts: number
  /** Copies of the database, made regularly and before it was brought to a new version, and what was set aside as damaged. */
  readonly copies: readonly { readonly path: string; readonly sizeBytes: number }[]
}

export interface StoredThing {
  readonly path: string
  readonly sizeBytes: number
  readonly count: number
}
