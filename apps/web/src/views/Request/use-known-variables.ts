import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useLibrary } from '../../wiring/use-stores.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'
import { type KnownVariables, withOwnVariables } from '../../workbench/variables/describe-variable.ts'

/** Returns the variables that `{{name}}` may refer to in the request of a tab. */
export function useKnownVariables(tab: RequestTab): KnownVariables {
  const inherited = useVariablesBelow(inheritedPlaceId(tab))
  const [own, before] = [tab.draft.variables, tab.saved.variables]
  return useMemo(() => withOwnVariables(inherited, own, before), [inherited, own, before])
}

/** Returns the variables that a collection or folder can use; null means no container. */
export function useVariablesBelow(parentId: string | null): KnownVariables {
  const library = useLibrary()
  return useStore(library.store, state => state.variables[parentId ?? ''] ?? null)
}
