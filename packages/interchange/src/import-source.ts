import type { FolderFile } from '@parley/convert'

/** What is to be imported: files of a folder, or one file or archive. Nothing of it is trusted. */
export interface ImportSource {
  /** What the user calls it: a file's or folder's name, or a URL. */
  readonly name: string
  readonly files: readonly FolderFile[]
}
