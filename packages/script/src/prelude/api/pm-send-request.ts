import type { FieldView } from '../../shared/script-view.ts'
import { HeaderView } from '../core/header-view.ts'
import { bodyText, parseJson } from '../core/response-view.ts'
import { type Answer, addressText, type OutgoingRequest, startRequest } from '../core/send-request.ts'
import { textOf } from '../core/text-of.ts'
import { URL } from '../web/url.ts'

/**
 * Implements `pm.sendRequest(requestOrUrl, callback)` (spec 4.10). It returns nothing, so `await` cannot be
 * used on it.
 */
export function pmSendRequest(requestOrUrl: unknown, callback: unknown): void {
  startRequest('pm.sendRequest', outgoing(requestOrUrl), (failure, answer) => {
    if (typeof callback !== 'function') return
    if (answer === null) callback(new Error(failure ?? ''), undefined)
    else callback(null, responseOf(answer))
  })
}

function outgoing(requestOrUrl: unknown): OutgoingRequest {
  if (typeof requestOrUrl !== 'object' || requestOrUrl === null || requestOrUrl instanceof URL)
    return { method: 'GET', url: addressOf(requestOrUrl), headers: [], content: null, mediaType: null }
  const read = (name: string): unknown => Reflect.get(requestOrUrl, name)
  return {
    method: String(read('method') ?? 'GET').toUpperCase(),
    url: addressOf(read('url')),
    headers: fieldsOf(read('header') ?? read('headers')),
    ...contentOf(read('body')),
  }
}

/** Returns the address of a text, a `URL`, or one of Postman's objects, which has the text as `raw`. */
function addressOf(url: unknown): string {
  const isUrlObject = typeof url === 'object' && url !== null && !(url instanceof URL)
  return addressText('pm.sendRequest', isUrlObject ? Reflect.get(url, 'raw') : url)
}

/** Converts an object, a list of `{ key, value }`, or lines `Name: value` (spec 4.10). */
function fieldsOf(header: unknown): readonly FieldView[] {
  if (header === undefined || header === null) return []
  if (typeof header === 'string') return header.split(/\r?\n/).flatMap(fieldOfLine)
  if (Array.isArray(header))
    return header.flatMap(one => (typeof one === 'string' ? fieldOfLine(one) : fieldOfPair(one)))
  return Object.entries(header).map(([name, value]) => ({ name, value: String(value) }))
}

function fieldOfLine(line: string): readonly FieldView[] {
  const colon = line.indexOf(':')
  return colon === -1 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }]
}

function fieldOfPair(pair: unknown): readonly FieldView[] {
  if (typeof pair !== 'object' || pair === null || Reflect.get(pair, 'disabled') === true) return []
  const name = Reflect.get(pair, 'key') ?? Reflect.get(pair, 'name')
  return [{ name: String(name), value: String(Reflect.get(pair, 'value') ?? '') }]
}

type Content = Pick<OutgoingRequest, 'content' | 'mediaType'>

/** Encodes the content: a plain object as JSON, and one with a `mode` accordingly. */
function contentOf(body: unknown): Content {
  if (body === undefined || body === null) return { content: null, mediaType: null }
  if (typeof body !== 'object') return { content: String(body), mediaType: null }
  const read = (name: string): unknown => Reflect.get(body, name)
  switch (read('mode')) {
    case 'raw':
      return { content: textOf(read('raw') ?? ''), mediaType: null }
    case 'urlencoded':
      return { content: formText(read('urlencoded')), mediaType: 'application/x-www-form-urlencoded' }
    case 'graphql':
      return { content: JSON.stringify(read('graphql') ?? {}), mediaType: 'application/json' }
    case 'formdata':
    case 'file':
      throw new Error(`pm.sendRequest with a body of mode ${String(read('mode'))} is not supported`)
  }
  return { content: JSON.stringify(body), mediaType: 'application/json' }
}

function formText(form: unknown): string {
  if (typeof form === 'string') return form
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
  return fieldsOf(form)
    .map(({ name, value }) => `${encode(name)}=${encode(value)}`)
    .join('&')
}

function responseOf(answer: Answer) {
  return {
    code: answer.statusCode,
    status: answer.reasonPhrase,
    responseTime: answer.elapsedMs,
    responseSize: answer.sizeBytes,
    headers: new HeaderView(answer.headers).toObject(),
    text: () => bodyText(answer.bodyId),
    json: () => parseJson(bodyText(answer.bodyId)),
  }
}
