import type { Stats } from 'node:fs'
import type { FileInfo, FileKind } from './file-system.ts'

/** Converts the system's file information. */
export function fileInfo(stats: Stats): FileInfo {
  return {
    kind: kindOf(stats),
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
    mode: stats.mode & 0o7777,
    ownerId: stats.uid,
    identity: `${stats.dev}:${stats.ino}`,
  }
}

/** Returns the kind of an entry, one of four. */
export function kindOf(entry: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): FileKind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
