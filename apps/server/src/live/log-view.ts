import type { FileBodyStore } from '@parley/appdata'
import { SecretHider, type WithheldValue } from '@parley/engine'
import type { BodyTexts } from '../bodies/body-texts.ts'
import { waitForCallLimit } from '../bodies/value-or-later.ts'
import type { LiveExport, LiveMessage, LiveRows, TextWithoutSecrets } from '../contract/index.ts'
import type { DerivedBody } from './derived-body.ts'
import { type AskedExport, LogExport } from './log-export.ts'
import { type AskedList, listsAll, questionOf } from './log-question.ts'
import type { MessageLog } from './message-log.ts'
import { OpenedMessages } from './opened-messages.ts'
import { readRows } from './read-rows.ts'
import { LogSearch } from './search/log-search.ts'
import type { LogThreads } from './search/log-threads.ts'

/** How many searches of a log are kept. */
const maxSearches = 4

export interface AskedRows extends AskedList {
  /** The position of the first row. */
  readonly from: number
  readonly count: number
}

/** The part of {@link LiveRows} that follows from the log alone. */
export type LogRows = Pick<LiveRows, 'rows' | 'firstRow' | 'endRow' | 'isWhole' | 'problem'>

export interface LogViewParts {
  readonly bodies: FileBodyStore
  readonly bodyTexts: Pick<BodyTexts, 'release'>
  readonly threads: LogThreads
  /** Returns the secrets that the messages may carry; their names are shown in place of their values. */
  readonly secrets: () => Promise<readonly WithheldValue[]>
}

/** Shows the messages of a log: lists them, searches them, opens and exports them. */
export class LogView {
  readonly #log: MessageLog
  readonly #threads: LogThreads
  readonly #secrets: LogViewParts['secrets']
  readonly #messages: OpenedMessages
  readonly #export: LogExport
  /** By question, least recently used first. */
  readonly #searches = new Map<string, LogSearch>()

  constructor(log: MessageLog, { bodies, bodyTexts, threads, secrets }: LogViewParts) {
    this.#log = log
    this.#secrets = secrets
    this.#threads = threads
    this.#messages = new OpenedMessages(log, bodies, bodyTexts)
    this.#export = new LogExport(log, bodies, bodyTexts, threads)
  }

  async rows(asked: AskedRows): Promise<LogRows> {
    const secrets = await this.#secrets()
    const hider = new SecretHider(secrets)
    return listsAll(asked) ? this.#allRows(asked, hider) : this.#foundRows(asked, hider, secrets)
  }

  /** Opens a message; null if it was dropped or does not exist. */
  async open(number: number): Promise<LiveMessage | null> {
    return this.#messages.open(number, new SecretHider(await this.#secrets()))
  }

  /** Returns the types of all messages, the most frequent ones first. */
  async types(maxCount: number): Promise<Pick<LiveRows, 'types' | 'otherTypesCount'>> {
    const { types, otherTypesCount } = this.#log.index.types.mostFrequent(maxCount)
    const hider = new SecretHider(await this.#secrets())
    const counts = new Map<string, number>()
    for (const { type, count } of types) {
      const shown = hider.hide(type)
      counts.set(shown, (counts.get(shown) ?? 0) + count)
    }
    return { types: [...counts].map(([type, count]) => ({ type, count })), otherTypesCount }
  }

  /** Returns a text of several messages without secrets. */
  async hideSecrets(text: string): Promise<TextWithoutSecrets> {
    const hider = new SecretHider(await this.#secrets())
    if (hider.isEmpty) return { shown: text, rest: '', restLength: 0 }
    const end = hider.safeEnd(text)
    return {
      shown: hider.hide(text.slice(0, end)),
      rest: hider.hide(text.slice(end)),
      restLength: text.length - end,
    }
  }

  async export(asked: AskedExport): Promise<LiveExport> {
    return this.#export.make(asked, await this.#secrets())
  }

  /** Returns a body that was made from messages; null if there is none with this handle. */
  body(handle: string): DerivedBody | null {
    return this.#messages.body(handle) ?? this.#export.body(handle)
  }

  /** Ends all searches, and deletes what was made from messages. */
  async release(): Promise<void> {
    for (const search of this.#searches.values()) search.stop()
    this.#searches.clear()
    await Promise.all([this.#messages.release(), this.#export.release()])
  }

  async #allRows({ from, count }: AskedRows, hider: SecretHider): Promise<LogRows> {
    const { firstNumber, endNumber } = this.#log.index
    const first = Math.max(from, firstNumber)
    const end = Math.min(first + count, endNumber)
    const numbers = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
    const rows = await readRows(this.#log, numbers, hider)
    return { rows, firstRow: firstNumber, endRow: endNumber, isWhole: true, problem: null }
  }

  async #foundRows(
    { from, count, ...asked }: AskedRows,
    hider: SecretHider,
    secrets: readonly WithheldValue[],
  ): Promise<LogRows> {
    const texts = secrets.map(({ name, text }) => [name, text])
    const key = JSON.stringify([asked.filter, asked.query, texts])
    const search = this.#search(key, asked, secrets)
    await Promise.race([search.extend(), waitForCallLimit()])
    const { found, problem, isAtEnd } = search
    const firstRow = found.firstFrom(this.#log.index.firstNumber)
    const first = Math.max(from, firstRow)
    const endRow = found.length
    // Whoever asks again wants to try again.
    if (problem !== null) this.#searches.delete(key)
    const rows = await readRows(this.#log, found.slice(first, first + count), hider)
    return { rows, firstRow, endRow, isWhole: isAtEnd, problem }
  }

  #search(key: string, asked: AskedList, secrets: readonly WithheldValue[]): LogSearch {
    const question = () => questionOf(this.#log, asked, secrets)
    const search = this.#searches.get(key) ?? new LogSearch(this.#log, question, this.#threads)
    this.#searches.delete(key)
    this.#searches.set(key, search)
    for (const other of [...this.#searches.keys()].slice(0, -maxSearches)) {
      this.#searches.get(other)?.stop()
      this.#searches.delete(other)
    }
    return search
  }
}
