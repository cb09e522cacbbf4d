import type { HistoryEntry, HistorySummary, HistoryTests } from '@parley/model'
import { readWholeBody } from '../server-client/body-actions.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import { earlierSend } from './runs/earlier-run.ts'
import { responseOf, type SendState } from './tabs/request-tab.ts'

/** One of two responses that are compared side by side. */
export interface ComparedResponse {
  /** Milliseconds since the epoch; null: the latest of its tab. */
  readonly sentAt: number | null
  readonly statusCode: number
  readonly reasonPhrase: string
  /** Null if it is not known. */
  readonly elapsedMs: number | null
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** Empty if the body was not stored. */
  readonly handle: string
  readonly missingBody: HistoryEntry['missingBody']
  /** Its body if that is not stored under the handle. */
  readonly text?: string
  /** The environment that it was sent with; absent: none, or not known. */
  readonly environment?: string
  readonly tests?: HistoryTests
  /** In place of when it was sent. */
  readonly label?: string
}

/** More text does not help readers, and uses the page's memory. */
const comparedCharacters = 2_000_000

/** Returns the part of a text that is compared. */
export function comparedText(text: string): string {
  return text.length <= comparedCharacters ? text : `${text.slice(0, comparedCharacters)}\n… cut at 2 MB`
}

/** Reads the text of a body. Rejects if the server does not respond. */
export async function readComparedBody(
  bodies: Pick<ServerClient['bodies'], 'readText'>,
  { handle, missingBody, text }: ComparedResponse,
  view: 'pretty' | 'raw',
): Promise<string> {
  if (text !== undefined) return comparedText(text)
  if (missingBody === 'tooLarge') return 'The body was larger than 10 MB and is not in the history.'
  if (missingBody === 'lost') return 'The file of this body no longer exists.'
  return handle === '' ? '' : comparedText(await readWholeBody(bodies, { handle, view, format: 'auto' }))
}

/**
 * Returns an entry of the history and the send that a tab shows as they are compared; null if one has no response.
 * @param listed - the summaries of the history, for what the shown send was sent with
 */
export function comparedSends(
  entry: HistoryEntry,
  shown: SendState,
  listed: readonly HistorySummary[],
): readonly [ComparedResponse, ComparedResponse] | null {
  const [earlier, present] = [earlierSend(entry, { state: 'idle' }), shown].map(comparedResponse)
  if (!earlier || !present) return null
  const shownId = 'sendId' in shown ? shown.sendId : ''
  const summary = listed.find(({ id }) => id === shownId)
  return [
    { ...earlier, ...sentWith(entry) },
    { ...present, ...sentWith(summary) },
  ]
}

const sentWith = (entry: HistorySummary | undefined): Pick<ComparedResponse, 'environment' | 'tests'> => ({
  ...(entry?.environment === undefined ? {} : { environment: entry.environment }),
  ...(entry?.tests === undefined ? {} : { tests: entry.tests }),
})

/** Returns the parts of a send that can be compared; null if there is no response. */
export function comparedResponse(send: SendState): ComparedResponse | null {
  const response = responseOf(send)
  if (response === null) return null
  const earlier = 'earlier' in send ? send.earlier : undefined
  return {
    sentAt: earlier?.sentAt ?? null,
    statusCode: response.statusCode,
    reasonPhrase: response.reasonPhrase,
    elapsedMs: send.state === 'answered' ? send.exchange.timings.totalMs : 0,
    headers: response.headers,
    handle: response.content.handle,
    missingBody: earlier?.missingBody ?? null,
  }
}

/** Returns the headers as text, sorted by name, so that their order makes no difference. */
export function headersText({ headers }: ComparedResponse): string {
  return headers
    .map(({ name, value }) => `${name.toLowerCase()}: ${value}`)
    .toSorted()
    .join('\n')
}
