import type { BodyStore } from '@parley/engine'

/** Creates a store that writes each body to two stores. A body has the name that the first one gave it. */
export function bothStores(first: BodyStore, second: BodyStore): BodyStore {
  return {
    async create() {
      const writers = [await first.create(), await second.create()] as const
      return {
        handle: writers[0].handle,
        async write(bytes) {
          for (const writer of writers) await writer.write(bytes)
        },
        async close() {
          for (const writer of writers) await writer.close()
        },
      }
    },
  }
}
