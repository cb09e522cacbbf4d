import type { Worker } from 'node:worker_threads'

/** How often the memory of a running thread is checked. */
const heapCheckMs = 100

/**
 * The `resourceLimits` of a thread whose memory is watched. If the limit is reached within an uninterruptible
 * call, such as `JSON.parse`, V8 ends the whole process and not just the thread, so it must be far above what
 * one such call can use.
 */
export const unreachableHeapMb = 8192

/** Watches the memory of a thread until the returned function is called, and reports excessive use. */
export function watchHeap(worker: Worker, maxHeapBytes: number, onTooMuch: () => void): () => void {
  let isAsking = false
  const look = async () => {
    if (isAsking) return
    isAsking = true
    try {
      const { used_heap_size: usedHeapBytes } = await worker.getHeapStatistics()
      if (usedHeapBytes > maxHeapBytes) onTooMuch()
    } catch {
      // The thread has ended, which its exit event reports.
    }
    isAsking = false
  }
  const timer = setInterval(look, heapCheckMs)
  return () => clearInterval(timer)
}
