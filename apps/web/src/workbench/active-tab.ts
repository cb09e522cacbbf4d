import type { RunTab } from './runs/run-tab.ts'
import type { ContainerTab } from './tabs/container-tab.ts'
import type { ExampleTab } from './tabs/example-tab.ts'
import {
  isContainerTab,
  isExampleTab,
  isRequestTab,
  isVariablesTab,
  type RequestTab,
} from './tabs/request-tab.ts'
import type { VariablesTab } from './tabs/variables-tab.ts'
import type { WorkbenchState } from './workbench-state.ts'

/** The active tab if it holds a request. */
export function activeTab(state: WorkbenchState): RequestTab | null {
  return requestTab(state, state.activeTabId)
}

/** The active tab if it holds a collection or folder. */
export function activeContainer(state: WorkbenchState): ContainerTab | null {
  const tab = state.tabs.find(one => one.id === state.activeTabId)
  return tab !== undefined && isContainerTab(tab) ? tab : null
}

/** The active tab if it holds variables. */
export function activeVariables(state: WorkbenchState): VariablesTab | null {
  const tab = state.tabs.find(one => one.id === state.activeTabId)
  return tab !== undefined && isVariablesTab(tab) ? tab : null
}

/** The active tab if it holds an example. */
export function activeExample(state: WorkbenchState): ExampleTab | null {
  const tab = state.tabs.find(one => one.id === state.activeTabId)
  return tab !== undefined && isExampleTab(tab) ? tab : null
}

/** The active tab if it holds a run. */
export function activeRun(state: WorkbenchState): RunTab | null {
  const tab = state.tabs.find(one => one.id === state.activeTabId)
  return tab?.kind === 'run' ? tab : null
}

/** The tab with this ID if it holds a request. */
export function requestTab(state: Pick<WorkbenchState, 'tabs'>, tabId: string | null): RequestTab | null {
  const tab = state.tabs.find(one => one.id === tabId)
  return tab !== undefined && isRequestTab(tab) ? tab : null
}
