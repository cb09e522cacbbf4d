import type { LiveRow, TextWithoutSecrets } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { FollowedReading, type ReadOutcome } from './followed-reading.ts'
import type { LiveListPorts } from './live-list.ts'
import { askedOf, type LiveCalls } from './live-question.ts'
import type { ReadPath, TextPath } from './text-path.ts'

/** The text of a stream of a language model: what its events say, joined. */
export interface StreamTextState {
  /** The JSONPath as typed; empty: the paths that are known. */
  readonly path: string
  /** Why the path cannot be read; null: it can. */
  readonly pathProblem: string | null
  /** The text in pieces, so that a page need not draw all of it again. */
  readonly pieces: readonly string[]
  /** How many events were read, and how many of them have text. */
  readonly readCount: number
  readonly joinedCount: number
  /** Whether the text is longer than what is shown. */
  readonly isCut: boolean
  /** False while events are still read. */
  readonly isWhole: boolean
  /** Why the text could not be read; null: it could. */
  readonly problem: string | null
}

export interface StreamTextPorts extends LiveListPorts {
  /** Reads the data of a message that is longer than its preview; null if it is too long. */
  readData(row: LiveRow): Promise<string | null>
  /** Reads a path that was typed; empty: the paths that are known. */
  readPath(typed: string): Promise<ReadPath>
}

/** How long after the last key a path is applied. */
const typingPauseMs = 300
/** The number of events that one call asks for. */
const readAtOnce = 500
/** The longest text that is shown, in characters. */
const maxTextLength = 1_000_000
/** A piece that is longer is followed by another one. */
const pieceLength = 16_000

const nothingRead = {
  pieces: [],
  readCount: 0,
  joinedCount: 0,
  isCut: false,
  isWhole: false,
  problem: null,
}

/** The text of a session, which is read further as its events arrive. */
export class StreamText {
  readonly store: StoreApi<StreamTextState>
  readonly #sessionId: string
  readonly #calls: Pick<LiveCalls, 'rows' | 'hideSecrets'>
  readonly #ports: StreamTextPorts
  readonly #reading: FollowedReading
  /** Null until the first one is read. */
  #path: TextPath | null = null
  /** Resolves when the path that was typed last is read. */
  #applying: Promise<void>
  /** The position of the next event. */
  #next = 0
  /** How often reading began; an answer to an earlier beginning is dropped. */
  #beginning = 0
  #typing = 0
  /** What is shown and does not change any more. */
  #pieces: readonly string[] = []
  /** The end of the text, which may be the beginning of a secret; not shown as it is. */
  #rest = ''

  /** @param typedPath - the path of the request */
  constructor(
    sessionId: string,
    calls: Pick<LiveCalls, 'rows' | 'hideSecrets'>,
    ports: StreamTextPorts,
    typedPath: string,
  ) {
    this.#sessionId = sessionId
    this.#calls = calls
    this.#ports = ports
    this.#reading = new FollowedReading(() => this.#read(), ports)
    this.store = createStore<StreamTextState>(() => ({ path: typedPath, pathProblem: null, ...nothingRead }))
    this.#applying = this.#apply(typedPath)
  }

  /** Reads the events that have arrived since, if anybody watches. */
  refresh(): void {
    this.#reading.refresh()
  }

  /** Reads the text, and follows it until the returned function is called. */
  watch(): () => void {
    return this.#reading.watch()
  }

  /** Sets the path shortly after the last key; empty: the paths that are known. */
  setPath(typed: string): void {
    this.store.setState({ path: typed })
    this.#typing += 1
    const mine = this.#typing
    this.#ports.after(typingPauseMs, () => {
      if (mine === this.#typing) this.#applying = this.#apply(typed)
    })
  }

  async #apply(typed: string): Promise<void> {
    const mine = this.#typing
    const read = await this.#readPath(typed)
    if (mine !== this.#typing) return
    if (!read.isRead) {
      this.store.setState({ pathProblem: read.problem })
      return
    }
    this.#path = read.path
    this.#next = 0
    this.#pieces = []
    this.#rest = ''
    this.#beginning += 1
    this.store.setState({ ...nothingRead, pathProblem: null })
    this.refresh()
  }

  async #readPath(typed: string): Promise<ReadPath> {
    return this.#ports
      .readPath(typed)
      .catch(error => ({ isRead: false, problem: this.#ports.describeError(error) }))
  }

  async #read(): Promise<ReadOutcome> {
    if (this.store.getState().isCut) return 'whole'
    await this.#applying
    const mine = this.#beginning
    try {
      return await this.#readEvents(() => mine === this.#beginning)
    } catch (error) {
      if (mine !== this.#beginning) return 'more'
      this.store.setState({ problem: this.#ports.describeError(error) })
      return 'whole'
    }
  }

  async #readEvents(isWanted: () => boolean): Promise<ReadOutcome> {
    const asked = { sessionId: this.#sessionId, ...askedOf({ type: null, query: '', direction: 'all' }) }
    const answer = await this.#calls.rows({ ...asked, from: this.#next, count: readAtOnce })
    const texts: string[] = []
    for (const row of answer.rows) {
      const data = row.isCut ? await this.#ports.readData(row) : row.preview
      const text = data === null || !row.isComplete ? null : (this.#path?.textIn(data) ?? null)
      if (text !== null) texts.push(text)
    }
    const added = texts.join('')
    const room = maxTextLength - lengthOf(this.#pieces) - this.#rest.length
    const text = this.#rest + (added.length > room ? added.slice(0, room).toWellFormed() : added)
    const hidden = added === '' ? null : await this.#calls.hideSecrets({ sessionId: this.#sessionId, text })
    if (!isWanted()) return 'more'
    this.#next = (answer.rows.at(-1)?.number ?? this.#next - 1) + 1
    if (hidden !== null) this.#show(text, hidden)
    this.store.setState(({ readCount, joinedCount, isCut }) => ({
      readCount: readCount + answer.rows.length,
      joinedCount: joinedCount + texts.length,
      isCut: isCut || added.length > room,
    }))
    const isBehind = this.#next < answer.endRow && answer.rows.length > 0
    this.store.setState({ isWhole: answer.isWhole && !isBehind, problem: null })
    return isBehind ? 'more' : answer.isWhole ? 'whole' : 'later'
  }

  /** A secret that several events have parts of is hidden once it is whole. */
  #show(text: string, { shown, rest, restLength }: TextWithoutSecrets): void {
    const last = this.#pieces.at(-1)
    if (last !== undefined && last.length < pieceLength)
      this.#pieces = [...this.#pieces.slice(0, -1), last + shown]
    else if (shown !== '') this.#pieces = [...this.#pieces, shown]
    this.#rest = restLength === 0 ? '' : text.slice(-restLength)
    this.store.setState({ pieces: rest === '' ? this.#pieces : [...this.#pieces, rest] })
  }
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}

/** Says why there is no text; null if there is some. */
export function describeNoText({ pieces, readCount, isWhole, pathProblem }: StreamTextState): string | null {
  if (pieces.length > 0) return null
  if (pathProblem !== null) return pathProblem
  if (!isWhole) return 'Reading…'
  if (readCount === 0) return 'Text appears here as it arrives.'
  return 'The events have no text at this path. Type the path of the text, such as $.choices[0].delta.content.'
}
