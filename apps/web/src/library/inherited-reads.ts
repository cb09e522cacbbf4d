import { activeContainer, activeTab } from '../workbench/active-tab.ts'
import { inheritedPlaceId } from '../workbench/tabs/request-tab.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { InheritedAuths } from './inherited-auths.ts'
import type { Library } from './library.ts'

/**
 * Reads the variables and the authorization that the active tab inherits, and again when they may have
 * changed.
 */
export function createInheritedReads(
  workbench: Pick<Workbench, 'store'>,
  library: Pick<Library, 'loadVariables' | 'forgetVariables'>,
  inheritedAuths: Pick<InheritedAuths, 'load' | 'forget'>,
) {
  function load(): void {
    const state = workbench.store.getState()
    const [tab, container] = [activeTab(state), activeContainer(state)]
    if (tab === null && container === null) return
    const parentId = container === null ? inheritedPlaceId(tab) : container.source.containerId
    void library.loadVariables(parentId)
    void inheritedAuths.load(container === null ? parentId : container.source.parentId)
  }

  workbench.store.subscribe(load)
  return {
    /** Variables may have changed. */
    rereadVariables(): void {
      library.forgetVariables()
      load()
    },
    /** Anything may have changed. */
    reread(): void {
      library.forgetVariables()
      inheritedAuths.forget()
      load()
    },
  }
}
