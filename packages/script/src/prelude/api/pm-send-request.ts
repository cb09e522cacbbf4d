import { addNote, noEffect } from '../core/add-note.ts'
import { describeError } from '../core/describe-error.ts'
import { HeaderView } from '../core/header-view.ts'
import { contentOf, fieldsOf } from '../core/postman-parts.ts'
import { bodyText, parseJson } from '../core/response-view.ts'
import { type Answer, addressText, type OutgoingRequest, startRequest } from '../core/send-request.ts'
import { URL } from '../web/url.ts'

/**
 * Implements `pm.sendRequest(requestOrUrl, callback)` (behaviour 4.10). It returns nothing to await: without a
 * callback, the result throws if it is awaited; with one, that leaves a note.
 */
export function pmSendRequest(requestOrUrl: unknown, callback?: unknown): unknown {
  noteUnused(requestOrUrl)
  startRequest(name, outgoing(requestOrUrl), (failure, answer) => {
    if (typeof callback !== 'function') return
    if (answer === null) callback(new Error(failure ?? ''), undefined)
    else callback(null, responseOf(answer))
  })
  if (typeof callback === 'function') return notWaitedFor()
  addNote(name, 'has no callback, so its response is not used')
  return nothingToAwait()
}

const name = 'pm.sendRequest'

// Captured before any script runs, because a script could replace it.
const OwnError = Error

/** Returns an object that throws if it is awaited, with the position of the call. */
function nothingToAwait(): object {
  const error = new OwnError(`${name} takes a callback and returns nothing to await`)
  return Object.defineProperty({}, 'then', {
    get() {
      throw error
    },
  })
}

/** Returns an object that leaves a note with the position of the call if it is awaited. */
function notWaitedFor(): object {
  const place = describeError(new OwnError())
  return Object.defineProperty({}, 'then', {
    get() {
      addNote(name, 'returns nothing to await, so what follows does not wait for its callback', place)
    },
  })
}

/** Fields that other clients send and Parley does not. */
const unusedFields = ['auth', 'proxy', 'certificate'] as const

function noteUnused(request: unknown): void {
  if (typeof request !== 'object' || request === null) return
  for (const field of unusedFields) {
    const value: unknown = Reflect.get(request, field)
    if (value !== undefined && value !== null) addNote(`${field} in ${name}`, noEffect)
  }
}

function outgoing(requestOrUrl: unknown): OutgoingRequest {
  if (typeof requestOrUrl !== 'object' || requestOrUrl === null || requestOrUrl instanceof URL)
    return { method: 'GET', url: addressOf(requestOrUrl), headers: [], content: null, mediaType: null }
  const read = (name: string): unknown => Reflect.get(requestOrUrl, name)
  return {
    method: String(read('method') ?? 'GET').toUpperCase(),
    url: addressOf(read('url')),
    headers: fieldsOf(read('header') ?? read('headers')),
    ...contentOf(name, read('body')),
  }
}

/** Returns the address of a text, a `URL`, or one of Postman's objects, which has the text as `raw`. */
function addressOf(url: unknown): string {
  const isUrlObject = typeof url === 'object' && url !== null && !(url instanceof URL)
  return addressText(name, isUrlObject ? Reflect.get(url, 'raw') : url)
}

function responseOf(answer: Answer) {
  return {
    code: answer.statusCode,
    status: answer.reasonPhrase,
    responseTime: answer.elapsedMs,
    responseSize: answer.sizeBytes,
    headers: new HeaderView('headers', answer.headers).toObject(),
    text: () => bodyText(answer.bodyId),
    json: () => parseJson(bodyText(answer.bodyId)),
  }
}
