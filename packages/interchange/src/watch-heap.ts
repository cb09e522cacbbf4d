import type { Worker } from 'node:worker_threads'

/** How often the memory of a working thread is looked at. */
const heapCheckMs = 100

/**
 * For `resourceLimits` of a thread whose memory is watched. V8 ends the whole process, not the thread alone, where
 * a limit is met within a call that cannot be interrupted, such as `JSON.parse`: it must lie far above what one
 * such call can take.
 */
export const unreachableHeapMb = 8192

/** Looks at the memory of a thread until the returned function is called, and tells where it is too much. */
export function watchHeap(worker: Worker, maxHeapBytes: number, onTooMuch: () => void): () => void {
  let isAsking = false
  const look = async () => {
    if (isAsking) return
    isAsking = true
    try {
      const { used_heap_size: usedHeapBytes } = await worker.getHeapStatistics()
      if (usedHeapBytes > maxHeapBytes) onTooMuch()
    } catch {
      // The thread has gone, which its end tells.
    }
    isAsking = false
  }
  const timer = setInterval(look, heapCheckMs)
  return () => clearInterval(timer)
}
