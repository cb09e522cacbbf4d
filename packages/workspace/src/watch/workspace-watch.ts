import { isChanged, type KnownWorkspace, type WorkspaceChanges } from '../tree/known-workspace.ts'
import { watchFolders } from './watch-folders.ts'

/** A workspace that is watched. */
export interface WorkspaceWatch {
  /** True where changes are found by looking, as the system has no watch left. */
  readonly isPolling: boolean
  /** To be called after commands, which may have made folders. */
  follow(): void
  close(): void
}

/** Events of one `git checkout` come in a burst: the batch begins once it is quiet for so long. */
const quietMs = 100
/** And no later than this after the first one, which still leaves time for the look itself. */
const latestMs = 500
/** Between two looks without watches, unless a look takes long: then it is a fortieth of the time. */
const pollMs = 1000

/**
 * Looks at folders in which something changed, in batches, and tells what did. What Parley wrote itself is known
 * by then and is no change. A workspace that is gone is looked for at the pace of polling.
 * @param look one look at folders; without folders at all of them
 */
export function watchWorkspace(
  known: KnownWorkspace,
  look: (paths?: readonly string[]) => Promise<WorkspaceChanges>,
  onChanges: (changes: WorkspaceChanges) => void,
): WorkspaceWatch {
  const pending = new Set<string>()
  let firstAtMs = 0
  let timer: NodeJS.Timeout | undefined
  let poll: NodeJS.Timeout | undefined
  let isLooking = false
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
    if (isClosed || isLooking || pending.size === 0) return
    clearTimeout(timer)
    const waitedMs = performance.now() - firstAtMs
    timer = setTimeout(lookNow, Math.max(0, Math.min(quietMs, latestMs - waitedMs)))
    timer.unref()
  }

  async function lookNow(): Promise<void> {
    const paths = [...pending]
    pending.clear()
    await lookAt(paths)
    schedule()
  }

  async function lookAt(paths?: readonly string[]): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const changes = await look(paths)
      if (isClosed) return
      watch.follow(known.folderPaths)
      if (isChanged(changes)) onChanges(changes)
      if (known.folderPaths.length === 0) schedulePoll(pollMs)
    } finally {
      isLooking = false
    }
  }

  function schedulePoll(delayMs: number): void {
    if (isClosed) return
    clearTimeout(poll)
    poll = setTimeout(async () => {
      const startedAtMs = performance.now()
      await lookAt()
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
