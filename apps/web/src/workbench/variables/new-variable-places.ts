import { shownName } from '@parley/model'
import type { VariablesPlace } from '@parley/server/contract'
import type { Library } from '../../library/library.ts'
import { activeTab } from '../active-tab.ts'
import { inheritedPlaceId } from '../tabs/request-tab.ts'
import { type CreationStores, createInCollection, createInPlace } from './create-variable.ts'
import type { createEnvironments } from './environments.ts'

/** The stores that know where a new variable can be, and create it there. */
export interface NewVariableStores extends CreationStores {
  readonly environments: Pick<ReturnType<typeof createEnvironments>, 'store'>
  readonly library: Pick<Library, 'store'>
}

/** A place where a variable that has no value can be created. */
export interface NewVariablePlace {
  readonly name: string
  /** Opens the place with a row of the variable, whose value gets the focus. */
  create(): void
}

/** Returns the places for a new variable: the active environment and the collection, or else the workspace. */
export function placesForNew(stores: NewVariableStores, name: string): readonly NewVariablePlace[] {
  if (name === '' || name.startsWith('$')) return []
  const { activeId, environments } = stores.environments.store.getState()
  const places = [
    ...environments
      .filter(({ id }) => id === activeId)
      .map(active => variablesPlace(stores, active.name, { kind: 'environment', id: active.id }, name)),
    ...collectionPlaces(stores, name),
  ]
  return places.length > 0 ? places : [variablesPlace(stores, 'Workspace', { kind: 'workspace' }, name)]
}

function variablesPlace(
  stores: CreationStores,
  placeName: string,
  place: VariablesPlace,
  name: string,
): NewVariablePlace {
  return { name: shownName(placeName), create: () => void createInPlace(stores, place, name) }
}

/** The collection of the active request, if it is in one. */
function collectionPlaces(stores: NewVariableStores, name: string): readonly NewVariablePlace[] {
  const tab = activeTab(stores.workbench.store.getState())
  const parentId = inheritedPlaceId(tab)
  const [collection] = (tab?.source ?? tab?.copiedFrom)?.path ?? []
  if (parentId === null || collection === undefined) return []
  const { tree } = stores.library.store.getState()
  return [
    {
      name: shownName(collection),
      create: () => void createInCollection(stores, tree, parentId, name),
    },
  ]
}
