/** One file of a picked folder. */
export interface FolderFile {
  /** Relative to the folder, with `/` between its parts. */
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * Returns whether the name of a file or folder is never part of a collection: hidden files, as `.env` files
 * contain secrets and are never read (spec 4.8), and packages of programs. In `.resources` are the
 * definitions of Postman's folders.
 */
export function isNeverImported(name: string): boolean {
  return (name.startsWith('.') && name !== '.resources') || name === 'node_modules'
}
