import { isDeepEqual } from '../deep-equal.ts'
import { newRunForm } from '../runs/run-tab.ts'
import {
  isContainerTab,
  isExampleTab,
  isRequestTab,
  isUnsaved,
  isVariablesTab,
  type OpenTab,
} from '../tabs/request-tab.ts'
import { isPreview } from './preview-commands.ts'

/** The tabs of a window, and the one that stands for each tab that was dropped, by its ID. */
export interface JoinedTabs {
  readonly tabs: readonly OpenTab[]
  readonly kept: ReadonlyMap<string, string>
}

export type JoinTabs = (restored: readonly OpenTab[], opened: readonly OpenTab[]) => JoinedTabs

/**
 * Joins the tabs of an earlier window with those that were opened before they came back. What is open in both stays in the
 * restored tab, unless only the other one has something to lose; if both have, both stay.
 */
export const joinRestored: JoinTabs = (restored, opened) => {
  const kept = new Map<string, string>()
  const keptOpen = new Set<string>()
  for (const newer of opened) {
    const older = restored.find(tab => isOfSame(tab, newer))
    if (older === undefined || (isUsed(older) && isUsed(newer))) continue
    if (isUsed(newer)) kept.set(older.id, newer.id)
    else kept.set(newer.id, older.id)
    if (!isPreview(newer)) keptOpen.add(older.id)
  }
  const later = opened.filter(({ id }) => !kept.has(id))
  // There is one preview tab.
  const isReplaced = (tab: OpenTab) => isPreview(tab) && !keptOpen.has(tab.id) && later.some(isPreview)
  const earlier = restored
    .filter(tab => !kept.has(tab.id) && !isReplaced(tab))
    .map(tab => (isPreview(tab) && keptOpen.has(tab.id) ? { ...tab, isPreview: false } : tab))
  return { tabs: [...earlier, ...later], kept }
}

/** Whether two tabs show the same request, collection, folder, example or run, or the same variables. */
function isOfSame(one: OpenTab, other: OpenTab): boolean {
  if (isRequestTab(one))
    return isRequestTab(other) && one.source !== null && one.source.requestId === other.source?.requestId
  if (isContainerTab(one)) return isContainerTab(other) && one.source.containerId === other.source.containerId
  if (isVariablesTab(one)) return isVariablesTab(other) && isDeepEqual(one.place, other.place)
  // A restored example has no ID yet.
  if (isExampleTab(one))
    return (
      isExampleTab(other) &&
      one.source.requestId === other.source.requestId &&
      one.index === other.index &&
      isDeepEqual(one.saved, other.saved)
    )
  return other.kind === 'run' && one.targetId === other.targetId && !one.isLoad === !other.isLoad
}

/** Whether a tab has something that another tab of the same file lacks. */
function isUsed(tab: OpenTab): boolean {
  if (tab.kind === 'run') return tab.form !== newRunForm || tab.shownRunId !== null
  return isUnsaved(tab) || (isRequestTab(tab) && tab.send.state !== 'idle')
}
