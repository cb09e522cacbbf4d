import { queueJob } from './core/own-built-ins.ts'

/**
 * How many promise jobs in a row are followed. Each level costs two empty jobs, so the work is bounded also if the promise of a
 * test is never settled.
 */
const followedJobs = 64

let depth = 0

/** Whether what runs now belongs to a test that is not waited for (behaviour 8): its timers do not keep the script running. */
export const isUnwaited = () => depth > 0

/**
 * Runs a function, and the promise jobs that follow from it, as part of a test that is not waited for. Jobs run in the order in
 * which they were queued, so those that the function queues are exactly those between two jobs queued before and after it.
 * @param isOver - no further jobs are followed once it returns true
 */
export function runUnwaited<Value>(run: () => Value, isOver: () => boolean = () => false): Value {
  const leave = enter(isOver, 0)
  try {
    return run()
  } finally {
    leave()
  }
}

/** Returns what ends the stretch that begins with the call. */
function enter(isOver: () => boolean, level: number): () => void {
  depth += 1
  let leaveNext: (() => void) | null = null
  const isFollowed = level < followedJobs && !isOver()
  if (isFollowed)
    queueJob(() => {
      leaveNext = enter(isOver, level + 1)
    })
  return () => {
    depth -= 1
    if (isFollowed) queueJob(() => leaveNext?.())
  }
}
