import { fillUrl } from '@parley/engine'
import type { BodyView } from '../../shared/script-view.ts'
import { addNote, noEffect } from '../core/add-note.ts'
import { type HeaderItem, HeaderView } from '../core/header-view.ts'
import { NotingObject, noteMissing } from '../core/note-missing.ts'
import { contentOf, fieldsOf } from '../core/postman-parts.ts'
import { parseJson } from '../core/response-view.ts'
import { view } from '../core/run-state.ts'
import { textOf } from '../core/text-of.ts'
import { fillReadable } from '../core/variable-store.ts'
import { EditableHeaders } from './editable-headers.ts'
import {
  overriddenBody,
  overriddenHeaders,
  overriddenMethod,
  overriddenUrl,
  setBody,
  setHeader,
  setMethod,
  setUrl,
} from './request-overrides.ts'

/** Returns the URL with variables filled in (behaviour 4.6); a withheld secret stays `{{name}}`. */
export function requestUrl(): string {
  const { phase, request } = view()
  if (phase === 'postResponse') return request.url
  const pathParams = request.pathParams.map(one => ({ ...one, enabled: true }))
  const url = overriddenUrl() ?? request.url
  const plain = fillReadable(fill => fill(url), url)
  // A path variable without a value stays as typed here; the send itself reports it.
  return fillReadable(fill => fillUrl(url, pathParams, fill), plain)
}

/** Returns the method in upper case (behaviour 4.6). */
export function requestMethod(): string {
  const { method } = view().request
  return overriddenMethod() ?? fillReadable(fill => fill(method), method).toUpperCase()
}

/** Returns the headers as sent; before the send, only those that scripts set (behaviour 4.6, 4.8). */
export function requestHeaders(owner: string): EditableHeaders {
  return new EditableHeaders(`${owner}.headers`, overriddenHeaders, 'null')
}

/** Returns the body as typed, before variables are filled in; JSON as a value (behaviour 4.8). */
export function requestBody(): unknown {
  const overridden = overriddenBody()
  if (overridden !== null) return overridden.value
  const { body } = view().request
  switch (body.type) {
    case 'none':
      return undefined
    case 'text':
      return body.text
    case 'json':
      return jsonOrText(body.text)
    case 'graphql':
      return { query: body.query, variables: jsonOrText(body.variables) }
    case 'urlEncoded':
      return body.fields.map(({ name, value }) => ({ name, value, enabled: true }))
    case 'multipart':
    case 'file':
      throw new Error(`req.getBody is not available for a ${body.type} body`)
  }
}

/** Parses JSON, or returns the text if it is not valid JSON, for example because of a bare `{{name}}`. */
function jsonOrText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** A body with the names that Postman gives to modes; forms with files have no content here. */
interface PostmanBody {
  readonly mode: 'raw' | 'urlencoded' | 'formdata' | 'file' | 'graphql'
  readonly raw?: string
  readonly urlencoded?: readonly { readonly key: string; readonly value: string }[]
  readonly graphql?: { readonly query: string; readonly variables: string }
}

/** The members that `tool.request` and `pm.request` share (behaviour 4.6). */
export class ScriptRequest extends NotingObject {
  readonly #owner: string

  /** @param owner the object with this request, for notes and errors */
  constructor(owner: string) {
    super(`${owner}.request`)
    this.#owner = owner
  }

  get url(): string {
    return requestUrl()
  }

  set url(url: unknown) {
    setUrl(`${this.#owner}.request.url`, url)
  }

  get method(): string {
    return requestMethod()
  }

  set method(method: unknown) {
    setMethod(method)
  }

  get headers(): HeaderView {
    return requestHeaders(`${this.#owner}.request`)
  }

  set headers(headers: unknown) {
    const fields = headers instanceof HeaderView ? headers.all() : headers
    for (const { name, value } of fieldsOf(fields)) setHeader(name, value)
  }

  get name(): string {
    return view().requestName
  }

  set name(_name: unknown) {
    addNote(`${this.#owner}.request.name =`, noEffect)
  }

  get id(): string {
    return view().requestId
  }

  set id(_id: unknown) {
    addNote(`${this.#owner}.request.id =`, noEffect)
  }

  /** Returns the body in the shape that Postman scripts expect. */
  get body(): PostmanBody | undefined {
    const overridden = overriddenBody()
    const body =
      overridden === null
        ? postmanBody(view().request.body)
        : ({ mode: 'raw', raw: textOf(overridden.value) } as const)
    return body && noteMissing(`${this.#owner}.request.body`, body)
  }

  set body(body: unknown) {
    const { content, mediaType } = contentOf(`${this.#owner}.request.body`, body)
    setBody(content ?? '', mediaType)
  }

  get auth(): undefined {
    addNote(`${this.#owner}.request.auth`, 'is not shown to scripts')
    return undefined
  }

  addHeader(header: unknown): void {
    requestHeaders(`${this.#owner}.request`).add(header)
  }

  upsertHeader(header: unknown): void {
    requestHeaders(`${this.#owner}.request`).upsert(header)
  }

  removeHeader(name: unknown): void {
    requestHeaders(`${this.#owner}.request`).remove(name)
  }

  /** Returns the values of the headers by name. */
  getHeaders(): Record<string, string> {
    return this.headers.toObject()
  }

  forEachHeader(run: (header: HeaderItem) => void): void {
    this.headers.each(run)
  }

  addQueryParams(params: unknown): void {
    Reflect.get(Object(this.url), 'addQueryParams')(params)
  }

  removeQueryParams(params: unknown): void {
    Reflect.get(Object(this.url), 'removeQueryParams')(params)
  }

  set auth(_auth: unknown) {
    addNote(`${this.#owner}.request.auth =`, noEffect)
  }

  /** Returns what `JSON.stringify` writes, as the members are getters. */
  toJSON(): object {
    const { id, name, method, url, body } = this
    return { id, name, method, url, header: this.headers.all(), body }
  }
}

function postmanBody(body: BodyView): PostmanBody | undefined {
  switch (body.type) {
    case 'none':
      return undefined
    case 'text':
    case 'json':
      return { mode: 'raw', raw: body.text }
    case 'graphql':
      return { mode: 'graphql', graphql: { query: body.query, variables: body.variables } }
    case 'urlEncoded':
      return {
        mode: 'urlencoded',
        urlencoded: noteMissing(
          'pm.request.body.urlencoded',
          body.fields.map(({ name, value }) => ({ key: name, value })),
        ),
      }
    case 'multipart':
      return { mode: 'formdata' }
    case 'file':
      return { mode: 'file' }
  }
}
