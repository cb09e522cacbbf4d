import { shownName } from '@parley/model'
import type { ScopedVariable, VariablesPlace } from '@parley/server/contract'
import type { NewVariablePlace, VariableEditing } from '../../components/fields/variable-editing.ts'
import type { Library } from '../../library/library.ts'
import { activeTab } from '../active-tab.ts'
import type { ContainerTabs } from '../tabs/container-tabs.ts'
import { inheritedPlaceId, type RequestTab } from '../tabs/request-tab.ts'
import { isScopeOpenable, type VariableTabs } from '../tabs/variable-tabs.ts'
import type { NewVariableStores } from './create-variable.ts'
import type { createEnvironments } from './environments.ts'

/** The stores that lead to where a variable is edited. */
export interface VariableEditingStores extends NewVariableStores {
  readonly environments: Pick<ReturnType<typeof createEnvironments>, 'store'>
  readonly library: Pick<Library, 'store'>
  readonly containerTabs: NewVariableStores['containerTabs'] & Pick<ContainerTabs, 'openVariable'>
  readonly variableTabs: NewVariableStores['variableTabs'] & Pick<VariableTabs, 'openVariable'>
}

/** Leads from a `{{name}}` of the active tab to the tab in which its variable is edited. */
export function createVariableEditing(stores: VariableEditingStores): VariableEditing {
  const { workbench, environments, library, containerTabs, variableTabs } = stores
  return {
    canEdit: ({ scope }) => isScopeOpenable(scope) || isOfContainer(scope),
    edit(variable): void {
      if (!isOfContainer(variable.scope)) return void variableTabs.openVariable(variable)
      const { tree } = library.store.getState()
      const parentId = inheritedPlaceId(activeTab(workbench.store.getState()))
      if (tree !== null && parentId !== null) void containerTabs.openVariable(tree, parentId, variable.name)
    },
    placesForNew(name) {
      if (name === '' || name.startsWith('$')) return []
      const collection = collectionPlace(stores, activeTab(workbench.store.getState()), name)
      const { activeId, environments: all } = environments.store.getState()
      const active = all.find(({ id }) => id === activeId)
      const places = [
        ...(active === undefined
          ? []
          : [variablesPlace(stores, active.name, { kind: 'environment', id: active.id }, name)]),
        ...(collection === null ? [] : [collection]),
      ]
      return places.length > 0 ? places : [variablesPlace(stores, 'Workspace', { kind: 'workspace' }, name)]
    },
  }
}

function variablesPlace(
  stores: NewVariableStores,
  placeName: string,
  place: VariablesPlace,
  name: string,
): NewVariablePlace {
  return {
    name: shownName(placeName),
    create: () => void loadCreation().then(({ createInPlace }) => createInPlace(stores, place, name)),
  }
}

/** The collection of a request; null if it is in none. */
function collectionPlace(
  stores: VariableEditingStores,
  tab: RequestTab | null,
  name: string,
): NewVariablePlace | null {
  const parentId = inheritedPlaceId(tab)
  const [collection] = (tab?.source ?? tab?.copiedFrom)?.path ?? []
  if (parentId === null || collection === undefined) return null
  return {
    name: shownName(collection),
    create: () =>
      void loadCreation().then(({ createInCollection }) =>
        createInCollection(stores, stores.library.store.getState().tree, parentId, name),
      ),
  }
}

/** Loaded when it is first needed, as few visits of the page create a variable so. */
const loadCreation = () => import('./create-variable.ts')

const isOfContainer = (scope: ScopedVariable['scope']) => scope === 'collection' || scope === 'folder'
