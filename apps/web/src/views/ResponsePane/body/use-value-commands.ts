import { useStore } from 'zustand'
import { useWorkbench } from '../../../wiring/use-stores.ts'
import { requestTab } from '../../../workbench/active-tab.ts'
import { takesActions } from '../../../workbench/request/check-kinds.ts'
import { addSetVariable } from '../../../workbench/request/set-variable.ts'
import { longestFilter } from '../../../workbench/response/body-filter.ts'
import { afterDialogsClose } from '../../Shortcuts/focus-pane.ts'
import type { ValueCommands } from './value-commands.ts'

/** What can be done with the values of the body that a tab shows. */
export function useValueCommands(
  tabId: string | undefined,
  filterBy: (path: string) => void,
  report: (sentence: string) => void,
): Omit<ValueCommands, 'copy'> {
  const workbench = useWorkbench()
  const hasVariables = useStore(workbench.store, state => {
    const tab = requestTab(state, tabId ?? null)
    return tab !== null && takesActions(tab.draft)
  })
  return {
    report,
    filterBy(path) {
      if (path.length <= longestFilter) filterBy(path)
      else report('The path of this value is too long for a filter.')
    },
    setVariable:
      tabId !== undefined && hasVariables
        ? expression => {
            const row = addSetVariable(workbench, tabId, expression)
            if (row !== null) focusSetVariable(row)
          }
        : undefined,
  }
}

/** How many frames the page may need to show the table. */
const openingFrames = 120

/** Focuses the name of a row of Set variables once the page shows it. */
function focusSetVariable(row: number): void {
  const look = (frames: number) => {
    const name = document.querySelector(`[aria-label="Set variables"] [data-cell="${row}:key"] input`)
    if (name instanceof HTMLElement) name.focus()
    else if (frames > 0) requestAnimationFrame(() => look(frames - 1))
  }
  afterDialogsClose(() => look(openingFrames))
}
