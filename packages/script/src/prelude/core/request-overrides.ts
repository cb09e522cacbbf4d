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
import { callHost } from '../host.ts'
import { URL } from '../web/url.ts'
import { view } from './run-state.ts'
import { stopScript } from './stop-script.ts'
import { refuseWithheldNames } from './variable-store.ts'

let headers: readonly FieldView[] = []
let methodSet: string | null = null
let urlSet: string | null = null
let bodySet: { readonly value: unknown } | null = null

/** Loads the edits of earlier scripts of this send. */
export function openOverrides(): void {
  headers = view().request.headers
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

/** @throws if spec 8 forbids it; variables in the value are not filled in (spec 4.8) */
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
}

export function setMethod(method: unknown): void {
  requirePreRequest('req.setMethod')
  const text = String(method).toUpperCase()
  refuse(methodFault(text))
  callHost('set-method', text)
  methodSet = text
}

/**
 * Sets the body: text unchanged, an object as JSON, with that media type if the request has none.
 * @param textType the media type of text
 */
export function setBody(value: unknown, textType: string | null = null): void {
  requirePreRequest('req.setBody')
  const isText = typeof value === 'string'
  const text = isText ? value : value === undefined || value === null ? '' : JSON.stringify(value)
  refuse(contentFault(text.length))
  callHost('set-body', text, isText ? textType : 'application/json')
  bodySet = { value }
}

/**
 * Replaces the typed URL before it is rendered (product decisions). Withheld secrets that the typed URL does not
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
