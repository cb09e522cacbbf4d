import type { AuthSource } from '@parley/engine'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../server-client/server-client.ts'

/** What Inherit from parent comes to below a parent; the empty text stands for a request in no collection. */
export type InheritedAuthsState = Readonly<Record<string, AuthSource | undefined>>

export type InheritedAuths = ReturnType<typeof createInheritedAuths>

/** A mirror of what the server says of inherited authorization (spec 5.1). */
export function createInheritedAuths(calls: Pick<ServerClient['auth'], 'readInherited'>) {
  const store = createStore<InheritedAuthsState>(() => ({}))
  const asked = new Set<string>()
  return {
    store,
    /**
     * Marks what was read as out of date: the next use reads it again, and the old value is shown until then.
     */
    forget: () => asked.clear(),
    /** Reads it once. */
    async load(parentId: string | null): Promise<void> {
      const key = parentId ?? ''
      if (asked.has(key)) return
      asked.add(key)
      try {
        store.setState({ [key]: await calls.readInherited({ parentId }) })
      } catch {
        // The tab then names no source, and the send inherits all the same. Asked again next time.
        asked.delete(key)
      }
    },
  }
}
