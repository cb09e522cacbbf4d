import { type HistoryEntry, type HttpRequest, newHttpRequest, withAlignedParams } from '@parley/model'
import { activeTab } from '../active-tab.ts'
import { changeTab } from '../commands/tab-store.ts'
import { isDeepEqual } from '../deep-equal.ts'
import { earlierSend } from '../runs/earlier-run.ts'
import type { Workbench } from '../workbench.ts'
import { firstSection, type RequestSource, type RequestTab } from './request-tab.ts'

/** An entry, and what was sent. */
export interface OpenedEntry {
  readonly entry: HistoryEntry
  readonly request: HttpRequest
  /** The place of the request that was sent, if it is still there. */
  readonly copiedFrom?: RequestSource | null
}

/**
 * Opens a request of the history: in the active tab if that is empty, otherwise in the preview tab (behaviour 4.1). Returns
 * the ID of the tab.
 */
export function openEntry(
  { store, openPreview }: Pick<Workbench, 'store' | 'openPreview'>,
  newId: () => string,
  { entry, request, copiedFrom = null }: OpenedEntry,
): string {
  const active = activeTab(store.getState())
  const tabId =
    active !== null && isEmptyTab(active)
      ? active.id
      : openPreview({ id: newId(), request: newHttpRequest() })
  const opened = withAlignedParams(request)
  changeTab(store, tabId, tab => ({
    ...tab,
    copiedFrom,
    // Looking at an entry changes nothing that could be lost: the history has it.
    saved: opened,
    draft: opened,
    draftId: newId(),
    requestSection: firstSection(request),
    send: earlierSend(entry, { state: 'idle' }),
  }))
  return tabId
}

/** Whether a tab holds a new request that was neither edited nor sent. */
function isEmptyTab({ source, draft, send }: RequestTab): boolean {
  return source === null && send.state === 'idle' && isDeepEqual(draft, newHttpRequest())
}
