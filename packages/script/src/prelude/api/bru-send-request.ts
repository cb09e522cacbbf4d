import type { FieldView } from '../../shared/script-view.ts'
import { lowerCaseHeaders } from '../core/header-view.ts'
import { bodyText, parseJson } from '../core/response-view.ts'
import { type Answer, addressText, type OutgoingRequest, startRequest } from '../core/send-request.ts'
import { textOf } from '../core/text-of.ts'
import { URLSearchParams } from '../web/url-search-params.ts'

interface BruResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: Record<string, string | string[]>
  readonly data: unknown
  readonly responseTime: number
}

/** The error for a 4xx or 5xx response, which contains the response (behaviour 4.8). */
class RequestFailedError extends Error {
  readonly response: BruResponse | undefined

  constructor(message: string, response?: BruResponse) {
    super(message)
    this.response = response
  }
}

// Captured before any script runs, because a script could replace it.
const OwnError = Error

const formType = 'application/x-www-form-urlencoded'

/** Fields that would change the request but are not supported. */
const notSupportedFields = ['params', 'auth', 'baseURL'] as const

/**
 * Implements `await bru.sendRequest({ url, method, headers, data })`, with or without callback (behaviour 4.8).
 */
export function bruSendRequest(config: unknown, callback?: unknown): Promise<BruResponse | undefined> {
  // The response arrives when no line of the script runs, so an error takes its position from the call.
  const { stack } = new OwnError()
  return new Promise((resolve, reject) => {
    const settle = (error: RequestFailedError | null, response?: BruResponse) => {
      if (typeof callback === 'function') resolve(callback(error, response))
      else if (error === null) resolve(response)
      else reject(Object.defineProperty(error, 'stack', { value: stack, writable: true, configurable: true }))
    }
    startRequest('bru.sendRequest', outgoing(config), (failure, answer) => {
      if (answer === null) return settle(new RequestFailedError(failure ?? ''))
      const response = responseOf(answer)
      if (response.status < 400) return settle(null, response)
      settle(new RequestFailedError(`Request failed with status code ${response.status}`, response))
    })
  })
}

function outgoing(config: unknown): OutgoingRequest {
  const read = (name: string): unknown =>
    typeof config === 'object' && config !== null ? Reflect.get(config, name) : undefined
  for (const name of notSupportedFields)
    if (read(name) !== undefined) throw new Error(`bru.sendRequest with ${name} is not supported`)
  const headers = Object.entries(read('headers') ?? {}).map(([name, value]) => ({
    name,
    value: String(value),
  }))
  return {
    method: String(read('method') ?? 'GET').toUpperCase(),
    url: addressText('bru.sendRequest', typeof config === 'string' ? config : read('url')),
    headers,
    ...contentOf(read('data'), headers),
  }
}

/** Encodes the content: an object as JSON, or as a form if the headers say so, as Bruno does. */
function contentOf(
  data: unknown,
  headers: readonly FieldView[],
): Pick<OutgoingRequest, 'content' | 'mediaType'> {
  if (data === undefined || data === null) return { content: null, mediaType: null }
  if (data instanceof URLSearchParams) return { content: String(data), mediaType: formType }
  if (typeof data !== 'object') return { content: String(data), mediaType: null }
  const isForm = headers.some(
    ({ name, value }) => name.toLowerCase() === 'content-type' && value.toLowerCase().startsWith(formType),
  )
  return isForm
    ? { content: String(formOf(data)), mediaType: formType }
    : { content: JSON.stringify(data), mediaType: 'application/json' }
}

/** Encodes a form; each item of a list becomes a field `name[]`. */
function formOf(data: object): URLSearchParams {
  return new URLSearchParams(
    Object.entries(data).flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((item): [string, string] => [`${name}[]`, textOf(item)])
        : [[name, textOf(value)]],
    ),
  )
}

function responseOf(answer: Answer): BruResponse {
  return {
    status: answer.statusCode,
    statusText: answer.reasonPhrase,
    headers: lowerCaseHeaders(answer.headers),
    data: jsonOrText(bodyText(answer.bodyId)),
    responseTime: answer.elapsedMs,
  }
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
