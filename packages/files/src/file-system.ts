import type { Readable } from 'node:stream'

/**
 * Every way in which Parley touches files: hosts take one of these and never `node:fs`, so that a test can
 * let each operation fail, stop or be lost with the power. Paths are those of the platform. Everything
 * rejects with the system's error, whose `code` {@link errorCodeOf} reads.
 */
export interface FileSystem {
  /** Opens a file for pieces or ranges; whoever opens it closes it. */
  open(path: string, access: FileAccess, mode?: number): Promise<OpenFile>
  /** The whole file. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>
  /**
   * The first bytes of many files at once, in their order; null where there is no file or the system refuses,
   * links not followed. Thousands of single calls cost far more.
   */
  readHeads(paths: readonly string[], maxBytes: number): Promise<readonly (FileHead | null)[]>
  /** {@link readHeads} without a word of the files themselves, which halves the cost. */
  readStarts(paths: readonly string[], maxBytes: number): Promise<readonly (Uint8Array | null)[]>
  /** A stream of the whole file, no faster than it is taken. Errors come as events of the stream. */
  stream(path: string): Readable
  /** What stands at a path, links followed; null where nothing does. */
  info(path: string): Promise<FileInfo | null>
  /** What stands at a path, a link as itself; null where nothing does. */
  linkInfo(path: string): Promise<FileInfo | null>
  /** {@link linkInfo} of many paths at once, in their order: thousands of single calls cost far more. */
  linkInfos(paths: readonly string[]): Promise<readonly (FileInfo | null)[]>
  /** The names in a folder with their kinds, in no order. */
  list(path: string): Promise<readonly FolderEntry[]>
  /** The path without links. */
  realPath(path: string): Promise<string>
  /** Whether this account may read it. */
  isReadable(path: string): Promise<boolean>
  /** Makes a folder and those above it; one that exists is left as it is. */
  makeFolder(path: string, mode?: number): Promise<void>
  /** Moves a file or folder in one step, over a file that is there. `EXDEV` across devices. */
  rename(from: string, to: string): Promise<void>
  /** Gives a file a second name; refuses one that is taken with `EEXIST`. Some file systems have no second names. */
  link(from: string, to: string): Promise<void>
  /** Removes one file or link; nothing there is no error. */
  removeFile(path: string): Promise<void>
  /** Removes one empty folder. */
  removeFolder(path: string): Promise<void>
  /** Puts the names of a folder on the disk: what was made, renamed or removed in it stays so. */
  syncFolder(path: string): Promise<void>
  /**
   * Tells of changes to the names in a folder and to the files directly in it, until it is closed. What
   * changed is for the listener to find out: systems tell too little, too much or twice.
   * @throws `ENOSPC` or `EMFILE` where the system has no watch left
   */
  watch(path: string, onChange: () => void, onError: (error: unknown) => void): FolderWatch
}

/**
 * `read` follows links, `readNoLink` refuses one with `ELOOP`; `createNew` refuses what is there with
 * `EEXIST`; `writeExisting` neither makes nor empties.
 */
export type FileAccess = 'read' | 'readNoLink' | 'createNew' | 'writeExisting'

/** A file that is open. */
export interface OpenFile {
  /** Fills the buffer from a position of the file; the count of bytes is smaller at the end only. */
  readAt(buffer: Uint8Array, positionBytes: number): Promise<number>
  /** Writes all of it where the last write ended. */
  write(bytes: Uint8Array): Promise<void>
  /** Cuts the file to a length. */
  truncate(lengthBytes: number): Promise<void>
  info(): Promise<FileInfo>
  /**
   * The path without links of this very file, however the names on the way to it change meanwhile; null if it has
   * none or the system does not say which it is.
   */
  realPath(): Promise<string | null>
  /** Sets the permissions, whatever the umask. */
  setMode(mode: number): Promise<void>
  /** Resolves once the content is on the disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

export type FileKind = 'file' | 'folder' | 'link' | 'other'

export interface FileInfo {
  readonly kind: FileKind
  readonly sizeBytes: number
  /** Milliseconds since 1970, with fractions where the system has them. */
  readonly modifiedMs: number
  /** Permission bits, such as 0o644. */
  readonly mode: number
  /** The same for the same file, whatever it is called; with the modification time it tells versions apart. */
  readonly identity: string
}

export interface FileHead {
  readonly info: FileInfo
  readonly bytes: Uint8Array
}

export interface FolderEntry {
  readonly name: string
  readonly kind: FileKind
}

export interface FolderWatch {
  close(): void
}

/** The system's code of an error, such as `ENOENT`; empty where it has none. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
