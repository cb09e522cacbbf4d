/** Stores the values of secret fields, encrypted and outside the workspace; provided by the host. */
export interface SecretStore {
  /**
   * Returns the values of one file, by field path such as `auth.token` or `variables.apiKey`. Rejects if the
   * store cannot be opened: a locked secret is never treated as empty.
   */
  read(fileId: string): Promise<ReadonlyMap<string, string>>
  /** Replaces all stored values of the file; an empty map removes the file. */
  write(fileId: string, values: ReadonlyMap<string, string>): Promise<void>
}
