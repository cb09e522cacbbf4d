import type { ScopedVariable } from '@parley/server/contract'
import type { VariableEditing } from '../../components/fields/variable-editing.ts'
import { activeTab } from '../active-tab.ts'
import type { ContainerTabs } from '../tabs/container-tabs.ts'
import { inheritedPlaceId } from '../tabs/request-tab.ts'
import { isScopeOpenable, type VariableTabs } from '../tabs/variable-tabs.ts'
import type { NewVariableStores } from './new-variable-places.ts'

/** The stores that lead to where a variable is edited. */
export interface VariableEditingStores extends NewVariableStores {
  readonly containerTabs: NewVariableStores['containerTabs'] & Pick<ContainerTabs, 'openVariable'>
  readonly variableTabs: NewVariableStores['variableTabs'] & Pick<VariableTabs, 'openVariable'>
}

/** Leads from a `{{name}}` of the active tab to the tab in which its variable is edited. */
export function createVariableEditing(stores: VariableEditingStores): VariableEditing {
  const { workbench, library, containerTabs, variableTabs } = stores
  return {
    stores,
    canEdit: ({ scope }) => isScopeOpenable(scope) || isOfContainer(scope),
    edit(variable): void {
      if (!isOfContainer(variable.scope)) return void variableTabs.openVariable(variable)
      const { tree } = library.store.getState()
      const parentId = inheritedPlaceId(activeTab(workbench.store.getState()))
      if (tree !== null && parentId !== null) void containerTabs.openVariable(tree, parentId, variable.name)
    },
  }
}

const isOfContainer = (scope: ScopedVariable['scope']) => scope === 'collection' || scope === 'folder'
