import type { Stats } from 'node:fs'
import type { FileInfo, FileKind } from './file-system.ts'

/** What of the system's answer is used. */
export function fileInfo(stats: Stats): FileInfo {
  return {
    kind: kindOf(stats),
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
    mode: stats.mode & 0o7777,
    identity: `${stats.dev}:${stats.ino}`,
  }
}

/** One of the four kinds that are told apart. */
export function kindOf(entry: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): FileKind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
