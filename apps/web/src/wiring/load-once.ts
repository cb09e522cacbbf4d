import { refuseWhileAbsent } from '../window/server-absence-gate.ts'

/**
 * Returns a function that loads a part of the page at most once. A load that failed is forgotten, so that the next call
 * tries again; while the server is lost, nothing is loaded.
 */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | null = null
  async function start(): Promise<Value> {
    refuseWhileAbsent()
    return await load()
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
