import type { ClaimedTab, ReportedDraft, ReportedTab, TabsSaved } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import type { WindowContext } from '../../window/window-context.ts'
import { dataContent, dataEntryId, isStoredDataFile } from '../runs/run-data-content.ts'
import type { RunPagesState } from '../runs/run-pages.ts'
import type { WorkbenchState } from '../workbench-state.ts'
import { isRequestTab, isUnsaved, type OpenTab } from './request-tab.ts'
import { hasContent, isSameContent, tabContent, tabView } from './tab-content.ts'

/** All tabs of the window. */
interface SentTabs {
  readonly tabs: readonly ReportedTab[]
  readonly activeTabId: string | null
}

export interface TabJournalPorts {
  /** Keeps all tabs of the window. */
  save(input: SentTabs): Promise<TabsSaved>
  /** Does the same for a page that closes. False if they are too large for that. */
  saveLast(input: SentTabs): boolean
  /** Whether they are small enough for {@link saveLast}. */
  fitsLast(input: SentTabs): boolean
}

/** From a change until it is written; half of what may pass until it is kept (product decisions). */
const writeDelayMs = 250
/** The same where large drafts are written, which takes the page's time from the user. */
const longestWriteDelayMs = 400
/**
 * Until what was not kept is written again. While the server waits for the key it says so at once, so this
 * can be soon.
 */
const retryDelaysMs = { failed: 2000, waiting: writeDelayMs }
/** Writing takes one part in this many of the page's time, unless that makes a change wait for too long. */
const shareOfTime = 20

/**
 * Keeps the tabs of the window outside the page whenever they change, so that they outlive it. Only the
 * drafts that changed are written.
 */
export function createTabJournal(
  workbench: StoreApi<WorkbenchState>,
  runPages: Pick<StoreApi<RunPagesState>, 'getState' | 'subscribe'>,
  ports: TabJournalPorts,
  window: Pick<WindowContext, 'toasts' | 'isServerThere' | 'describeError' | 'elapsedMs' | 'after'>,
) {
  /** The tabs that the journal holds with a draft, as they were then. */
  let kept = new Map<string, OpenTab>()
  /** The data files of runs that the journal holds, by tab. */
  let storedData: RunPagesState['data'] = {}
  /** Kept tabs that this page does not understand; they are handed on as they are. */
  let unread: readonly ReportedTab[] = []
  let isFollowing = false
  /** Something changed since the last writing began. */
  let isBehind = false
  /** Of the first change since the last writing began. */
  let changedAt = 0
  let isWriting = false
  /** Writings are numbered, as two may run at once. */
  let lastWrite = 0
  /** Of the latest whose tabs are kept. */
  let lastStoredWrite = 0
  /** Of the timer that the next writing waits for; 0: none is set. */
  let timer = 0
  let lastTimer = 0
  /** What was saved is not to wait for the next timer. */
  let isUrgent = false
  /** What was written last is not kept. */
  let isUnconfirmed = false
  let retryDelayMs = 0
  let isReported = false
  let restUntil = 0

  function isStored(tab: OpenTab): boolean {
    const before = kept.get(tab.id)
    return before !== undefined && isSameContent(before, tab)
  }

  function draftOf(tab: OpenTab): ReportedDraft {
    if (!hasContent(tab)) return { state: 'none' }
    return isStored(tab) ? { state: 'unchanged' } : { state: 'changed', content: tabContent(tab) }
  }

  /** The data files of the runs that are open. */
  function storedDataFiles(tabs: readonly OpenTab[], data: RunPagesState['data']): readonly ReportedTab[] {
    return tabs.flatMap(({ id }) => {
      const file = data[id]
      if (file === undefined || !isStoredDataFile(file)) return []
      const draft: ReportedDraft =
        storedData[id] === file
          ? { state: 'unchanged' }
          : { state: 'changed', content: dataContent(id, file) }
      return { tabId: dataEntryId(id), requestId: null, view: '', draft }
    })
  }

  /** The tabs as they are now, with the drafts that are not kept yet. */
  function tabsToSend(): SentTabs {
    const { tabs, activeTabId } = workbench.getState()
    const open = tabs.map(tab => ({
      tabId: tab.id,
      requestId: isRequestTab(tab) ? (tab.source?.requestId ?? null) : null,
      view: tabView(tab),
      draft: draftOf(tab),
    }))
    const data = storedDataFiles(tabs, runPages.getState().data)
    return { tabs: [...open, ...data, ...unread], activeTabId }
  }

  /** Resolves to whether all tabs as they were when it began are kept. */
  async function write(): Promise<boolean> {
    isBehind = false
    lastWrite += 1
    const own = lastWrite
    const { tabs } = workbench.getState()
    const { data } = runPages.getState()
    const startedAt = window.elapsedMs()
    const sent = tabsToSend()
    restUntil = window.elapsedMs() + (window.elapsedMs() - startedAt) * shareOfTime
    const problem = await saveTabs(sent)
    const isKeptNow = !isUnconfirmed
    if (isKeptNow && own > lastStoredWrite) {
      lastStoredWrite = own
      storedData = data
      kept = new Map(tabs.filter(hasContent).map(tab => [tab.id, tab]))
    }
    if (problem !== null && !isReported) window.toasts.showError('Unsaved changes are not kept', problem)
    isReported = problem !== null
    return isKeptNow
  }

  /** Resolves to what the user is to know of it, and else to null. */
  async function saveTabs(sent: SentTabs): Promise<string | null> {
    const wasOwed = isUnconfirmed
    isUnconfirmed = true
    retryDelayMs = retryDelaysMs.failed
    try {
      const outcome = await ports.save(sent)
      isUnconfirmed = outcome.state !== 'saved'
      if (outcome.state === 'waiting') retryDelayMs = retryDelaysMs.waiting
      return outcome.state === 'failed' ? `${outcome.sentence} ${outcome.nextStep}` : null
    } catch (error) {
      // A lost server is reported elsewhere, and is known to be lost by the second attempt.
      return wasOwed && window.isServerThere() ? window.describeError(error) : null
    }
  }

  function writeSoon(): void {
    if (!isBehind) changedAt = window.elapsedMs()
    isBehind = true
    if (!isWriting && timer === 0) writeAfter(delayOfChange())
  }

  /** A change that came while others were written has waited already. */
  function delayOfChange(): number {
    const now = window.elapsedMs()
    const waitMs = Math.min(longestWriteDelayMs, Math.max(writeDelayMs, restUntil - changedAt))
    return Math.max(0, changedAt + waitMs - now)
  }

  function writeAfter(delayMs: number): void {
    lastTimer += 1
    const own = lastTimer
    timer = own
    window.after(delayMs, () => {
      if (timer === own) void writeNow()
    })
  }

  async function writeNow(): Promise<void> {
    timer = 0
    isWriting = true
    isUrgent = false
    await write()
    isWriting = false
    if (isUnconfirmed) writeAfter(retryDelayMs)
    else if (isUrgent) void writeNow()
    else if (isBehind) writeAfter(delayOfChange())
  }

  /** Saved work would come back as unsaved if the window closed before the journal knew of the save. */
  function writeAtOnce(): void {
    if (!isBehind) changedAt = window.elapsedMs()
    isBehind = true
    if (isWriting) isUrgent = true
    else if (!isUnconfirmed) void writeNow()
  }

  /**
   * Writes while another writing runs or is to be tried again, which the page may not live to see the end of.
   */
  async function writeConcurrently(): Promise<void> {
    if (await write()) return
    isBehind = true
    if (!isWriting && timer === 0) writeAfter(retryDelayMs)
  }

  function wasSaved(tab: OpenTab): boolean {
    const before = kept.get(tab.id)
    return before !== undefined && before !== tab && isUnsaved(before) && !isUnsaved(tab)
  }

  return {
    /** Whether all unsaved work is kept, so that the window can go. */
    holdsAll: () => workbench.getState().tabs.every(tab => !isUnsaved(tab) || isStored(tab)),
    /**
     * Begins with the tabs that were handed to this window, and the data files of runs among them; those not
     * `understood` are handed on.
     */
    start(
      claimed: readonly ClaimedTab[],
      restored: readonly OpenTab[],
      understood: ReadonlySet<string>,
      data: RunPagesState['data'] = {},
    ): void {
      unread = claimed
        .filter(({ tabId, content }) => !understood.has(tabId) && content !== null)
        .map(({ tabId, view }) => ({ tabId, requestId: null, view, draft: { state: 'unchanged' } }))
      kept = new Map(restored.filter(hasContent).map(tab => [tab.id, tab]))
      storedData = data
      isFollowing = true
      workbench.subscribe((state, before) => {
        if (state.tabs !== before.tabs && state.tabs.some(wasSaved)) writeAtOnce()
        else if (state.tabs !== before.tabs || state.activeTabId !== before.activeTabId) writeSoon()
      })
      runPages.subscribe((state, before) => {
        if (state.data !== before.data) writeSoon()
      })
      writeSoon()
    },
    /** Another server holds the journal now, and knows nothing of this window's tabs. */
    resave(): void {
      kept = new Map()
      storedData = {}
      if (isFollowing) writeAtOnce()
    },
    /**
     * The window is hidden, after which it may be closed without a word, or the browser asks whether to close
     * it.
     * What is not written yet goes out before this returns to the browser: none of the page runs while it
     * asks.
     */
    hide(): void {
      if (!isFollowing || !(isBehind || timer !== 0)) return
      if (isWriting || isUnconfirmed) void writeConcurrently()
      else writeAtOnce()
    },
    /**
     * The page closes: sends the tabs once more, so that nothing depends on a timer. False if it has not
     * begun, or if they are too large to be sent by a page that closes.
     */
    close: () => isFollowing && ports.saveLast(tabsToSend()),
    /** Whether {@link close} can send all that is not kept yet. */
    canClose: () => isFollowing && (isWriting || !isUnconfirmed) && ports.fitsLast(tabsToSend()),
  }
}
