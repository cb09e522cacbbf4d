import type { ResponseView } from '../../shared/script-view.ts'
import { type BodyFilter, queryBody } from '../core/body-query.ts'
import { HeaderView, lowerCaseHeaders } from '../core/header-view.ts'
import { notSupported } from '../core/not-supported.ts'
import { reasonOf, statusOf } from '../core/read-status.ts'
import { requestUrl } from '../core/request-view.ts'
import { parseJson, responseText } from '../core/response-view.ts'
import { view } from '../core/run-state.ts'
import { utf8Bytes } from '../web/text-encoding.ts'

/** Creates `res` (spec 4.8), which is also a function: `res('path.to[0].value')`. Null before the send. */
export function resNamespace() {
  const { response } = view()
  if (response === null) return null
  let parsed: { readonly value: unknown } | null = null
  const body = () => {
    parsed ??= { value: jsonOrText(responseText()) }
    return parsed.value
  }
  const headers = new HeaderView(response.headers)
  const query = (path: unknown, ...filters: readonly BodyFilter[]) => queryBody(body(), path, filters)
  return Object.defineProperties(query, {
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
    headerList: { get: notSupported('res.headerList') },
    setBody: { value: notSupported('res.setBody') },
  })
}

/** Returns sizes in bytes; header fields are counted as lines of HTTP/1.1. */
function sizeOf({ headers, sizeBytes }: ResponseView): { header: number; body: number; total: number } {
  const header = headers.reduce((sum, { name, value }) => sum + utf8Bytes(`${name}: ${value}\r\n`).length, 0)
  return { header, body: sizeBytes, total: header + sizeBytes }
}

/** Returns the parsed JSON, or the text if it is not JSON. */
function jsonOrText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
