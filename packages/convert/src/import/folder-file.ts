/** One file of a folder that was picked. */
export interface FolderFile {
  /** Below the folder, with `/` between its parts. */
  readonly path: string
  readonly bytes: Uint8Array
}
