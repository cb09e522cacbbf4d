import type { Inherited } from '@parley/server/contract'
import { useStore } from 'zustand'
import { useInheritedCache } from '../../wiring/use-stores.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'

/**
 * Returns the authorization and the headers that the request of a tab inherits; null until they are known.
 */
export function useInherited(tab: RequestTab): Inherited | null {
  const inheritedCache = useInheritedCache()
  return useStore(inheritedCache.store, state => state[inheritedPlaceId(tab) ?? ''] ?? null)
}
