import type { FolderFile } from '@parley/convert'

/** An untrusted source of an import: files of a folder, or one file or archive. */
export interface ImportSource {
  /** The name for the user: a file's or folder's name, or a URL. */
  readonly name: string
  /** Whether it is a text that the user pasted; absent: no. */
  readonly isPasted?: boolean
  readonly files: readonly FolderFile[]
}
