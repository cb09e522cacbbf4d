import type { ClaimedTab, ReportedDraft, ReportedTab, TabsSaved } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import type { WindowContext } from '../../window/window-context.ts'
import { dataContent, dataEntryId, isStoredDataFile } from '../runs/run-data-content.ts'
import type { RunPagesState } from '../runs/run-pages.ts'
import type { WorkbenchState } from '../workbench-state.ts'
import { bodyTextEdit } from './body-text-edits.ts'
import { isRequestTab, isUnsaved, type OpenTab } from './request-tab.ts'
import { hasContent, isSameContent, tabContent, tabView } from './tab-content.ts'

/** All tabs of the window. */
interface SentTabs {
  readonly tabs: readonly ReportedTab[]
  readonly activeTabId: string | null
}

export interface TabJournalPorts {
  /** Saves all tabs of the window. */
  save(input: SentTabs): Promise<TabsSaved>
  /** Does the same while the page closes. Returns false if the tabs are too large for that. */
  saveLast(input: SentTabs): boolean
  /** Whether they are small enough for {@link saveLast}. */
  fitsLast(input: SentTabs): boolean
}

/** A tab as the journal has it. */
interface KeptTab {
  readonly tab: OpenTab
  /** The ID of its latest write or edit, which another edit can follow; null: none can. */
  readonly writtenAs: string | null
  /** How many edits follow the whole that was written. */
  readonly edits: number
}

/** After as many edits the whole is written again, so that a restart has few to apply. */
const maxEdits = 500

/** The delay between a change and its write; half of the time until it must be saved (behaviour, Unsaved work). */
const writeDelayMs = 250
/** The delay for large drafts, because writing them takes time from the user. */
const longestWriteDelayMs = 400
/**
 * The delay before a failed write is repeated. While the server waits for the key it responds immediately, so
 * this can be short.
 */
const retryDelaysMs = { failed: 2000, waiting: writeDelayMs }
/** Writing takes at most one part in this many of the page's time, unless a change would wait too long. */
const shareOfTime = 20

/** Saves the tabs of the window on the server whenever they change. Only changed drafts are written. */
export function createTabJournal(
  workbench: StoreApi<WorkbenchState>,
  runPages: Pick<StoreApi<RunPagesState>, 'getState' | 'subscribe'>,
  ports: TabJournalPorts,
  window: Pick<WindowContext, 'toasts' | 'isServerThere' | 'describeError' | 'elapsedMs' | 'after' | 'newId'>,
) {
  /** The tabs whose drafts the journal has, as they were saved. */
  let kept = new Map<string, KeptTab>()
  /** The data files of runs that the journal has, by tab. */
  let storedData: RunPagesState['data'] = {}
  /** Saved tabs that this page cannot parse; they are passed on unchanged. */
  let unread: readonly ReportedTab[] = []
  let isFollowing = false
  /** Whether something has changed since the last write began. */
  let isBehind = false
  /** The time of the first change since the last write began. */
  let changedAt = 0
  let isWriting = false
  /** Writes are numbered, because two may run at once. */
  let lastWrite = 0
  /** The number of the latest write that was saved. */
  let lastStoredWrite = 0
  /** The timer of the next write; 0 if none is set. */
  let timer = 0
  let lastTimer = 0
  /** Whether the next write must not wait for a timer, because something was saved. */
  let isUrgent = false
  /** Whether the last write is not confirmed as saved. */
  let isUnconfirmed = false
  let retryDelayMs = 0
  let isReported = false
  let restUntil = 0

  function isStored(tab: OpenTab): boolean {
    const before = kept.get(tab.id)
    return before !== undefined && isSameContent(before.tab, tab)
  }

  function draftOf(tab: OpenTab): ReportedDraft {
    if (!hasContent(tab)) return { state: 'none' }
    return isStored(tab) ? { state: 'unchanged' } : (editOf(tab) ?? wholeOf(tab))
  }

  function wholeOf(tab: OpenTab): ReportedDraft {
    return { state: 'changed', content: tabContent(tab), id: window.newId() }
  }

  /** Returns the change of a long text since it was saved; null if the whole tab must be written. */
  function editOf(tab: OpenTab): ReportedDraft | null {
    const before = kept.get(tab.id)
    if (before === undefined || before.writtenAs === null || before.edits >= maxEdits) return null
    if (!isRequestTab(tab) || !isRequestTab(before.tab)) return null
    if (!isSameContent(before.tab, { ...tab, draft: before.tab.draft })) return null
    const edit = bodyTextEdit(before.tab.draft, tab.draft)
    return edit && { state: 'edited', after: before.writtenAs, id: window.newId(), edit }
  }

  /** Returns what the journal has of a tab after it was saved. */
  function keptAs(tab: OpenTab, sent: SentTabs): KeptTab {
    const draft = sent.tabs.find(({ tabId }) => tabId === tab.id)?.draft
    const before = kept.get(tab.id)
    if (draft?.state === 'changed') return { tab, writtenAs: draft.id ?? null, edits: 0 }
    if (draft?.state === 'edited') return { tab, writtenAs: draft.id, edits: (before?.edits ?? 0) + 1 }
    return { tab, writtenAs: before?.writtenAs ?? null, edits: before?.edits ?? 0 }
  }

  /** Returns the data files of open runs. */
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

  /** Returns the current tabs, with the drafts that are not saved yet. */
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

  /** Resolves to whether all tabs, as they were when it began, are saved. */
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
      kept = new Map(tabs.filter(hasContent).map(tab => [tab.id, keptAs(tab, sent)]))
    }
    if (problem !== null && !isReported)
      window.toasts.showError('Unsaved changes are not kept', problem, { asks: true })
    isReported = problem !== null
    return isKeptNow
  }

  /** Resolves to a message for the user, or null. */
  async function saveTabs(sent: SentTabs): Promise<string | null> {
    const wasUnconfirmed = isUnconfirmed
    isUnconfirmed = true
    retryDelayMs = retryDelaysMs.failed
    try {
      const outcome = await ports.save(sent)
      isUnconfirmed = outcome.state !== 'saved'
      if (outcome.state === 'waiting') retryDelayMs = retryDelaysMs.waiting
      if (outcome.state === 'unknown') {
        forgetKept()
        retryDelayMs = 0
      }
      return outcome.state === 'failed' ? `${outcome.sentence} ${outcome.nextStep}` : null
    } catch (error) {
      // A lost server is reported elsewhere, and is known to be lost by the second attempt.
      return wasUnconfirmed && window.isServerThere() ? window.describeError(error) : null
    }
  }

  function forgetKept(): void {
    kept = new Map()
    storedData = {}
  }

  function writeSoon(): void {
    if (!isBehind) changedAt = window.elapsedMs()
    isBehind = true
    if (!isWriting && timer === 0) writeAfter(delayOfChange())
  }

  /** A change made during another write has already waited. */
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

  /** Writes while another write runs or waits to be repeated, because the page may be closed before that. */
  async function writeConcurrently(): Promise<void> {
    if (await write()) return
    isBehind = true
    if (!isWriting && timer === 0) writeAfter(retryDelayMs)
  }

  function wasSaved(tab: OpenTab): boolean {
    const before = kept.get(tab.id)?.tab
    return before !== undefined && before !== tab && isUnsaved(before) && !isUnsaved(tab)
  }

  return {
    /** Whether all unsaved work is stored, so that the window can close. */
    isEverythingStored: () => workbench.getState().tabs.every(tab => !isUnsaved(tab) || isStored(tab)),
    /**
     * Starts with the tabs that this window took over, and the data files of runs among them; those that are
     * not `understood` are passed on.
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
      kept = new Map(restored.filter(hasContent).map(tab => [tab.id, { tab, writtenAs: null, edits: 0 }]))
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
    /** Call when a new server holds the journal, which knows nothing of this window's tabs. */
    resave(): void {
      forgetKept()
      if (isFollowing) writeAtOnce()
    },
    /**
     * Call when the window is hidden, after which it may be closed without notice, or when the browser asks
     * whether to close it. Writes before it returns, because the page does not run while the browser asks.
     */
    hide(): void {
      if (!isFollowing || !(isBehind || timer !== 0)) return
      if (isWriting || isUnconfirmed) void writeConcurrently()
      else writeAtOnce()
    },
    /**
     * Call when the page closes: sends the tabs once more, so that nothing depends on a timer. False if it
     * has not started, or if they are too large for a closing page.
     */
    close: () => isFollowing && ports.saveLast(tabsToSend()),
    /** Whether {@link close} can send everything that is not saved yet. */
    canClose: () => isFollowing && (isWriting || !isUnconfirmed) && ports.fitsLast(tabsToSend()),
  }
}
