import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AppData,
  DatabaseError,
  describeLocked,
  type FileBodyStore,
  type HistoryPage,
  type HistoryQuery,
  type Locked,
  type SentFrom,
} from '@parley/appdata'
import type { History, SendOutcome } from '@parley/engine'
import { becauseOf, failureCodeOf, nextStepFor } from '@parley/files'
import type { HistoryEntry, HttpRequest, Response, Result } from '@parley/model'
import type { BodyTexts } from './bodies/body-texts.ts'
import type { ReceivedResponse } from './bodies/received-response.ts'
import type { HistoryEvent } from './contract/index.ts'
import { logFault } from './log-fault.ts'
import { unlessAsking } from './unless-asking.ts'

/** How long a server that ends waits for what is still to be kept. */
const closingWaitMs = 2000

export interface SendHistoryOptions {
  readonly appData: Pick<AppData, 'history' | 'vault'>
  readonly bodies: FileBodyStore
  readonly bodyTexts: BodyTexts
  /** There is news for all windows. */
  readonly onChange: () => void
}

/** The history of sends (spec 2.4) as the server keeps and reads it; its bodies are read like those of sends. */
export class SendHistory {
  readonly #options: SendHistoryOptions
  /** What is being kept. None rejects. */
  readonly #pending = new Set<Promise<void>>()
  /** The responses of the entries that were read, by the handles of their bodies. */
  readonly #opened = new Map<string, ReceivedResponse>()
  /** What requests are called since they were saved, by the ids that they had before. */
  readonly #savedAs = new Map<string, string>()
  #revision = 0
  #problem: HistoryEvent['problem'] = null

  constructor(options: SendHistoryOptions) {
    this.#options = options
  }

  /** The engine's port for one send. No send waits for the disk: an entry is kept beside it. */
  recorderOf(sent: SentFrom): History {
    return {
      record: async (request, outcome) => {
        const keeping = this.#keep(sent, request, outcome)
        this.#pending.add(keeping)
        void keeping.then(() => this.#pending.delete(keeping))
      },
    }
  }

  /** How the history stands, for the windows. */
  get event(): HistoryEvent {
    return { type: 'history', revision: this.#revision, problem: this.#problem }
  }

  list(query: HistoryQuery): Promise<Result<HistoryPage, Locked>> {
    return this.#unlessAsking(this.#options.appData.history.list(query))
  }

  /** Null where there is no such entry. The body of one that was read can be read by its handle. */
  async read(id: string): Promise<Result<HistoryEntry | null, Locked>> {
    const { appData, bodies } = this.#options
    const read = await this.#unlessAsking(appData.history.read(id))
    const entry = read.ok ? read.value : null
    const response = entry === null ? null : responseOf(entry)
    const handle = response?.content.handle ?? ''
    if (entry === null || response === null || handle === '' || this.#opened.has(handle)) return read
    await bodies.adopt(appData.history.bodiesFolder, handle)
    this.#opened.set(handle, { response, targetUri: targetOf(entry), isGrowing: false })
    return read
  }

  /** What came with a body; null where it is of no entry that was read. */
  received(handle: string): ReceivedResponse | null {
    return this.#opened.get(handle) ?? null
  }

  /**
   * Gives the runs of an unsaved request to the one that it was saved as (spec 2.4), those of sends that still run
   * as well. Where the database fails they stay in the history, and the windows are told.
   */
  async moveRuns(from: string, to: string): Promise<void> {
    this.#savedAs.set(from, to)
    await this.#moveKept(from, to)
    // Entries that were being written under the old id just now.
    void Promise.all(this.#pending).then(() => this.#moveKept(from, to))
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#giveUp(await this.#options.appData.history.remove(ids))
  }

  async clear(): Promise<void> {
    await this.#giveUp(await this.#options.appData.history.clear())
  }

  /** After what is being kept, unless that takes too long: a keychain may be asking the user. */
  async close(): Promise<void> {
    await Promise.race([Promise.all(this.#pending), sleep(closingWaitMs, undefined, { ref: false })])
  }

  async #keep(from: SentFrom, request: HttpRequest, sent: SendOutcome): Promise<void> {
    const { appData, bodies } = this.#options
    try {
      const requestId = this.#savedAs.get(from.requestId) ?? from.requestId
      const added = await appData.history.add({ ...from, requestId, request }, sent, bodies)
      this.#problem = added.ok ? null : describeLocked(added.failure)
      await this.#giveUp(added.ok ? added.value : [])
    } catch (error) {
      this.#problem = notKept(error)
      this.#tell()
    }
  }

  async #moveKept(from: string, to: string): Promise<void> {
    try {
      await this.#options.appData.history.moveRuns(from, to)
    } catch (error) {
      this.#problem = notKept(error)
    }
    this.#tell()
  }

  /** While the user is asked for the key, things are locked; all windows are told once that is over. */
  #unlessAsking<Value>(reading: Promise<Result<Value, Locked>>): Promise<Result<Value, Locked>> {
    return unlessAsking(this.#options.appData.vault, reading, () => this.#tell())
  }

  async #giveUp(handles: readonly string[]): Promise<void> {
    for (const handle of handles) {
      if (this.#opened.delete(handle)) await this.#options.bodyTexts.release(handle)
    }
    this.#tell()
  }

  #tell(): void {
    this.#revision += 1
    this.#options.onChange()
  }
}

function notKept(error: unknown): NonNullable<HistoryEvent['problem']> {
  const code = failureCodeOf(error)
  // Neither the disk nor the database: a bug.
  if (code === '' && !(error instanceof DatabaseError)) logFault('keeping a send in the history', error)
  return {
    sentence: `The last send could not be saved in the history${becauseOf(code)}.`,
    nextStep: nextStepFor(code, 'Make room on the disk, or check the folder of the app data.'),
  }
}

function responseOf({ outcome }: HistoryEntry): Response | null {
  return outcome.state === 'answered' ? outcome.exchange.response : outcome.response
}

/** Of the last request, which brought the response. */
function targetOf({ outcome, url }: HistoryEntry): string {
  const sent = outcome.state === 'answered' ? outcome.exchange.request : outcome.attempt?.request
  return sent?.targetUri ?? url
}
