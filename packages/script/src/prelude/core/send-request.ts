import type { FieldView } from '../../shared/script-view.ts'
import { callHost } from '../host.ts'
import { stopAtForbiddenHeader } from '../request/request-overrides.ts'
import { isUnwaited, runUnwaited } from '../unwaited.ts'
import { URL } from '../web/url.ts'
import { view } from './run-state.ts'
import { refuseWithheldNames } from './variable-store.ts'

export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly FieldView[]
  readonly content: string | null
  /** Used as Content-Type if the script sets none. */
  readonly mediaType: string | null
}

/** The response to a script's own request; its body is at the host under `bodyId`. */
export interface Answer {
  readonly statusCode: number
  readonly reasonPhrase: string
  readonly headers: readonly FieldView[]
  readonly elapsedMs: number
  readonly sizeBytes: number
  readonly bodyId: number
}

/** Exactly one of the two is set. */
type Settle = (failure: string | null, answer: Answer | null) => void

const waiting = new Map<number, Settle>()
let lastId = 0

/** @throws if the value cannot be an address */
export function addressText(caller: string, url: unknown): string {
  if (typeof url === 'string' || url instanceof URL) return String(url)
  throw new TypeError(`${caller} needs a URL`)
}

/**
 * Sends through the application, so that its proxy and certificates apply. `settle` is called later, and the
 * script does not end before (behaviour 4.10). A withheld secret in the request, or a header that only the sender
 * may set, stops the script.
 * @throws in a post-response script, and at the 6th call
 */
export function startRequest(caller: string, request: OutgoingRequest, settle: Settle): void {
  if (view().phase !== 'preRequest') throw new Error(`${caller} is not available in this context`)
  const fields = request.headers.flatMap(({ name, value }) => [name, value])
  for (const text of [request.method, request.url, request.content ?? '', ...fields])
    refuseWithheldNames(text)
  for (const { name } of request.headers) stopAtForbiddenHeader(name)
  lastId += 1
  callHost('send', lastId, request.method, request.url, request.content, request.mediaType, ...fields)
  waiting.set(lastId, isUnwaited() ? (failure, answer) => runUnwaited(() => settle(failure, answer)) : settle)
}

/** Called by the host; `json` is an {@link Answer}, or a sentence if the request failed. */
export function deliverAnswer(id: number, isAnswered: boolean, json: string): void {
  const settle = waiting.get(id)
  waiting.delete(id)
  if (isAnswered) settle?.(null, JSON.parse(json))
  else settle?.(json, null)
}
