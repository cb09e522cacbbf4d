import type { InheritedAuth } from '@parley/server/contract'
import { useStore } from 'zustand'
import { useInheritedAuths } from '../../wiring/use-stores.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'

/**
 * Returns the authorization that Inherit from parent means for the request of a tab; null until it is known.
 */
export function useInheritedAuth(tab: RequestTab): InheritedAuth | null {
  const inheritedAuths = useInheritedAuths()
  return useStore(inheritedAuths.store, state => state[inheritedPlaceId(tab) ?? ''] ?? null)
}
