/** Where the values of secret fields are kept, encrypted and outside the workspace; a host gives it. */
export interface SecretStore {
  /**
   * The values of one file, by field such as `auth.token` or `variables.apiKey`.
   * Rejects where the store cannot be opened: a secret that is locked is never taken for an empty one.
   */
  read(fileId: string): Promise<ReadonlyMap<string, string>>
  /** Puts these values in the place of all that are kept for the file; none drops the file. */
  write(fileId: string, values: ReadonlyMap<string, string>): Promise<void>
}
