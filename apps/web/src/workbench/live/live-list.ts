import type { LiveCounts, LiveRow, LiveRows, LiveState } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WindowContext } from '../../window/window-context.ts'
import { FollowedReading, type ReadOutcome } from './followed-reading.ts'
import {
  type LineRange,
  type ListOrder,
  type ListWindow,
  lineCount,
  missingRows,
  positionOf,
  rowsAround,
} from './list-window.ts'
import { askedOf, type LiveCalls, type LiveQuestion, listsAll } from './live-question.ts'
import { findBoundary, newBoundary, type RowBoundary } from './row-boundary.ts'

/** A list of the messages of one session, as it is shown. */
export interface LiveListState {
  /** Null until it was read. */
  readonly session: LiveState | null
  readonly counts: LiveCounts
  /** The types of all messages with their counts. */
  readonly types: LiveRows['types']
  readonly otherTypesCount: number
  /** The type that is listed; null: all. */
  readonly type: string | null
  /** Whether only messages of one side are listed. */
  readonly direction: LiveQuestion['direction']
  /** As typed; it is searched for shortly after. */
  readonly query: string
  readonly order: ListOrder
  /** The rows that are shown: from `firstRow` to before `endRow`. */
  readonly firstRow: number
  readonly endRow: number
  /** False while messages are still indexed or searched. */
  readonly isWhole: boolean
  /** Rows around the visible ones, by position. */
  readonly rows: ReadonlyMap<number, LiveRow>
  /** The position of the row that the arrow keys have marked; null: none. */
  readonly marked: number | null
  /** False while new messages are not shown. */
  readonly isFollowing: boolean
  /** How many messages arrived since then. */
  readonly unseenCount: number
  /** Whether older messages are hidden from view. */
  readonly isCleared: boolean
  /** The newest message, shortly after it arrived, for screen readers; null: nothing to announce. */
  readonly announced: LiveRow | null
  /** Why the list could not be read; null: it could. */
  readonly problem: string | null
}

export type LiveListPorts = Pick<WindowContext, 'after' | 'describeError'>

/** How long after the last key the server searches. */
const typingPauseMs = 100
/** The shortest time between two announcements. */
const announceMs = 2_000
/** The longest query that the server accepts. */
const maxQueryLength = 1000
/** How many rows are read before it is known how many there are. */
const firstRead = { from: 0, count: 100 }
/** How many rows are read besides with the news that there are more. */
const newRows = 40

const noCounts: LiveCounts = { received: 0, sent: 0, notes: 0, dropped: 0 }

function emptyState(order: ListOrder): LiveListState {
  return {
    session: null,
    counts: noCounts,
    types: [],
    otherTypesCount: 0,
    type: null,
    direction: 'all',
    query: '',
    order,
    firstRow: 0,
    endRow: 0,
    isWhole: false,
    rows: new Map(),
    marked: null,
    isFollowing: true,
    unseenCount: 0,
    isCleared: false,
    announced: null,
    problem: null,
  }
}

/** A list of which the rows around the visible ones are read from the server. */
export class LiveList {
  readonly store: StoreApi<LiveListState>
  readonly #sessionId: string
  readonly #calls: Pick<LiveCalls, 'rows'>
  readonly #ports: LiveListPorts
  readonly #reading: FollowedReading
  /** What the rows were requested for; each change makes another object. */
  #question: LiveQuestion = { type: null, query: '', direction: 'all' }
  #isAnswered = false
  #visible: LineRange = { first: 0, count: 0 }
  #cleared: RowBoundary | null = null
  #paused: RowBoundary | null = null
  #typing = 0
  #isAnnouncing = false

  constructor(sessionId: string, calls: Pick<LiveCalls, 'rows'>, ports: LiveListPorts, order: ListOrder) {
    this.#sessionId = sessionId
    this.#calls = calls
    this.#ports = ports
    this.store = createStore<LiveListState>(() => emptyState(order))
    this.#reading = new FollowedReading(() => this.#read(), ports)
  }

  /** Which messages are listed, for an export of them. */
  get question(): LiveQuestion {
    return this.#question
  }

  /** Reads what has changed in the session, if anybody watches. */
  refresh(): void {
    this.#reading.refresh()
  }

  /** Reads the list, and follows it until the returned function is called. */
  watch(): () => void {
    return this.#reading.watch()
  }

  /** Sets which lines are visible; their rows are read. */
  show(first: number, count: number): void {
    this.#visible = { first, count }
    const state = this.store.getState()
    if (missingRows(state, this.#visible, state.rows) !== null) this.refresh()
  }

  /** Lists the messages of one type, or of all. */
  chooseType(type: string | null): void {
    this.store.setState({ type })
    this.#change({ ...this.#question, type })
  }

  /** Lists the messages of one side, or of both. */
  chooseDirection(direction: LiveQuestion['direction']): void {
    this.store.setState({ direction })
    this.#change({ ...this.#question, direction })
  }

  /** Searches shortly after the last key. */
  search(text: string): void {
    const query = text.slice(0, maxQueryLength)
    this.store.setState({ query })
    this.#typing += 1
    const mine = this.#typing
    this.#ports.after(typingPauseMs, () => {
      if (mine === this.#typing) this.#change({ ...this.#question, query })
    })
  }

  setOrder(order: ListOrder): void {
    this.store.setState({ order })
    this.refresh()
  }

  /** Shows new messages as they arrive, or keeps the list unchanged. */
  setFollowing(isFollowing: boolean): void {
    const { session, endRow, isWhole, ...before } = this.store.getState()
    if (isFollowing === before.isFollowing || session === null) return
    const boundary = newBoundary(this.#nextNumber())
    const isFound = isWhole || this.#listsAll()
    this.#paused = isFollowing ? null : isFound ? { ...boundary, position: endRow, isFound } : boundary
    this.store.setState({ isFollowing, ...(isFollowing && { unseenCount: 0 }) })
    this.refresh()
  }

  /** Hides the messages that arrived so far from view; the session keeps them. */
  clear(): void {
    const { endRow } = this.store.getState()
    this.#cleared = { ...newBoundary(this.#nextNumber()), position: endRow }
    this.#paused = null
    this.store.setState({
      isCleared: true,
      firstRow: endRow,
      rows: new Map(),
      marked: null,
      isFollowing: true,
      unseenCount: 0,
    })
    this.refresh()
  }

  /** Shows again what was cleared. */
  showCleared(): void {
    this.#cleared = null
    this.store.setState({ isCleared: false })
    this.refresh()
  }

  /**
   * Marks the row in a line, or the nearest line that there is. A list that the user moves in does not move by
   * itself.
   */
  mark(line: number): void {
    const state = this.store.getState()
    const lines = lineCount(state)
    if (lines === 0) return
    this.store.setState({ marked: positionOf(state, Math.min(Math.max(line, 0), lines - 1)) })
    if (state.session?.state === 'open') this.setFollowing(false)
  }

  /** Whether the list that is shown has a row for each message. */
  #listsAll(): boolean {
    return this.#isAnswered && listsAll(this.#question)
  }

  /** The number of the first message that is not listed yet: the counts of an answer may be newer than its rows. */
  #nextNumber(): number {
    const { counts, endRow } = this.store.getState()
    return this.#listsAll() ? endRow : totalOf(counts)
  }

  #change(next: LiveQuestion): void {
    const { type, query, direction } = this.#question
    if (next.type === type && next.query === query && next.direction === direction) return
    this.#question = next
    this.#isAnswered = false
    this.#cleared = this.#cleared && newBoundary(this.#cleared.number)
    this.#paused = this.#paused && newBoundary(this.#paused.number)
    this.store.setState({ isWhole: false })
    this.refresh()
  }

  async #read(): Promise<ReadOutcome> {
    const asked = this.#question
    try {
      return await this.#readRows(asked)
    } catch (error) {
      if (asked === this.#question) this.store.setState({ problem: this.#ports.describeError(error) })
      return asked === this.#question ? 'whole' : 'more'
    }
  }

  /** Reads how long the list is now, and its visible rows, so that no row is shown before it is known. */
  async #readRows(asked: LiveQuestion): Promise<ReadOutcome> {
    const state = this.store.getState()
    const range = this.#isAnswered
      ? (missingRows(state, this.#visible, state.rows) ?? { from: state.endRow, count: newRows })
      : firstRead
    const answer = await this.#ask(asked, range)
    if (asked === this.#question) await this.#findBoundaries(asked, answer)
    const known = this.#isAnswered ? state.rows : []
    const rows = new Map([...known, ...placed(asked, range.from, answer)])
    await this.#addVisible(asked, answer, rows)
    if (asked !== this.#question) return 'more'
    this.#place(answer, rows)
    return answer.isWhole ? 'whole' : 'later'
  }

  /** Adds the visible rows that are still missing, as far as the server has them. */
  async #addVisible(asked: LiveQuestion, answer: LiveRows, rows: Map<number, LiveRow>): Promise<void> {
    while (asked === this.#question) {
      const range = missingRows(this.#windowOf(answer), this.#visible, rows)
      if (range === null) return
      for (const [position, row] of placed(asked, range.from, await this.#ask(asked, range)))
        rows.set(position, row)
      // Dropped meanwhile: the next read says which row is the first one left.
      if (!rows.has(range.from)) return
    }
  }

  #ask(asked: LiveQuestion, range: { readonly from: number; readonly count: number }): Promise<LiveRows> {
    return this.#calls.rows({ sessionId: this.#sessionId, ...askedOf(asked), ...range })
  }

  async #findBoundaries(asked: LiveQuestion, { endRow }: LiveRows): Promise<void> {
    const find = async (boundary: RowBoundary | null): Promise<RowBoundary | null> => {
      if (boundary === null) return null
      if (listsAll(asked)) return { ...boundary, position: boundary.number, isFound: true }
      return findBoundary(boundary, endRow, async from => {
        const { rows } = await this.#ask(asked, { from, count: 1 })
        return rows[0]?.number ?? null
      })
    }
    const before = { cleared: this.#cleared, paused: this.#paused }
    const found = { cleared: await find(before.cleared), paused: await find(before.paused) }
    // Unless the user cleared or paused again meanwhile.
    if (this.#cleared === before.cleared) this.#cleared = found.cleared
    if (this.#paused === before.paused) this.#paused = found.paused
  }

  #place(answer: LiveRows, rows: ReadonlyMap<number, LiveRow>): void {
    const { marked } = this.store.getState()
    const list = this.#windowOf(answer)
    const { state: session, counts, types, otherTypesCount, isWhole, problem } = answer
    this.store.setState({
      ...list,
      session,
      counts,
      types,
      otherTypesCount,
      isWhole,
      rows: rowsAround(list, this.#visible, rows),
      marked: this.#isAnswered && marked !== null && marked >= list.firstRow ? marked : null,
      unseenCount: this.#paused === null ? 0 : Math.max(0, totalOf(counts) - this.#paused.number),
      problem: problem === null ? null : `${problem.sentence} ${problem.nextStep}`,
    })
    this.#isAnswered = true
    this.#announceNewest()
  }

  /** Returns the rows that are neither cleared nor newer than the pause. */
  #windowOf({ firstRow, endRow }: LiveRows): ListWindow {
    const { order } = this.store.getState()
    const hidden = this.#cleared === null ? 0 : this.#cleared.isFound ? this.#cleared.position : endRow
    const first = Math.max(firstRow, hidden)
    const end = this.#paused?.isFound ? Math.min(endRow, this.#paused.position) : endRow
    return { order, firstRow: first, endRow: Math.max(first, end) }
  }

  /** The messages of a fast stream follow each other faster than they can be read out. */
  #announceNewest(): void {
    const { session, announced, ...state } = this.store.getState()
    const newest = newestOf(state)
    if (this.#isAnnouncing || session?.state !== 'open' || newest === null) return
    if (newest.number <= (announced?.number ?? -1)) return
    this.#isAnnouncing = true
    this.#ports.after(announceMs, () => {
      this.#isAnnouncing = false
      const now = this.store.getState()
      if (now.isFollowing) this.store.setState({ announced: newestOf(now) ?? now.announced })
    })
  }
}

/** Returns the rows of an answer with their positions; of all messages, each has that of its number. */
function placed(asked: LiveQuestion, from: number, { rows, firstRow }: LiveRows): [number, LiveRow][] {
  const first = Math.max(from, firstRow)
  return rows.map((row, at) => [listsAll(asked) ? row.number : first + at, row])
}

/** How many rows a session has had, which is the number of the next one. */
function totalOf({ received, sent, notes }: LiveCounts): number {
  return received + sent + notes
}

function newestOf({ rows, endRow }: Pick<LiveListState, 'rows' | 'endRow'>): LiveRow | null {
  return rows.get(endRow - 1) ?? null
}
