import { useStore } from 'zustand'
import { useLibrary } from '../../wiring/use-stores.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'
import type { KnownVariables } from '../../workbench/variables/describe-variable.ts'

/** Returns the variables that `{{name}}` may refer to in the request of a tab. */
export function useKnownVariables(tab: RequestTab): KnownVariables {
  return useVariablesBelow(inheritedPlaceId(tab))
}

/** Returns the variables that a collection or folder can use; null means no container. */
export function useVariablesBelow(parentId: string | null): KnownVariables {
  const library = useLibrary()
  return useStore(library.store, state => state.variables[parentId ?? ''] ?? null)
}
