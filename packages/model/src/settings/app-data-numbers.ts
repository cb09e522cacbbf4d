/** The location and contents of the app data (Settings → Data and backups). */
export interface AppDataNumbers {
  readonly folder: string
  readonly database: StoredThing
  readonly historyBodies: StoredThing
  /** The count is null if the file is damaged. */
  readonly secrets: Omit<StoredThing, 'count'> & { readonly count: number | null }
  readonly historyEntries: number
  readonly drafts: number
  /** Copies of the database, made regularly and before migrations, and damaged ones that were set aside. */
  readonly copies: readonly { readonly path: string; readonly sizeBytes: number }[]
}

export interface StoredThing {
  readonly path: string
  readonly sizeBytes: number
  readonly count: number
}
