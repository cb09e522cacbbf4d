import {
  contentFault,
  forbiddenHeaderFault,
  headerNameFault,
  headerValueFault,
  methodFault,
  tooManyHeaders,
} from '../../shared/override-fault.ts'
import { scriptLimits } from '../../shared/script-limits.ts'
import type { FieldView } from '../../shared/script-view.ts'
import type { ListedField } from '../core/header-view.ts'
import { view } from '../core/run-state.ts'
import { stopScript } from '../core/stop-script.ts'
import { textOf } from '../core/text-of.ts'
import { refuseWithheldNames } from '../core/variable-store.ts'
import { callHost } from '../host.ts'
import { URL } from '../web/url.ts'

let headers: readonly FieldView[] = []
/** The names of typed rows that scripts left out, in lower case. */
let deletedNames: ReadonlySet<string> = new Set()
let methodSet: string | null = null
let urlSet: string | null = null
let bodySet: { readonly value: unknown } | null = null

/** Loads the edits of earlier scripts of this send. */
export function openOverrides(): void {
  headers = view().request.headers
  deletedNames = new Set(view().request.deletedHeaders.map(name => name.toLowerCase()))
}

/** Returns the rows of the request as typed, without those that scripts replaced or left out. */
export function typedHeaders(): readonly ListedField[] {
  const set = new Set(headers.map(({ name }) => name.toLowerCase()))
  return view()
    .request.rows.filter(({ name }) => !set.has(name.toLowerCase()) && !deletedNames.has(name.toLowerCase()))
    .map(({ name, value, enabled }) => ({ name, value, isDisabled: !enabled }))
}

export function overriddenHeaders(): readonly FieldView[] {
  return headers
}

export function overriddenMethod(): string | null {
  return methodSet
}

export function overriddenUrl(): string | null {
  return urlSet
}

export function overriddenBody(): { readonly value: unknown } | null {
  return bodySet
}

/** @throws if behaviour 8 forbids it; variables in the value are not filled in (behaviour 4.8) */
export function setHeader(name: unknown, value: unknown): void {
  requirePreRequest('req.setHeader')
  if (value === undefined || value === null)
    throw new TypeError(`req.setHeader needs a value for ${String(name)}, but it is ${String(value)}`)
  const field = { name: String(name), value: String(value) }
  stopAtForbiddenHeader(field.name)
  refuse(headerNameFault(field.name) ?? headerValueFault(field.name, field.value))
  const others = headers.filter(one => one.name.toLowerCase() !== field.name.toLowerCase())
  if (others.length >= scriptLimits.overrideHeaders) throw new Error(tooManyHeaders)
  callHost('set-header', field.name, field.value)
  headers = [...others, field]
}

export function setHeaders(fields: unknown): void {
  if (typeof fields !== 'object' || fields === null) throw new TypeError('req.setHeaders needs an object')
  for (const [name, value] of Object.entries(fields)) setHeader(name, value)
}

export function deleteHeader(name: unknown): void {
  requirePreRequest('req.deleteHeader')
  const text = String(name)
  stopAtForbiddenHeader(text)
  refuse(headerNameFault(text))
  callHost('delete-header', text)
  headers = headers.filter(one => one.name.toLowerCase() !== text.toLowerCase())
  deletedNames = new Set([...deletedNames, text.toLowerCase()])
}

export function setMethod(method: unknown): void {
  requirePreRequest('req.setMethod')
  const text = String(method).toUpperCase()
  refuse(methodFault(text))
  callHost('set-method', text)
  methodSet = text
}

/**
 * Sets the body: text unchanged, the fields of a form in its encoding, anything else as JSON, with that media
 * type if the request has none.
 * @param textType the media type of text
 */
export function setBody(value: unknown, textType: string | null = null): void {
  requirePreRequest('req.setBody')
  const { text, mediaType } = contentOf(value, textType)
  refuse(contentFault(text.length))
  callHost('set-body', text, mediaType)
  bodySet = { value }
}

function contentOf(value: unknown, textType: string | null): { text: string; mediaType: string | null } {
  if (typeof value === 'string') return { text: value, mediaType: textType }
  if (value === undefined || value === null) return { text: '', mediaType: 'application/json' }
  return typeof value === 'object' && isForm()
    ? { text: formText(value), mediaType: formType }
    : { text: JSON.stringify(value), mediaType: 'application/json' }
}

const formType = 'application/x-www-form-urlencoded'

/** Returns whether the request has a form: by its Content-Type, or by its body if it has none. */
function isForm(): boolean {
  const type = [...typedHeaders().filter(one => !one.isDisabled), ...headers].findLast(
    ({ name }) => name.toLowerCase() === 'content-type',
  )
  return type === undefined
    ? view().request.body.type === 'urlEncoded'
    : type.value.toLowerCase().startsWith(formType)
}

/** Encodes an object, or a list of `{ name, value }`, as a form. */
function formText(value: object): string {
  const pairs: readonly (readonly [unknown, unknown])[] = Array.isArray(value)
    ? value.map(one => [Reflect.get(Object(one), 'name'), Reflect.get(Object(one), 'value')])
    : Object.entries(value)
  return pairs
    .flatMap(([name, one]) => [one ?? ''].flat().map(text => [String(name ?? ''), textOf(text)] as const))
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
    .join('&')
}

/**
 * Replaces the typed URL before it is rendered (behaviour, Assignments). Withheld secrets that the typed URL does not
 * name stop the script.
 */
export function setUrl(member: string, value: unknown): void {
  requirePreRequest(member)
  const raw: unknown =
    typeof value === 'object' && value !== null && !(value instanceof URL) ? Reflect.get(value, 'raw') : value
  if (typeof raw !== 'string' && !(raw instanceof URL)) throw new TypeError(`${member} needs a URL`)
  const text = String(raw)
  refuseWithheldNames(text, view().request.url)
  callHost('set-url', text)
  urlSet = text
}

/** Stops the script at headers that only the sender may set, such as host and length. */
export function stopAtForbiddenHeader(name: string): void {
  const fault = forbiddenHeaderFault(name)
  if (fault !== null) stopScript(fault)
}

function requirePreRequest(name: string): void {
  if (view().phase !== 'preRequest') throw new Error(`${name} is not available in this context`)
}

function refuse(fault: string | null): void {
  if (fault !== null) throw new Error(fault)
}
