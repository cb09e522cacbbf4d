import type { ClaimedTab, ReportedDraft, ReportedTab, TabsSaved } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import type { WindowContext } from '../../window/window-context.ts'
import { dataContent, dataEntryId, isStoredDataFile } from '../runs/run-data-content.ts'
import type { RunPagesState } from '../runs/run-pages.ts'
import type { WorkbenchState } from '../workbench-state.ts'
import { bodyTextEdit } from './body-text-edits.ts'
import { idleJournal, type JournalEvent, nextJournal, type WriteOutcome } from './journal-state.ts'
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

/** The delay between a change and its write; half of the time until it must be kept (behaviour, Unsaved work). */
const writeDelayMs = 250
/** The delay for large drafts, because writing them takes time from the user. */
const longestWriteDelayMs = 400
/**
 * The delay before a failed write is repeated. While the server waits for the key it responds immediately, so
 * this can be short.
 */
const retryDelaysMs = { saved: 0, failed: 2000, waiting: writeDelayMs, unknown: 0 }
/** Writing takes at most one part in this many of the page's time, unless a change would wait too long. */
const shareOfTime = 20

type JournalWindow = Pick<
  WindowContext,
  'toasts' | 'isServerThere' | 'describeError' | 'elapsedMs' | 'after' | 'newId'
>

/** Saves the tabs of the window on the server whenever they change. Only changed drafts are written. */
export function createTabJournal(
  workbench: StoreApi<WorkbenchState>,
  runPages: Pick<StoreApi<RunPagesState>, 'getState' | 'subscribe'>,
  ports: TabJournalPorts,
  window: JournalWindow,
) {
  const kept = new KeptTabs(window)
  const writer = new JournalWriter(kept, ports, window, () => {
    const { tabs, activeTabId } = workbench.getState()
    return { tabs, activeTabId, data: runPages.getState().data }
  })
  let isFollowing = false
  const changed = () => writer.pass({ type: 'changed', at: window.elapsedMs() })
  const saved = () => writer.pass({ type: 'saved', at: window.elapsedMs() })
  return {
    /** Whether all unsaved work is stored, so that the window can close. */
    isEverythingStored: () => workbench.getState().tabs.every(tab => !isUnsaved(tab) || kept.has(tab)),
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
      kept.start(claimed, restored, understood, data)
      isFollowing = true
      workbench.subscribe((state, before) => {
        if (state.tabs !== before.tabs && state.tabs.some(tab => kept.wasSaved(tab))) saved()
        else if (state.tabs !== before.tabs || state.activeTabId !== before.activeTabId) changed()
      })
      runPages.subscribe((state, before) => {
        if (state.data !== before.data) changed()
      })
      changed()
    },
    /** Call when a new server holds the journal, which knows nothing of this window's tabs. */
    resave(): void {
      kept.forget()
      if (isFollowing) saved()
    },
    /**
     * Call when the window is hidden, after which it may be closed without notice, or when the browser asks
     * whether to close it. Writes before it returns, because the page does not run while the browser asks.
     */
    hide(): void {
      if (isFollowing) writer.pass({ type: 'hidden' })
    },
    /**
     * Call when the page closes: sends the tabs once more, so that nothing depends on a timer. False if it
     * has not started, or if they are too large for a closing page.
     */
    close: () => isFollowing && ports.saveLast(writer.tabsToSend()),
    /** Whether {@link close} can send everything that is not kept yet. */
    canClose: () => isFollowing && !writer.isRetrying && ports.fitsLast(writer.tabsToSend()),
  }
}

/** The tabs of a window, with the data files of its runs. */
interface ShownTabs extends Pick<WorkbenchState, 'tabs' | 'activeTabId'> {
  readonly data: RunPagesState['data']
}

/** Lets time and the server follow the states of the journal. */
class JournalWriter {
  readonly #kept: KeptTabs
  readonly #ports: TabJournalPorts
  readonly #window: JournalWindow
  readonly #shown: () => ShownTabs
  #state = idleJournal
  /** The number of the timer that runs; those before it do nothing. */
  #timer = 0
  #retryDelayMs = 0
  #restUntil = 0
  #isReported = false

  constructor(kept: KeptTabs, ports: TabJournalPorts, window: JournalWindow, shown: () => ShownTabs) {
    this.#kept = kept
    this.#ports = ports
    this.#window = window
    this.#shown = shown
  }

  get isRetrying(): boolean {
    return this.#state.name === 'retrying'
  }

  /** Returns the current tabs, with the drafts that are not kept yet. */
  tabsToSend(): SentTabs {
    return this.#kept.tabsToSend(this.#shown())
  }

  /** Takes an event, and begins the write or the timer that follows. */
  pass(event: JournalEvent): void {
    const { state, effect } = nextJournal(this.#state, event)
    this.#state = state
    if (effect === 'write') void this.#write(state.lastWrite, state.name !== 'writing')
    else if (effect === 'wait to retry') this.#wait(this.#retryDelayMs)
    else if (effect === 'wait for changes') this.#wait(this.#delayOfChange(state.changedAt ?? 0))
  }

  /** A change made during another write has already waited. */
  #delayOfChange(changedAt: number): number {
    const waitMs = Math.min(longestWriteDelayMs, Math.max(writeDelayMs, this.#restUntil - changedAt))
    return Math.max(0, changedAt + waitMs - this.#window.elapsedMs())
  }

  #wait(delayMs: number): void {
    this.#timer += 1
    const own = this.#timer
    this.#window.after(delayMs, () => {
      if (this.#timer === own) this.pass({ type: 'timerEnded' })
    })
  }

  /** Writes all tabs as they are now. */
  async #write(write: number, isRepeated: boolean): Promise<void> {
    const shown = this.#shown()
    const startedAt = this.#window.elapsedMs()
    const sent = this.#kept.tabsToSend(shown)
    this.#restUntil = this.#window.elapsedMs() + (this.#window.elapsedMs() - startedAt) * shareOfTime
    const { outcome, problem } = await this.#save(sent, isRepeated)
    if (outcome === 'saved') this.#kept.confirm(write, shown, sent)
    if (outcome === 'unknown') this.#kept.forget()
    this.#retryDelayMs = retryDelaysMs[outcome]
    if (problem !== null && !this.#isReported)
      this.#window.toasts.showError('Unsaved changes are not kept', problem, { asks: true })
    this.#isReported = problem !== null
    this.pass({ type: 'written', write, outcome, at: this.#window.elapsedMs() })
  }

  /** Resolves to the outcome, with a message for the user or null. */
  async #save(
    sent: SentTabs,
    isRepeated: boolean,
  ): Promise<{ readonly outcome: WriteOutcome; readonly problem: string | null }> {
    try {
      const done = await this.#ports.save(sent)
      const problem = done.state === 'failed' ? `${done.sentence} ${done.nextStep}` : null
      return { outcome: done.state, problem }
    } catch (error) {
      // A lost server is reported elsewhere, and is known to be lost by the second attempt.
      const isKnown = isRepeated && this.#window.isServerThere()
      return { outcome: 'failed', problem: isKnown ? this.#window.describeError(error) : null }
    }
  }
}

/** What the journal has of the tabs of the window. */
class KeptTabs {
  readonly #window: Pick<WindowContext, 'newId'>
  /** The tabs whose drafts the journal has, as they were kept. */
  #tabs = new Map<string, KeptTab>()
  /** The data files of runs that the journal has, by tab. */
  #data: RunPagesState['data'] = {}
  /** Saved tabs that this page cannot parse; they are passed on unchanged. */
  #unread: readonly ReportedTab[] = []
  /** The number of the latest write that was kept. */
  #write = 0

  constructor(window: Pick<WindowContext, 'newId'>) {
    this.#window = window
  }

  start(
    claimed: readonly ClaimedTab[],
    restored: readonly OpenTab[],
    understood: ReadonlySet<string>,
    data: RunPagesState['data'],
  ): void {
    this.#unread = claimed
      .filter(({ tabId, content }) => !understood.has(tabId) && content !== null)
      .map(({ tabId, view }) => ({ tabId, requestId: null, view, draft: { state: 'unchanged' } }))
    this.#tabs = new Map(restored.filter(hasContent).map(tab => [tab.id, { tab, writtenAs: null, edits: 0 }]))
    this.#data = data
  }

  has(tab: OpenTab): boolean {
    const before = this.#tabs.get(tab.id)
    return before !== undefined && isSameContent(before.tab, tab)
  }

  /** Whether the journal has a tab as unsaved that is saved now. */
  wasSaved(tab: OpenTab): boolean {
    const before = this.#tabs.get(tab.id)?.tab
    return before !== undefined && before !== tab && isUnsaved(before) && !isUnsaved(tab)
  }

  forget(): void {
    this.#tabs = new Map()
    this.#data = {}
  }

  /** Takes what was kept, unless a later write was kept before. */
  confirm(write: number, { tabs, data }: ShownTabs, sent: SentTabs): void {
    if (write <= this.#write) return
    this.#write = write
    this.#data = data
    this.#tabs = new Map(tabs.filter(hasContent).map(tab => [tab.id, this.#keptAs(tab, sent)]))
  }

  tabsToSend({ tabs, activeTabId, data }: ShownTabs): SentTabs {
    const open = tabs.map(tab => ({
      tabId: tab.id,
      requestId: isRequestTab(tab) ? (tab.source?.requestId ?? null) : null,
      view: tabView(tab),
      draft: this.#draftOf(tab),
    }))
    return { tabs: [...open, ...this.#dataFiles(tabs, data), ...this.#unread], activeTabId }
  }

  #draftOf(tab: OpenTab): ReportedDraft {
    if (!hasContent(tab)) return { state: 'none' }
    if (this.has(tab)) return { state: 'unchanged' }
    return this.#editOf(tab) ?? { state: 'changed', content: tabContent(tab), id: this.#window.newId() }
  }

  /** Returns the change of a long text since it was kept; null if the whole tab must be written. */
  #editOf(tab: OpenTab): ReportedDraft | null {
    const before = this.#tabs.get(tab.id)
    if (before === undefined || before.writtenAs === null || before.edits >= maxEdits) return null
    if (!isRequestTab(tab) || !isRequestTab(before.tab)) return null
    if (!isSameContent(before.tab, { ...tab, draft: before.tab.draft })) return null
    const edit = bodyTextEdit(before.tab.draft, tab.draft)
    return edit && { state: 'edited', after: before.writtenAs, id: this.#window.newId(), edit }
  }

  /** Returns what the journal has of a tab after it was kept. */
  #keptAs(tab: OpenTab, sent: SentTabs): KeptTab {
    const draft = sent.tabs.find(({ tabId }) => tabId === tab.id)?.draft
    const before = this.#tabs.get(tab.id)
    if (draft?.state === 'changed') return { tab, writtenAs: draft.id ?? null, edits: 0 }
    if (draft?.state === 'edited') return { tab, writtenAs: draft.id, edits: (before?.edits ?? 0) + 1 }
    return { tab, writtenAs: before?.writtenAs ?? null, edits: before?.edits ?? 0 }
  }

  /** Returns the data files of open runs. */
  #dataFiles(tabs: readonly OpenTab[], data: RunPagesState['data']): readonly ReportedTab[] {
    return tabs.flatMap(({ id }) => {
      const file = data[id]
      if (file === undefined || !isStoredDataFile(file)) return []
      const draft: ReportedDraft =
        this.#data[id] === file
          ? { state: 'unchanged' }
          : { state: 'changed', content: dataContent(id, file) }
      return { tabId: dataEntryId(id), requestId: null, view: '', draft }
    })
  }
}
