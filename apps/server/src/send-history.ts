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
  type SentSession,
  type StoredSession,
} from '@parley/appdata'
import type { History, SendOutcome, WithheldValue } from '@parley/engine'
import { becauseOf, failureCodeOf, nextStepFor } from '@parley/files'
import type { HistoryEntry, HttpRequest, Response, Result } from '@parley/model'
import type { BodyTexts } from './bodies/body-texts.ts'
import type { ReceivedResponse } from './bodies/received-response.ts'
import type { HistoryEvent } from './contract/index.ts'
import { limitKeychainWait } from './limit-keychain-wait.ts'
import { logFault } from './log-fault.ts'

/** How long a closing server waits for entries that are being stored. */
const closingWaitMs = 2000

export interface SendHistoryOptions {
  readonly appData: Pick<AppData, 'history' | 'vault'>
  readonly bodies: FileBodyStore
  readonly bodyTexts: BodyTexts
  /** Called when there are changes for all windows. */
  readonly onChange: () => void
}

/** Stores and reads the history of sends (behaviour 2.4). Its bodies are read like those of sends. */
export class SendHistory {
  readonly #options: SendHistoryOptions
  /** Entries that are being stored. None of the promises rejects. */
  readonly #pending = new Set<Promise<void>>()
  /** The responses of entries that were read, by the handles of their bodies. */
  readonly #opened = new Map<string, ReceivedResponse>()
  /** The IDs of requests that were saved since, by the IDs of their unsaved tabs. */
  readonly #savedAs = new Map<string, string>()
  #revision = 0
  #problem: HistoryEvent['problem'] = null

  constructor(options: SendHistoryOptions) {
    this.#options = options
  }

  /**
   * Returns the engine's port for one send. Sends do not wait for the disk: their entries are stored in the
   * background.
   * @param keepSession - stores the list of a session; called when the send has ended
   */
  recorderOf(sent: SentFrom, keepSession: () => Promise<SentSession> | null): History {
    const begunAt = performance.now()
    return {
      record: async (request, outcome, secrets) => {
        const elapsedMs = Math.round(performance.now() - begunAt)
        const session = keepSession()?.then(kept => ({ ...kept, elapsedMs })) ?? null
        const keeping = this.#keep({ ...sent, request }, outcome, secrets, session)
        this.#pending.add(keeping)
        void keeping.then(() => this.#pending.delete(keeping))
      },
    }
  }

  /** The state of the history, for the windows. */
  get event(): HistoryEvent {
    return { type: 'history', revision: this.#revision, problem: this.#problem }
  }

  list(query: HistoryQuery): Promise<Result<HistoryPage, Locked>> {
    return this.#limitKeychainWait(this.#options.appData.history.list(query))
  }

  /** Returns an entry; null if there is none. From then on its body can be read by its handle. */
  async read(id: string): Promise<Result<HistoryEntry | null, Locked>> {
    const { appData, bodies } = this.#options
    const read = await this.#limitKeychainWait(appData.history.read(id))
    const entry = read.ok ? read.value : null
    const response = entry === null ? null : responseOf(entry)
    const handle = response?.content.handle ?? ''
    if (entry?.logHandle !== undefined && bodies.sizeBytes(entry.logHandle) === null)
      await bodies.adopt(appData.history.bodiesFolder, entry.logHandle)
    if (entry === null || response === null || handle === '' || this.#opened.has(handle)) return read
    await bodies.adopt(appData.history.bodiesFolder, handle)
    this.#opened.set(handle, { response, targetUri: targetOf(entry), isGrowing: false })
    return read
  }

  /** Returns the secrets that an entry's request had, which its response may repeat; none while the key cannot be read. */
  async secretsOf(id: string): Promise<readonly WithheldValue[]> {
    const read = await this.#limitKeychainWait(this.#options.appData.history.secretsOf(id))
    return read.ok ? read.value : []
  }

  /** Returns the response of a body; null if the body is of no entry that was read. */
  received(handle: string): ReceivedResponse | null {
    return this.#opened.get(handle) ?? null
  }

  /**
   * Moves the entries of an unsaved request to the request that it was saved as (behaviour 2.4), including those
   * of running sends. If the database fails, the entries stay in the history, and the windows are notified.
   */
  async moveRuns(from: string, to: string): Promise<void> {
    this.#savedAs.set(from, to)
    await this.#moveKept(from, to)
    // These entries were being written under the old ID just now.
    void Promise.all(this.#pending).then(() => this.#moveKept(from, to))
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#releaseBodies(await this.#options.appData.history.remove(ids))
  }

  async clear(): Promise<void> {
    await this.#releaseBodies(await this.#options.appData.history.clear())
  }

  /**
   * Closes after pending entries are stored, unless that takes too long: the keychain may be waiting for the
   * user.
   */
  async close(): Promise<void> {
    await Promise.race([Promise.all(this.#pending), sleep(closingWaitMs, undefined, { ref: false })])
  }

  async #keep(
    from: SentFrom & { readonly request: HttpRequest },
    sent: SendOutcome,
    secrets: readonly WithheldValue[],
    keepingSession: Promise<StoredSession> | null,
  ): Promise<void> {
    const { appData, bodies } = this.#options
    try {
      const requestId = this.#savedAs.get(from.requestId) ?? from.requestId
      const added = await appData.history.add({ ...from, requestId }, sent, bodies, {
        secrets,
        keepingSession,
      })
      this.#problem = added.ok ? null : describeLocked(added.failure)
      await this.#releaseBodies(added.ok ? added.value : [])
    } catch (error) {
      this.#problem = notKept(error)
      this.#notify()
    }
    const session = await keepingSession
    if (session !== null && session.logHandle !== null) await bodies.release(session.logHandle)
  }

  async #moveKept(from: string, to: string): Promise<void> {
    try {
      await this.#options.appData.history.moveRuns(from, to)
    } catch (error) {
      this.#problem = notKept(error)
    }
    this.#notify()
  }

  /**
   * Treats data as locked while the user is being asked for the key, and notifies all windows when that is
   * over.
   */
  #limitKeychainWait<Value>(reading: Promise<Result<Value, Locked>>): Promise<Result<Value, Locked>> {
    return limitKeychainWait(this.#options.appData.vault, reading, () => this.#notify())
  }

  async #releaseBodies(handles: readonly string[]): Promise<void> {
    for (const handle of handles) {
      if (this.#opened.delete(handle)) await this.#options.bodyTexts.release(handle)
    }
    this.#notify()
  }

  #notify(): void {
    this.#revision += 1
    this.#options.onChange()
  }
}

function notKept(error: unknown): NonNullable<HistoryEvent['problem']> {
  const code = failureCodeOf(error)
  // Neither the disk nor the database failed, so this is a bug.
  if (code === '' && !(error instanceof DatabaseError)) logFault('keeping a send in the history', error)
  return {
    sentence: `The last send could not be saved in the history${becauseOf(code)}.`,
    nextStep: nextStepFor(code, 'Free some space on the disk, or check the app data folder.'),
  }
}

function responseOf({ outcome }: HistoryEntry): Response | null {
  return outcome.state === 'answered' ? outcome.exchange.response : outcome.response
}

/** Returns the target of the last request, which got the response. */
function targetOf({ outcome, url }: HistoryEntry): string {
  const sent = outcome.state === 'answered' ? outcome.exchange.request : outcome.attempt?.request
  return sent?.targetUri ?? url
}
