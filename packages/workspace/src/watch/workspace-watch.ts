import { setImmediate as nextTurn } from 'node:timers/promises'
import { isChanged, type KnownWorkspace, type WorkspaceChanges } from '../tree/known-workspace.ts'
import { watchFolders } from './watch-folders.ts'

/** The watch of a workspace. */
export interface WorkspaceWatch {
  /** True if changes are found by scanning, because the system has no watch left. */
  readonly isPolling: boolean
  /** Must be called after commands, which may have created folders. */
  follow(): void
  /** Resolves once the tree has every change that the system has reported, or could have. */
  settle(): Promise<void>
  close(): void
}

/** One `git checkout` causes a burst of events: a batch begins after this time without events, */
const quietMs = 100
/** but at most this long after the first event, which leaves time for the scan itself. */
const latestMs = 500
/** The pause between two scans without watches, or forty times the duration of a slow scan. */
const pollMs = 1000

/** Collects the folders in which something changed until it is time to scan them. */
class PendingFolders {
  readonly #onBatch: () => void
  readonly #paths = new Set<string>()
  #firstAtMs = 0
  #timer: NodeJS.Timeout | undefined

  constructor(onBatch: () => void) {
    this.#onBatch = onBatch
  }

  get isEmpty(): boolean {
    return this.#paths.size === 0
  }

  add(path: string): void {
    if (this.isEmpty) this.#firstAtMs = performance.now()
    this.#paths.add(path)
    this.schedule()
  }

  take(): readonly string[] {
    const paths = [...this.#paths]
    this.#paths.clear()
    return paths
  }

  schedule(): void {
    if (this.isEmpty) return
    clearTimeout(this.#timer)
    const waitedMs = performance.now() - this.#firstAtMs
    this.#timer = setTimeout(this.#onBatch, Math.max(0, Math.min(quietMs, latestMs - waitedMs)))
    this.#timer.unref()
  }

  close(): void {
    this.#paths.clear()
    clearTimeout(this.#timer)
  }
}

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
  const pending = new PendingFolders(() => {
    if (!isClosed && scanning === null) void scanPending()
  })
  let poll: NodeJS.Timeout | undefined
  let scanning: Promise<void> | null = null
  let isClosed = false

  const watch = watchFolders(
    known.files,
    path => known.absolute(path),
    path => pending.add(path),
    () => schedulePoll(pollMs),
  )

  const scanPending = () => scanPaths(pending.take())

  async function scanPaths(paths?: readonly string[]): Promise<void> {
    if (scanning !== null) return
    scanning = scanOnce(paths)
    try {
      await scanning
    } finally {
      scanning = null
      pending.schedule()
    }
  }

  async function scanOnce(paths?: readonly string[]): Promise<void> {
    const changes = await scan(paths)
    if (isClosed) return
    follow()
    if (isChanged(changes)) onChanges(changes)
    if (known.folderPaths.length === 0) schedulePoll(pollMs)
  }

  function follow(): void {
    // What changes in a new folder after its scan and before its watch is reported by neither.
    for (const path of watch.follow(known.folderPaths)) pending.add(path)
  }

  async function settle(): Promise<void> {
    // In this turn the system's reports of earlier changes arrive.
    await nextTurn()
    while (!isClosed && (scanning !== null || !pending.isEmpty)) await (scanning ?? scanPending())
    if (watch.isPolling || known.folderPaths.length === 0) await scanPaths()
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
    follow,
    settle,
    close() {
      isClosed = true
      pending.close()
      clearTimeout(poll)
      watch.close()
    },
  }
}
