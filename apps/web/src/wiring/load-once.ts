import { PartMissing } from '../window/part-missing.ts'
import { refuseWhileAbsent } from '../window/server-absence-gate.ts'

/**
 * Returns a function that loads a part of the page at most once. A load that failed is forgotten, so that the next call
 * tries again; while the server is lost, nothing is loaded. What fails is a {@link PartMissing}, also for a view that needs it.
 */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | null = null
  async function start(): Promise<Value> {
    try {
      refuseWhileAbsent()
      return await load()
    } catch (error) {
      throw new PartMissing(error)
    }
  }
  return () => {
    if (loading !== null) return loading
    const started = start()
    loading = started
    started.catch(() => {
      loading = null
    })
    return started
  }
}
