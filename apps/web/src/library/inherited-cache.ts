import type { Inherited } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../server-client/server-client.ts'

/** What requests inherit, by parent; the empty key is for requests in no collection. */
export type InheritedCacheState = Readonly<Record<string, Inherited | undefined>>

export type InheritedCache = ReturnType<typeof createInheritedCache>

/** Caches inherited authorizations and headers from the server (behaviour 5.1). */
export function createInheritedCache(calls: Pick<ServerClient['auth'], 'readInherited'>) {
  const store = createStore<InheritedCacheState>(() => ({}))
  const asked = new Set<string>()
  return {
    store,
    /**
     * Marks what was read as out of date: the next use reads it again, and the old value is shown until then.
     */
    forget: () => asked.clear(),
    /** Loads what requests of a parent inherit, once. */
    async load(parentId: string | null): Promise<void> {
      const key = parentId ?? ''
      if (asked.has(key)) return
      asked.add(key)
      try {
        store.setState({ [key]: await calls.readInherited({ parentId }) })
      } catch {
        // Then the tab names no source, but sends inherit anyway. The next use tries again.
        asked.delete(key)
      }
    },
  }
}
