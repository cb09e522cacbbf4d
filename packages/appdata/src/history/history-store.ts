import type { SendOutcome } from '@parley/engine'
import {
  failed,
  type HistoryEntry,
  type HistorySummary,
  type HttpRequest,
  maximumHistoryBodyBytes,
  maximumHistoryEntries,
  ok,
  type Result,
  reasonPhraseOf,
} from '@parley/model'
import type { AppDatabase } from '../database/app-database.ts'
import type { HistoryRow, HistorySummaryRow } from '../database/history-table.ts'
import type { FileBodyStore } from '../file-body-store.ts'
import type { Locked } from '../secrets/locked.ts'
import type { Vault } from '../secrets/vault.ts'
import type { HistoryBodies } from './history-bodies.ts'
import {
  outcomeOf,
  responseOf,
  type SentFrom,
  type StoredSession,
  summaryOf,
  withHandle,
} from './history-outcome.ts'

export interface HistoryQuery {
  /** Parts of method, URL, status or environment, in any case; empty: all entries. */
  readonly search: string
  /** Only the sends of this request; null: of all requests. */
  readonly requestId: string | null
  readonly offset: number
  readonly limit: number
}

export interface HistoryPage {
  /** The newest first. */
  readonly entries: readonly HistorySummary[]
  /** The number of entries on all pages. */
  readonly totalEntries: number
}

/** The stored parts of an entry besides its summary. */
interface Detail extends Pick<HistoryEntry, 'request' | 'outcome' | 'missingBody'> {
  /** Those that the request had, if its content is stored, which may repeat them. */
  readonly secrets?: readonly NamedSecret[]
}

/** What is stored with some sends. */
interface AddedParts {
  /** Those that the request had. */
  readonly secrets?: readonly NamedSecret[]
  /** Resolves to the session of a stream once its list is in the store of bodies; it must not reject. */
  readonly keepingSession?: Promise<StoredSession | null> | null
}

/** A secret with its name. */
export interface NamedSecret {
  readonly name: string
  readonly text: string
}

/**
 * Stores the last sends (behaviour 2.4): the requests as typed and as sent, encrypted in the database, and the
 * responses' content as files.
 */
export class HistoryStore {
  readonly #database: Pick<AppDatabase, 'run'>
  readonly #vault: Vault
  readonly #bodies: HistoryBodies

  constructor(database: Pick<AppDatabase, 'run'>, vault: Vault, bodies: HistoryBodies) {
    this.#database = database
    this.#vault = vault
    this.#bodies = bodies
  }

  /**
   * Stores a send and returns the entries that were dropped. Copying its content begins before this returns,
   * so that the store may release the body. Rejects without storing anything, for example if the disk is
   * full.
   */
  async add(
    send: SentFrom & { readonly request: HttpRequest },
    sent: SendOutcome,
    store: Pick<FileBodyStore, 'copyTo'>,
    { secrets = [], keepingSession = null }: AddedParts = {},
  ): Promise<Result<readonly string[], Locked>> {
    const { id, request } = send
    const content = responseOf(outcomeOf(sent))?.content
    const isTooLarge = (content?.decodedBytes ?? 0) > maximumHistoryBodyBytes
    const hasBody = content !== undefined && content.handle !== '' && !isTooLarge
    const isKept = hasBody && (await this.#bodies.keep(content.handle, id, store))
    const session = await keepingSession
    const logHandle = session?.logHandle ?? null
    const hasLog = logHandle !== null && (await this.#bodies.keep(logHandle, logName(id), store))
    const detail: Detail = {
      request,
      outcome: withHandle(outcomeOf(sent), isKept ? id : ''),
      missingBody: isTooLarge ? 'tooLarge' : null,
      ...(secrets.length > 0 && (isKept || hasLog) ? { secrets } : {}),
    }
    const files = { bodyFile: isKept ? id : null, logFile: hasLog ? logName(id) : null }
    const added = await this.#insert(summaryOf(send, sent, session), detail, files).catch(async error => {
      await this.#bodies.remove([id, logName(id)])
      throw error
    })
    await this.#bodies.remove(added.ok ? added.value : [id, logName(id)])
    return added
  }

  /** Returns the entries, those that were sent last first: a stream ends long after it was sent. */
  async list({ search, requestId, offset, limit }: HistoryQuery): Promise<Result<HistoryPage, Locked>> {
    const found: HistorySummary[] = []
    const words = search
      .toLowerCase()
      .split(/\s+/)
      .filter(word => word !== '')
    let unreadable: Locked | null = null
    let isAnyReadable = false
    for (const row of await this.#database.run('listHistory', requestId)) {
      const unsealed = await this.#vault.unseal(summaryPlace(row.id), row.summary)
      if (!unsealed.ok) {
        if (unsealed.failure.reason !== 'damaged') return unsealed
        unreadable = unsealed.failure
        continue
      }
      isAnyReadable = true
      const summary = summaryIn(row, unsealed.value)
      const text = searchedText(summary)
      if (words.every(word => text.includes(word))) found.push(summary)
    }
    // One damaged entry hides no other; if all are unreadable, the key is at fault.
    if (unreadable !== null && !isAnyReadable) return failed(unreadable)
    return ok({ entries: inOrderOfSending(found).slice(offset, offset + limit), totalEntries: found.length })
  }

  /**
   * Returns null if there is no such entry. The handle of its content is the name of a file in
   * `bodiesFolder`.
   */
  async read(id: string): Promise<Result<HistoryEntry | null, Locked>> {
    const row = await this.#database.run('readHistory', id)
    if (row === null) return ok(null)
    const summary = await this.#vault.unseal(summaryPlace(id), row.summary)
    const detail = await this.#vault.unseal(detailPlace(id), row.detail)
    if (!summary.ok) return summary
    if (!detail.ok) return detail
    const { secrets: _, ...kept }: Detail = JSON.parse(detail.value)
    const isLost = row.bodyFile !== null && !(await this.#bodies.has(row.bodyFile))
    const hasLog = row.logFile !== null && (await this.#bodies.has(row.logFile))
    const log = hasLog ? { logHandle: logName(id) } : {}
    const entry: HistoryEntry = { ...summaryIn(row, summary.value), ...kept, ...log }
    return ok(isLost ? { ...entry, outcome: withHandle(kept.outcome, ''), missingBody: 'lost' } : entry)
  }

  /**
   * Returns the secrets that the request of an entry had, which its content may repeat after they were changed or removed.
   * None for an entry from before they were stored.
   */
  async secretsOf(id: string): Promise<Result<readonly NamedSecret[], Locked>> {
    const row = await this.#database.run('readHistory', id)
    if (row === null) return ok([])
    const detail = await this.#vault.unseal(detailPlace(id), row.detail)
    if (!detail.ok) return detail
    const { secrets = [] }: Detail = JSON.parse(detail.value)
    return ok(secrets)
  }

  /** Moves the entries of one request to the one it was saved as. Needs no key. */
  moveRuns(from: string, to: string): Promise<void> {
    return this.#database.run('moveHistory', from, to)
  }

  /** Removes entries and returns the handles of their bodies. Needs no key. */
  async remove(ids: readonly string[]): Promise<readonly string[]> {
    const files = await this.#database.run('removeHistory', ids)
    await this.#bodies.remove(files)
    return files
  }

  /** {@link remove} of all entries. */
  async clear(): Promise<readonly string[]> {
    const files = await this.#database.run('clearHistory')
    await this.#bodies.remove(files)
    return files
  }

  /** Returns the folder with the files of the bodies. */
  get bodiesFolder(): string {
    return this.#bodies.folder
  }

  async #insert(
    summary: HistorySummary,
    detail: Detail,
    files: Pick<HistoryRow, 'bodyFile' | 'logFile'>,
  ): Promise<Result<readonly string[], Locked>> {
    const { id, sentAt, requestId } = summary
    const sealedSummary = await this.#vault.seal(summaryPlace(id), JSON.stringify(summary))
    if (!sealedSummary.ok) return sealedSummary
    const sealedDetail = await this.#vault.seal(detailPlace(id), JSON.stringify(detail))
    if (!sealedDetail.ok) return sealedDetail
    const row = { id, sentAt, requestId, summary: sealedSummary.value, detail: sealedDetail.value }
    return ok(await this.#database.run('addHistory', { ...row, ...files }, maximumHistoryEntries))
  }
}

/**
 * Returns the summary with the row's request id, because a request gets another id when it is first saved.
 */
function summaryIn({ requestId }: HistorySummaryRow, text: string): HistorySummary {
  const summary: HistorySummary = JSON.parse(text)
  return { ...summary, requestId: requestId ?? summary.requestId }
}

/**
 * Returns entries that were stored last first in the order of their sending: a stream is stored when it ends. The order
 * of others does not follow their times, as a clock may have been set back between them.
 */
function inOrderOfSending(entries: readonly HistorySummary[]): readonly HistorySummary[] {
  const ordered: HistorySummary[] = []
  for (const entry of entries.toReversed()) {
    const endedAt = entry.sentAt + entry.elapsedMs
    const at = ordered.findIndex(({ sentAt }) => sentAt <= entry.sentAt || sentAt > endedAt)
    ordered.splice(at < 0 ? ordered.length : at, 0, entry)
  }
  return ordered
}

/** The text that a search looks at, in lower case, with the outcome as the page words it. */
function searchedText(summary: HistorySummary): string {
  const { method, url, state, statusCode, callStatus, failureCode = '', environment = '' } = summary
  const status = statusCode === null ? '' : `${statusCode} ${reasonPhraseOf(statusCode)}`
  const call = callStatus === undefined ? '' : `${callStatus.code} ${callStatus.name}`
  const outcome = state === 'cancelled' ? 'cancelled stopped' : state === 'failed' ? 'failed' : ''
  return [method, url, status, call, outcome, failureCode, environment].join(' ').toLowerCase()
}

/** The name of the file with the list of a session. */
function logName(id: string): string {
  return `${id}.log`
}

function summaryPlace(id: string): string {
  return JSON.stringify(['history', id, 'summary'])
}

function detailPlace(id: string): string {
  return JSON.stringify(['history', id, 'detail'])
}
