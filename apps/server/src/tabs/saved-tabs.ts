import {
  type AppData,
  DatabaseError,
  describeLocked,
  type Locked,
  type OpenTab,
  type TabSession,
} from '@parley/appdata'
import { becauseOf, failureCodeOf, nextStepFor } from '@parley/files'
import { ok, type Result } from '@parley/model'
import type {
  ClaimedTab,
  ClaimedTabs,
  NotDone,
  ReportedDraft,
  ReportedTab,
  TabsSaved,
  UnsavedTab,
} from '../contract/index.ts'
import { limitKeychainWait } from '../limit-keychain-wait.ts'
import { logFault } from '../log-fault.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { type DraftContent, type DraftEdit, DraftEdits, type ReadDraft, readDraft } from './draft-edits.ts'

export interface SavedTabsOptions {
  readonly appData: Pick<AppData, 'drafts' | 'vault'>
  /** The key under which the app data stores what belongs to the workspace. */
  readonly workspaceKey: string
  /** Returns null if the request is gone or damaged. */
  readonly readRequest: (requestId: string) => Promise<ClaimedTab['opened']>
  readonly windows: Pick<WindowEvents, 'isOpen' | 'mayReconnect'>
}

/** The current tabs of one window. */
export interface WindowTabs {
  readonly windowId: string
  /** In the order of the tab strip. */
  readonly tabs: readonly ReportedTab[]
  readonly activeTabId: string | null
}

/** The latest tabs of a window that wait to be written. */
interface WaitingTabs {
  latest: WindowTabs
  readonly written: Promise<Result<Written, Locked>>
}

/** `unknown`: nothing was written, as what an edit follows is not stored. */
type Written = 'saved' | 'unknown'

interface HeldTab extends OpenTab {
  readonly unsaved?: UnsavedTab
  readonly windowId: string | null
  readonly hasDraft: boolean
}

/**
 * The open tabs of all windows of a workspace, which are restored after a restart or a crash (behaviour,
 * Unsaved work). A tab belongs to the window that shows it; the tabs of a closed window go to the
 * next window that opens.
 */
export class SavedTabs {
  readonly #options: SavedTabsOptions
  /** The tabs of all windows, in order; null until the journal is read. */
  #held: readonly HeldTab[] | null = null
  #activeTabId: string | null = null
  /**
   * Reads and writes run one after another, as each replaces what the previous one wrote. A call that returns while
   * the keychain asks keeps its place.
   */
  #queue: Promise<unknown> = Promise.resolve()
  /** By window. */
  readonly #waiting = new Map<string, WaitingTabs>()
  readonly #edits = new DraftEdits()

  constructor(options: SavedTabsOptions) {
    this.#options = options
  }

  /** Gives a window the tabs that no other window shows. */
  async claim(windowId: string): Promise<ClaimedTabs> {
    let isAnswered = false
    const claimed = this.#next(async () => (isAnswered ? ok(waitingForKey) : this.#claim(windowId)))
    const result = await this.#limitKeychainWait(claimed)
    if (result.ok) return result.value
    // Nobody would show the tabs any more.
    isAnswered = true
    if (result.failure.reason === 'asking') return waitingForKey
    return { state: 'given', tabs: [], activeTabId: null, problem: describeLocked(result.failure) }
  }

  /** Stores the tabs of a window, with the contents that changed. */
  async keep(tabs: WindowTabs): Promise<TabsSaved> {
    try {
      const kept = await this.#limitKeychainWait(this.#writeInTurn(tabs))
      if (kept.ok) return { state: kept.value }
      return kept.failure.reason === 'asking'
        ? { state: 'waiting' }
        : { state: 'failed', ...describeLocked(kept.failure) }
    } catch (error) {
      return notKept(error)
    }
  }

  /** Returns what the windows show and have not saved. */
  unsaved(): readonly UnsavedTab[] {
    return (this.#held ?? []).flatMap(({ unsaved }) => unsaved ?? [])
  }

  /** Resolves when no write is pending. */
  async settled(): Promise<void> {
    await this.#queue
  }

  #next<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = this.#queue.then(work)
    this.#queue = next.catch(() => undefined)
    return next
  }

  async #claim(windowId: string): Promise<Result<ClaimedTabs, Locked>> {
    const read = await this.#read()
    if (!read.ok) return read
    const { drafts, locked } = read.value
    const { readRequest, windows } = this.#options
    const others = (this.#held ?? []).filter(tab => tab.windowId !== windowId)
    // The tabs of a window that may reconnect must not go to another one.
    if (others.some(tab => tab.windowId !== null && windows.mayReconnect(tab.windowId)))
      return ok({ state: 'waiting', for: 'otherWindow' })
    const byTab = new Map(drafts.map(draft => [draft.tabId, draft]))
    const tabs: ClaimedTab[] = []
    const held: HeldTab[] = []
    for (const tab of this.#held ?? []) {
      const isShown = tab.windowId !== null && tab.windowId !== windowId && windows.isOpen(tab.windowId)
      const { content = null, edits = [] } = byTab.get(tab.tabId) ?? {}
      const isHandedOut = !isShown && (content !== null || !tab.hasDraft)
      held.push(isHandedOut ? { ...tab, windowId } : tab)
      if (!isHandedOut) continue
      const { tabId, requestId, view } = tab
      const opened = content === null && requestId !== null ? await readRequest(requestId) : null
      if (content !== null || opened !== null) tabs.push({ tabId, view, content, edits, opened })
    }
    this.#held = held
    const problem = locked === null ? null : describeLocked(locked)
    return ok({ state: 'given', tabs, activeTabId: this.#activeTabId, problem })
  }

  /** Writes the tabs of a window after what was called before; of those that wait only the latest are written. */
  #writeInTurn(tabs: WindowTabs): Promise<Result<Written, Locked>> {
    const { windowId } = tabs
    const before = this.#waiting.get(windowId)
    if (before !== undefined) {
      before.latest = tabs
      return before.written
    }
    const written = this.#next(() => {
      this.#waiting.delete(windowId)
      return this.#write(own.latest)
    })
    const own: WaitingTabs = { latest: tabs, written }
    this.#waiting.set(windowId, own)
    return written
  }

  /** Reads all drafts of this workspace, and on the first call the list of tabs. */
  async #read(): Promise<Result<ReadOwnDrafts, Locked>> {
    const { appData, workspaceKey } = this.#options
    const { drafts, locked } = await appData.drafts.readAll()
    const own = drafts.map(readDraft).filter(({ workspace }) => workspace === workspaceKey)
    if (this.#held === null) {
      const session = await appData.drafts.readSession(workspaceKey)
      if (!session.ok) return session
      this.#held = heldOf(session.value, own)
      this.#activeTabId = session.value?.activeTabId ?? null
      for (const { tabId, ids } of own) this.#edits.begin(tabId, ids)
    }
    return ok({ drafts: own, locked })
  }

  async #write({ windowId, tabs, activeTabId }: WindowTabs): Promise<Result<Written, Locked>> {
    if (this.#held === null) {
      const read = await this.#read()
      if (!read.ok) return read
    }
    const { drafts } = this.#options.appData
    if (!tabs.every(({ tabId, draft }) => this.#isKnown(tabId, draft))) return ok('unknown')
    const before = this.#held ?? []
    const listed = new Set(tabs.map(({ tabId }) => tabId))
    const hadDraft = new Set(before.filter(tab => tab.hasDraft).map(({ tabId }) => tabId))
    const others = before.filter(tab => tab.windowId !== windowId && !listed.has(tab.tabId))
    for (const [at, { tabId, draft }] of tabs.entries()) {
      const written = await this.#writeDraft(tabId, others.length + at, draft)
      if (!written.ok) return written
    }
    const own = tabs.map(({ tabId, requestId, view, draft, unsaved }): HeldTab => {
      const hasDraft = draft.state === 'unchanged' ? hadDraft.has(tabId) : draft.state !== 'none'
      return { tabId, requestId, view, windowId, hasDraft, ...(unsaved === undefined ? {} : { unsaved }) }
    })
    const held = [...others, ...own]
    const session = { tabs: held.map(toOpenTab), activeTabId }
    const written = await drafts.writeSession(this.#options.workspaceKey, session)
    if (!written.ok) return written
    const withDraft = new Set(held.filter(tab => tab.hasDraft).map(({ tabId }) => tabId))
    for (const tabId of hadDraft) {
      if (withDraft.has(tabId)) continue
      await drafts.remove(tabId)
      this.#edits.forget(tabId)
    }
    this.#held = held
    this.#activeTabId = activeTabId
    return ok('saved')
  }

  #isKnown(tabId: string, draft: ReportedDraft): boolean {
    return draft.state !== 'edited' || this.#edits.numberAfter(tabId, draft.after) !== null
  }

  async #writeDraft(tabId: string, position: number, draft: ReportedDraft): Promise<Result<null, Locked>> {
    const { appData, workspaceKey: workspace } = this.#options
    if (draft.state === 'edited') {
      const { id, after, edit } = draft
      const number = this.#edits.numberAfter(tabId, after) ?? 1
      const content = JSON.stringify({ id, after, edit } satisfies DraftEdit)
      const written = await appData.drafts.writeEdit(tabId, number, content)
      if (written.ok) this.#edits.add(tabId, number, id)
      return written
    }
    if (draft.state !== 'changed') return ok(null)
    const { content, id } = draft
    const whole: DraftContent = { workspace, content, ...(id === undefined ? {} : { id }) }
    const written = await appData.drafts.write({ tabId, position, content: JSON.stringify(whole) })
    if (written.ok) this.#edits.begin(tabId, id === undefined ? [] : [id])
    return written
  }

  #limitKeychainWait<Value>(work: Promise<Result<Value, Locked>>): Promise<Result<Value, Locked>> {
    return limitKeychainWait(this.#options.appData.vault, work, () => {})
  }
}

const waitingForKey = { state: 'waiting', for: 'keychain' } as const satisfies ClaimedTabs

/** The readable drafts of a workspace, and why others cannot be read. */
interface ReadOwnDrafts {
  readonly drafts: readonly ReadDraft[]
  readonly locked: Locked | null
}

/** Returns the tabs of the session, followed by those of drafts that were written after it. */
function heldOf(session: TabSession | null, drafts: readonly ReadDraft[]): readonly HeldTab[] {
  const drafted = new Set(drafts.map(({ tabId }) => tabId))
  const listed = (session?.tabs ?? []).map(tab => ({
    ...tab,
    windowId: null,
    hasDraft: tab.hasDraft || drafted.has(tab.tabId),
  }))
  const known = new Set(listed.map(({ tabId }) => tabId))
  const unlisted = drafts.filter(({ tabId }) => !known.has(tabId))
  return [
    ...listed,
    ...unlisted.map(({ tabId }) => ({ tabId, requestId: null, view: '', windowId: null, hasDraft: true })),
  ]
}

function toOpenTab({ tabId, requestId, view, hasDraft }: HeldTab): OpenTab {
  return { tabId, requestId, view, hasDraft }
}

function notKept(error: unknown): NotDone {
  if (!(error instanceof DatabaseError)) logFault('keeping the open tabs', error)
  const code = failureCodeOf(error)
  return {
    state: 'failed',
    sentence: `Unsaved changes could not be saved on the disk${becauseOf(code)}. They are in this window only.`,
    nextStep: nextStepFor(code, 'Save them, free some space on the disk, or check the app data folder.'),
  }
}
