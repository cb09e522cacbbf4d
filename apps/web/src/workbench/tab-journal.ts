import type { ClaimedTab, KeptDraft, KeptTab, TabsKept } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import { isUnsaved, type RequestTab } from './request-tab.ts'
import { hasContent, isSameContent, tabContent, tabView } from './tab-content.ts'
import type { WorkbenchState } from './workbench.ts'

export interface TabJournalPorts {
  /** Keeps all tabs of the window. */
  keep(input: { readonly tabs: readonly KeptTab[]; readonly activeTabId: string | null }): Promise<TabsKept>
  /** Told once when unsaved work can no longer be kept. */
  notKept(text: string): void
  isServerThere(): boolean
  describeError(error: unknown): string
  now(): number
  /** Calls back once after so many milliseconds. */
  after(delayMs: number, callback: () => void): void
}

/** From a change until it is written; half of what may pass until it is kept (product decisions). */
const writeDelayMs = 250
const retryDelayMs = 2000
/** Writing takes at most one part in so many of the page's time, however large the drafts are. */
const shareOfTime = 20

/**
 * Keeps the tabs of the window outside the page whenever they change, so that they outlive it. Only the
 * drafts that changed are written.
 */
export function createTabJournal(workbench: StoreApi<WorkbenchState>, ports: TabJournalPorts) {
  /** The tabs that the journal holds with a draft, as they were then. */
  let kept = new Map<string, RequestTab>()
  /** Kept tabs that this page does not understand; they are handed on as they are. */
  let unread: readonly KeptTab[] = []
  let isFollowing = false
  /** Something changed since the last writing began. */
  let isBehind = false
  let isWriting = false
  /** What was written last is not kept. */
  let isOwed = false
  let isTold = false
  let restUntil = 0

  function isKept(tab: RequestTab): boolean {
    const before = kept.get(tab.id)
    return before !== undefined && isSameContent(before, tab)
  }

  function draftOf(tab: RequestTab): KeptDraft {
    if (!hasContent(tab)) return { state: 'none' }
    return isKept(tab) ? { state: 'kept' } : { state: 'changed', content: tabContent(tab) }
  }

  async function write(): Promise<void> {
    isBehind = false
    const { tabs, activeTabId } = workbench.getState()
    const startedAt = ports.now()
    const all = tabs.map(tab => ({
      tabId: tab.id,
      requestId: tab.source?.requestId ?? null,
      view: tabView(tab),
      draft: draftOf(tab),
    }))
    restUntil = ports.now() + (ports.now() - startedAt) * shareOfTime
    const problem = await keep([...all, ...unread], activeTabId)
    if (!isOwed) kept = new Map(tabs.filter(hasContent).map(tab => [tab.id, tab]))
    if (problem !== null && !isTold) ports.notKept(problem)
    isTold = problem !== null
  }

  /** Resolves to what the user is to know of it, and else to null. */
  async function keep(tabs: readonly KeptTab[], activeTabId: string | null): Promise<string | null> {
    const wasOwed = isOwed
    isOwed = true
    try {
      const outcome = await ports.keep({ tabs, activeTabId })
      isOwed = outcome.state !== 'kept'
      return outcome.state === 'failed' ? `${outcome.sentence} ${outcome.nextStep}` : null
    } catch (error) {
      // A server that is gone is told of elsewhere, and is known to be so by the second time.
      return wasOwed && ports.isServerThere() ? ports.describeError(error) : null
    }
  }

  function writeSoon(delayMs = writeDelayMs): void {
    isBehind = true
    if (isWriting) return
    isWriting = true
    ports.after(Math.max(delayMs, restUntil - ports.now()), async () => {
      await write()
      isWriting = false
      if (isBehind || isOwed) writeSoon(isOwed ? retryDelayMs : writeDelayMs)
    })
  }

  return {
    /** Whether all unsaved work is kept, so that the window can go. */
    holdsAll: () => workbench.getState().tabs.every(tab => !isUnsaved(tab) || isKept(tab)),
    /** Begins with the tabs that were handed to this window; those not `restored` were not understood. */
    start(claimed: readonly ClaimedTab[], restored: readonly RequestTab[]): void {
      const isRestored = new Set(restored.map(({ id }) => id))
      unread = claimed
        .filter(({ tabId, content }) => !isRestored.has(tabId) && content !== null)
        .map(({ tabId, view }) => ({ tabId, requestId: null, view, draft: { state: 'kept' } }))
      kept = new Map(restored.filter(hasContent).map(tab => [tab.id, tab]))
      isFollowing = true
      workbench.subscribe((state, before) => {
        if (state.tabs !== before.tabs || state.activeTabId !== before.activeTabId) writeSoon()
      })
      writeSoon()
    },
    /** Another server holds the journal now, and knows nothing of this window's tabs. */
    keepAnew(): void {
      kept = new Map()
      if (isFollowing) writeSoon(0)
    },
  }
}
