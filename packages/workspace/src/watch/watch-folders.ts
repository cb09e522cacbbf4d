import { errorCodeOf, type FileSystem, type FolderWatch } from '@parley/files'

/** The watches of a workspace's folders. */
export interface FoldersWatch {
  /** Watches exactly these folders from now on. Returns those that were not watched before. */
  follow(paths: readonly string[]): readonly string[]
  /** True if the system has no watch left: changes are then found by scanning. */
  readonly isPolling: boolean
  close(): void
}

/**
 * Creates one watch for each folder. If one fails because the system has no watch left, all of them are
 * replaced by polling; the watch of a deleted folder is dropped, because the parent folder reports the
 * deletion.
 * @param absolute returns the system path of a workspace path
 * @param onChange called with the folder in which something changed
 */
export function watchFolders(
  files: FileSystem,
  absolute: (path: string) => string,
  onChange: (path: string) => void,
  onPolling: () => void,
): FoldersWatch {
  const watches = new Map<string, FolderWatch>()
  let isPolling = false
  function close(): void {
    for (const watch of watches.values()) watch.close()
    watches.clear()
  }
  function fail(path: string, error: unknown): void {
    watches.get(path)?.close()
    watches.delete(path)
    if (isPolling || !['ENOSPC', 'EMFILE', 'ENFILE'].includes(errorCodeOf(error))) return
    isPolling = true
    close()
    onPolling()
  }
  return {
    get isPolling() {
      return isPolling
    },
    follow(paths) {
      if (isPolling) return []
      const added: string[] = []
      const wanted = new Set(paths)
      for (const [path, watch] of watches) {
        if (wanted.has(path)) continue
        watch.close()
        watches.delete(path)
      }
      for (const path of wanted) {
        if (watches.has(path) || isPolling) continue
        try {
          const watch = files.watch(
            absolute(path),
            () => onChange(path),
            error => fail(path, error),
          )
          watches.set(path, watch)
          added.push(path)
        } catch (error) {
          fail(path, error)
        }
      }
      return added
    },
    close,
  }
}
