import type { HistoryEntry, HistoryTests } from '@parley/model'
import { createStore } from 'zustand/vanilla'
import { readWholeBody } from '../server-client/body-actions.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from '../window/window-context.ts'
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

/** One of two messages of live sessions that are compared. */
export interface ComparedMessage {
  /** `Received 14:36:12.418` */
  readonly label: string
}

export interface Comparison {
  /** The older one. */
  readonly left: ComparedResponse | ComparedMessage
  readonly right: ComparedResponse | ComparedMessage
  /** The texts of their bodies; null until both are read. */
  readonly bodies: readonly [string, string] | null
}

/** More text does not help readers, and uses the page's memory. */
const comparedCharacters = 2_000_000

/** Returns the part of a text that is compared. */
export function comparedText(text: string): string {
  return text.length <= comparedCharacters ? text : `${text.slice(0, comparedCharacters)}\n… cut at 2 MB`
}

export type Compare = ReturnType<typeof createCompare>

/** The two responses that are compared; null: none. */
export function createCompare(
  bodies: Pick<ServerClient['bodies'], 'readText'>,
  window: Pick<WindowContext, 'describeError'>,
) {
  const store = createStore<{ readonly comparison: Comparison | null }>(() => ({ comparison: null }))

  async function bodyText(side: ComparedResponse, view: 'pretty' | 'raw'): Promise<string> {
    const { handle, missingBody, text } = side
    if (text !== undefined) return comparedText(text)
    if (missingBody === 'tooLarge') return 'The body was larger than 10 MB and is not in the history.'
    if (missingBody === 'lost') return 'The file of this body no longer exists.'
    if (handle === '') return ''
    try {
      return comparedText(await readWholeBody(bodies, { handle, view, format: 'auto' }))
    } catch (error) {
      return window.describeError(error)
    }
  }

  return {
    store,
    /** @param view - of bodies that are not texts already */
    async open(
      one: ComparedResponse,
      other: ComparedResponse,
      view: 'pretty' | 'raw' = 'pretty',
    ): Promise<void> {
      const isInOrder = (one.sentAt ?? Number.POSITIVE_INFINITY) <= (other.sentAt ?? Number.POSITIVE_INFINITY)
      const [left, right] = isInOrder ? [one, other] : [other, one]
      store.setState({ comparison: { left, right, bodies: null } })
      const bodies = await Promise.all([bodyText(left, view), bodyText(right, view)])
      if (store.getState().comparison?.left === left) store.setState({ comparison: { left, right, bodies } })
    },
    /** Shows two texts that were read already. */
    show: (comparison: Comparison) => store.setState({ comparison }),
    close: () => store.setState({ comparison: null }),
  }
}

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
