import { isChanged, type KnownWorkspace, type WorkspaceChanges } from '../tree/known-workspace.ts'
import { watchFolders } from './watch-folders.ts'

/** The watch of a workspace. */
export interface WorkspaceWatch {
  /** True if changes are found by scanning, because the system has no watch left. */
  readonly isPolling: boolean
  /** Must be called after commands, which may have created folders. */
  follow(): void
  close(): void
}

/** One `git checkout` causes a burst of events: a batch begins after this time without events, */
const quietMs = 100
/** but at most this long after the first event, which leaves time for the scan itself. */
const latestMs = 500
/** The pause between two scans without watches, or forty times the duration of a slow scan. */
const pollMs = 1000

/**
 * Scans folders in which something changed, in batches, and reports the changes. Parley's own writes are
 * already known and are not reported. A workspace that no longer exists is polled.
 * @param scan scans folders; all of them if no list is given
 */
export function watchWorkspace(
  known: KnownWorkspace,
  scan: (paths?: readonly string[]) => Promise<WorkspaceChanges>,
  onChanges: (changes: WorkspaceChanges) => void,
): WorkspaceWatch {
  const pending = new Set<string>()
  let firstAtMs = 0
  let timer: NodeJS.Timeout | undefined
  let poll: NodeJS.Timeout | undefined
  let isScanning = false
  let isClosed = false

  const watch = watchFolders(
    known.files,
    path => known.absolute(path),
    path => {
      if (pending.size === 0) firstAtMs = performance.now()
      pending.add(path)
      schedule()
    },
    () => schedulePoll(pollMs),
  )

  function schedule(): void {
    if (isClosed || isScanning || pending.size === 0) return
    clearTimeout(timer)
    const waitedMs = performance.now() - firstAtMs
    timer = setTimeout(scanPending, Math.max(0, Math.min(quietMs, latestMs - waitedMs)))
    timer.unref()
  }

  async function scanPending(): Promise<void> {
    const paths = [...pending]
    pending.clear()
    await scanPaths(paths)
    schedule()
  }

  async function scanPaths(paths?: readonly string[]): Promise<void> {
    if (isScanning) return
    isScanning = true
    try {
      const changes = await scan(paths)
      if (isClosed) return
      watch.follow(known.folderPaths)
      if (isChanged(changes)) onChanges(changes)
      if (known.folderPaths.length === 0) schedulePoll(pollMs)
    } finally {
      isScanning = false
    }
  }

  function schedulePoll(delayMs: number): void {
    if (isClosed) return
    clearTimeout(poll)
    poll = setTimeout(async () => {
      const startedAtMs = performance.now()
      await scanPaths()
      const tookMs = performance.now() - startedAtMs
      if (watch.isPolling || known.folderPaths.length === 0) schedulePoll(Math.max(pollMs, tookMs * 40))
    }, delayMs)
    poll.unref()
  }

  watch.follow(known.folderPaths)
  return {
    get isPolling() {
      return watch.isPolling
    },
    follow: () => watch.follow(known.folderPaths),
    close() {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(poll)
      watch.close()
    },
  }
}
