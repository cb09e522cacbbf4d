import { errorCodeOf, type FileSystem, type FolderWatch } from '@parley/files'

/** What becomes of the watches of a workspace. */
export interface FoldersWatch {
  /** Watches exactly these folders from now on. */
  follow(paths: readonly string[]): void
  /** True where the system has no watch left: changes are then found by looking. */
  readonly isPolling: boolean
  close(): void
}

/**
 * One watch a folder. Any that fails for want of watches turns all of them into polling; one whose folder is gone
 * is dropped, as the folder above tells of that.
 * @param absolute the path of the system for a path of the workspace
 * @param onChange told the folder in which something changed
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
      if (isPolling) return
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
        } catch (error) {
          fail(path, error)
        }
      }
    },
    close,
  }
}
