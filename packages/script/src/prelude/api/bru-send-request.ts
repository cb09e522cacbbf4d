import { lowerCaseHeaders } from '../core/header-view.ts'
import { bodyText, parseJson } from '../core/response-view.ts'
import { type Answer, type OutgoingRequest, sendOut } from '../core/send-request.ts'

interface BruResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: Record<string, string | string[]>
  readonly data: unknown
  readonly responseTime: number
}

/** The error of an answer with 4xx or 5xx, which carries the answer (spec 4.8). */
class RequestFailedError extends Error {
  readonly response: BruResponse | undefined

  constructor(message: string, response?: BruResponse) {
    super(message)
    this.response = response
  }
}

/** `await bru.sendRequest({ url, method, headers, data })`, with or without callback (spec 4.8). */
export function bruSendRequest(config: unknown, callback?: unknown): Promise<BruResponse | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (error: RequestFailedError | null, response?: BruResponse) => {
      if (typeof callback === 'function') resolve(callback(error, response))
      else if (error === null) resolve(response)
      else reject(error)
    }
    sendOut('bru.sendRequest', outgoing(config), (failure, answer) => {
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
  const data = read('data')
  const isJson = typeof data === 'object' && data !== null
  return {
    method: String(read('method') ?? 'GET').toUpperCase(),
    url: String(typeof config === 'string' ? config : read('url')),
    headers: Object.entries(read('headers') ?? {}).map(([name, value]) => ({ name, value: String(value) })),
    content: data === undefined || data === null ? null : isJson ? JSON.stringify(data) : String(data),
    mediaType: isJson ? 'application/json' : null,
  }
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
