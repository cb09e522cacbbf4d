import type { Readable } from 'node:stream'

/**
 * All file operations of Parley: hosts take a `FileSystem` and never use `node:fs`, so that a test can make
 * each operation fail, stop or be lost in a power failure. Paths are those of the platform. Everything
 * rejects with the system's error, whose `code` {@link errorCodeOf} returns.
 */
export interface FileSystem {
  /** Opens a file for pieces or ranges; the caller must close it. */
  open(path: string, access: FileAccess, mode?: number): Promise<OpenFile>
  /** Reads the whole file. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Reads the first bytes of many files at once, in their order; null for a missing or unreadable file. Links
   * are not followed. Thousands of single calls would cost far more.
   */
  readHeads(paths: readonly string[], maxBytes: number): Promise<readonly (FileHead | null)[]>
  /** {@link readHeads} without information about the files, at half the cost. */
  readStarts(paths: readonly string[], maxBytes: number): Promise<readonly (Uint8Array | null)[]>
  /** Streams the whole file, no faster than it is consumed. Errors are events of the stream. */
  stream(path: string): Readable
  /** Returns information about a path, following links; null if nothing exists there. */
  info(path: string): Promise<FileInfo | null>
  /** Returns information about a path, without following a link; null if nothing exists there. */
  linkInfo(path: string): Promise<FileInfo | null>
  /**
   * {@link linkInfo} of many paths at once, in their order: thousands of single calls would cost far more.
   */
  linkInfos(paths: readonly string[]): Promise<readonly (FileInfo | null)[]>
  /** Returns the names in a folder with their kinds, unordered. */
  list(path: string): Promise<readonly FolderEntry[]>
  /** Returns the path with all links resolved. */
  realPath(path: string): Promise<string>
  /** Returns whether this account may read the path. */
  isReadable(path: string): Promise<boolean>
  /** Creates a folder and its parents; an existing one is not changed. */
  makeFolder(path: string, mode?: number): Promise<void>
  /** Moves a file or folder in one step, replacing an existing file. `EXDEV` across devices. */
  rename(from: string, to: string): Promise<void>
  /**
   * Creates a hard link; fails with `EEXIST` if the name is taken. Some file systems do not support hard
   * links.
   */
  link(from: string, to: string): Promise<void>
  /** Removes one file or link; a missing one is no error. */
  removeFile(path: string): Promise<void>
  /** Removes one empty folder. */
  removeFolder(path: string): Promise<void>
  /** Syncs a folder to the disk, so that its new, renamed and removed names survive a power failure. */
  syncFolder(path: string): Promise<void>
  /**
   * Reports changes to the names in a folder and to the files directly in it, until it is closed. The
   * listener must find out what changed, because systems report too little, too much or twice.
   * @throws `ENOSPC` or `EMFILE` if the system has no watch left
   */
  watch(path: string, onChange: () => void, onError: (error: unknown) => void): FolderWatch
}

/**
 * How to open a file: `read` follows links, `readNoLink` fails with `ELOOP` for a link; `createNew` fails
 * with `EEXIST` if the path is taken; `writeExisting` neither creates nor truncates.
 */
export type FileAccess = 'read' | 'readNoLink' | 'createNew' | 'writeExisting'

/** An open file. */
export interface OpenFile {
  /** Fills the buffer from a position of the file; returns fewer bytes only at the end. */
  readAt(buffer: Uint8Array, positionBytes: number): Promise<number>
  /** Writes all bytes after those of the last write. */
  write(bytes: Uint8Array): Promise<void>
  /** Truncates the file to a length. */
  truncate(lengthBytes: number): Promise<void>
  info(): Promise<FileInfo>
  /**
   * Returns the link-free path of exactly this file, even if names on the path change meanwhile; null if the
   * file has no path or the system does not reveal it.
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
  /** Milliseconds since 1970, with fractions if the system has them. */
  readonly modifiedMs: number
  /** Permission bits, such as 0o644. */
  readonly mode: number
  /** The ID of the user who owns it; 0 on Windows. */
  readonly ownerId: number
  /**
   * Equal for the same file under any name; together with the modification time it distinguishes versions.
   */
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

/** Returns the system's code of an error, such as `ENOENT`; empty if there is none. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
