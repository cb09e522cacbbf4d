import type { FileRegistry } from '@parley/protobuf'

/** The services that servers described before, so that not every call asks for them. */
export interface ReflectedDefinitions {
  /** Returns the newest types that have a service; null if there are none, or none that are recent. */
  find(key: string, service: string): FileRegistry | null
  keep(key: string, registry: FileRegistry): void
  forget(key: string): void
}

interface KeptDefinition {
  readonly registry: FileRegistry
  readonly keptAt: number
}

/** A server may be replaced at any time. */
const longestAgeMs = 300_000
const mostKeys = 50
const mostOfKey = 20

/**
 * Keeps definitions for five minutes, and only while the program runs.
 * @param now - returns the time in milliseconds
 */
export function reflectedDefinitionsInMemory(now: () => number): ReflectedDefinitions {
  const kept = new Map<string, readonly KeptDefinition[]>()
  return {
    find(key, service) {
      const recent = kept.get(key)?.filter(({ keptAt }) => Math.abs(now() - keptAt) < longestAgeMs)
      return recent?.find(({ registry }) => registry.getService(service) !== undefined)?.registry ?? null
    },
    keep(key, registry) {
      const others = kept.get(key) ?? []
      kept.delete(key)
      kept.set(key, [{ registry, keptAt: now() }, ...others].slice(0, mostOfKey))
      for (const oldest of kept.keys()) if (kept.size > mostKeys) kept.delete(oldest)
    },
    forget: key => void kept.delete(key),
  }
}
