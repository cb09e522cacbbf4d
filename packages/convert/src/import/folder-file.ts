/** One file of a picked folder. */
export interface FolderFile {
  /** Relative to the folder, with `/` between its parts. */
  readonly path: string
  readonly bytes: Uint8Array
}
