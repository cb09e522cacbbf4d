import type { AuthSource } from '@parley/engine'
import { useStore } from 'zustand'
import { useInheritedAuths } from '../../wiring/use-stores.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'

/** What Inherit from parent comes to for the request of a tab; null: not known yet. */
export function useInheritedAuth(tab: RequestTab): AuthSource | null {
  const inheritedAuths = useInheritedAuths()
  return useStore(inheritedAuths.store, state => state[inheritedPlaceId(tab) ?? ''] ?? null)
}
