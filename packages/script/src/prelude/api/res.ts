import type { ReplacedBody, ResponseView } from '../../shared/script-view.ts'
import { type BodyFilter, queryBody } from '../core/body-query.ts'
import { HeaderView, headerBytes, lowerCaseHeaders } from '../core/header-view.ts'
import { noteMissing } from '../core/note-missing.ts'
import { reasonOf, statusOf } from '../core/read-status.ts'
import { parseJson, responseText } from '../core/response-view.ts'
import { view } from '../core/run-state.ts'
import { setResponseBody } from '../core/set-response-body.ts'
import { valueOfTypedText } from '../core/typed-text.ts'
import { requestUrl } from '../request/request-view.ts'

/** Creates `res` (behaviour 4.8), which is also a function: `res('path.to[0].value')`. Null before the send. */
export function resNamespace() {
  const { response } = view()
  if (response === null) return null
  const { replacedBody } = response
  let parsed: { readonly value: unknown } | null =
    replacedBody === null ? null : { value: valueOfReplaced(replacedBody) }
  const body = () => {
    parsed ??= { value: jsonOrText(responseText()) }
    return parsed.value
  }
  const headers = new HeaderView('res.headers', response.headers)
  const lowerCaseNames = response.headers.map(({ name, value }) => ({ name: name.toLowerCase(), value }))
  const query = (path: unknown, ...filters: readonly BodyFilter[]) => queryBody(body(), path, filters)
  return Object.defineProperties(noteMissing('res', query), {
    status: { get: () => statusOf(response), enumerable: true },
    statusText: { get: () => reasonOf(response), enumerable: true },
    responseTime: { value: response.elapsedMs, enumerable: true },
    headers: { get: () => lowerCaseHeaders(response.headers), enumerable: true },
    body: { get: body, enumerable: true },
    getStatus: { value: () => statusOf(response) },
    getStatusText: { value: () => reasonOf(response) },
    getHeader: { value: (name: unknown) => headers.get(name) ?? undefined },
    getHeaders: { value: () => lowerCaseHeaders(response.headers) },
    getBody: { value: body },
    getResponseTime: { value: () => response.elapsedMs },
    getSize: { value: () => sizeOf(response) },
    url: { get: requestUrl, enumerable: true },
    getUrl: { value: requestUrl },
    headerList: { value: new HeaderView('res.headerList', lowerCaseNames, 'undefined'), enumerable: true },
    setBody: {
      value: (value: unknown) => {
        setResponseBody(value)
        parsed = { value }
      },
    },
  })
}

/** Returns sizes in bytes. */
function sizeOf({ headers, sizeBytes }: ResponseView): { header: number; body: number; total: number } {
  const header = headerBytes(headers)
  return { header, body: sizeBytes, total: header + sizeBytes }
}

/** Returns the parsed JSON, or the text if it is not JSON. */
function jsonOrText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text.replace(/^\uFEFF/, '')
  }
}

function valueOfReplaced({ text, json }: ReplacedBody): unknown {
  return json === null ? text : valueOfTypedText(json)
}
