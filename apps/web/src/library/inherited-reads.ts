import type { WindowContext } from '../window/window-context.ts'
import { activeContainer, activeTab, activeVariables } from '../workbench/active-tab.ts'
import { inheritedPlaceId } from '../workbench/tabs/request-tab.ts'
import { hasSameDrafts } from '../workbench/tabs/unsaved-drafts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { InheritedCache } from './inherited-cache.ts'
import type { Library } from './library.ts'

/** The pause in typing after which what is not saved is read again as a send would use it. */
const restMs = 150

/**
 * Reads the variables, the authorization and the headers that the active tab inherits, and again when they may have
 * changed, in a file or in a tab that is not saved.
 */
export function createInheritedReads(
  workbench: Pick<Workbench, 'store'>,
  library: Pick<Library, 'loadVariables' | 'forgetVariables'>,
  inheritedCache: Pick<InheritedCache, 'load' | 'forget'>,
  window: Pick<WindowContext, 'after'>,
) {
  let edits = 0
  let readEdits = 0

  function load(): void {
    const state = workbench.store.getState()
    const [tab, container] = [activeTab(state), activeContainer(state)]
    if (activeVariables(state) !== null) return void library.loadVariables(null)
    if (tab === null && container === null) return
    const parentId = container === null ? inheritedPlaceId(tab) : container.source.containerId
    void library.loadVariables(parentId)
    void inheritedCache.load(container === null ? parentId : container.source.parentId)
  }

  /** Anything may have changed. */
  function reread(): void {
    readEdits = edits
    library.forgetVariables()
    inheritedCache.forget()
    load()
  }

  workbench.store.subscribe((state, before) => {
    if (!hasSameDrafts(state, before)) {
      edits += 1
      const mine = edits
      window.after(restMs, () => {
        if (mine === edits && readEdits < mine) reread()
      })
    }
    // What another tab inherits is read at once, with what was typed before.
    if (state.activeTabId !== before.activeTabId && readEdits < edits) reread()
    else load()
  })
  return {
    /** Variables may have changed. */
    rereadVariables(): void {
      library.forgetVariables()
      load()
    },
    reread,
  }
}
