import {
  decodeFormText,
  type Exchange,
  type HeaderField,
  splitOutsideVariables,
  splitRequestUrl,
} from '@parley/model'
import type { JsonObject, JsonValue } from '../import/json-value.ts'
import type { ExportSettings } from './exported.ts'
import { hideInBody, hideInHeaders, hideInUrl } from './hide-credentials.ts'

/** One send of the history with its contents, which are stored outside the exchange. */
export interface HarSource {
  readonly exchange: Exchange
  /** Null: there was none, or it is not text. */
  readonly requestText: string | null
  /** Null: there was none, or it is no longer stored. */
  readonly responseContent: { readonly text: string; readonly encoding: 'text' | 'base64' } | null
}

/** Exports sends as an HTTP archive (HAR 1.2), oldest first. */
export function exportHar(sources: readonly HarSource[], settings: ExportSettings): JsonObject {
  return {
    log: {
      version: '1.2',
      creator: { name: 'Parley', version: '1.0' },
      entries: sources.map(source => entryOf(source, settings)),
    },
  }
}

function entryOf(
  { exchange, requestText, responseContent }: HarSource,
  settings: ExportSettings,
): JsonObject {
  const { request, response, timings } = exchange
  const { includeSecrets } = settings
  const url = includeSecrets ? request.targetUri : hideInUrl(request.targetUri)
  const requestType = fieldValue(request.headers, 'content-type')
  const responseType = fieldValue(response.headers, 'content-type')
  const requestHeaders = visibleHeaders(request.headers, settings)
  const responseHeaders = visibleHeaders(response.headers, settings)
  return {
    startedDateTime: new Date(timings.startedAt).toISOString(),
    time: timings.totalMs,
    request: {
      method: request.method,
      url,
      httpVersion: `HTTP/${request.httpVersion}`,
      cookies: cookiesOf(requestHeaders),
      headers: fieldsOf(requestHeaders),
      queryString: queryOf(url),
      ...(requestText === null
        ? {}
        : {
            postData: {
              mimeType: requestType,
              text: includeSecrets ? requestText : hideInBody(requestText, requestType),
            },
          }),
      headersSize: request.headerBytes,
      bodySize: request.contentBytes,
    },
    response: {
      status: response.statusCode,
      statusText: response.reasonPhrase,
      httpVersion: `HTTP/${response.httpVersion}`,
      cookies: [],
      headers: fieldsOf(responseHeaders),
      content: contentOf(
        response.content.decodedBytes,
        responseType,
        responseContent?.encoding === 'text' && !includeSecrets
          ? { ...responseContent, text: hideInBody(responseContent.text, responseType) }
          : responseContent,
      ),
      redirectURL: includeSecrets
        ? fieldValue(response.headers, 'location')
        : hideInUrl(fieldValue(response.headers, 'location')),
      headersSize: response.headerBytes,
      bodySize: response.content.wireBytes,
    },
    cache: {},
    timings: timingsOf(timings),
    serverIPAddress: exchange.connection.remoteAddress,
  }
}

/** Returns the timings: -1 for skipped phases. `connect` includes the time of TLS. */
function timingsOf(timings: Exchange['timings']): JsonObject {
  const { dnsMs, connectMs, tlsMs, waitingMs, downloadMs } = timings
  const connect = connectMs === null ? -1 : connectMs + (tlsMs ?? 0)
  return {
    blocked: -1,
    dns: dnsMs ?? -1,
    connect,
    ssl: tlsMs ?? -1,
    send: 0,
    wait: waitingMs ?? 0,
    receive: downloadMs ?? 0,
  }
}

function contentOf(size: number, mimeType: string, content: HarSource['responseContent']): JsonObject {
  return {
    size,
    mimeType,
    ...(content === null ? {} : { text: content.text }),
    ...(content?.encoding === 'base64' ? { encoding: 'base64' } : {}),
  }
}

function visibleHeaders(
  fields: readonly HeaderField[],
  { includeSecrets }: ExportSettings,
): readonly HeaderField[] {
  const plain = fields.filter(field => !field.name.startsWith(':'))
  return includeSecrets ? plain : hideInHeaders(plain)
}

function fieldsOf(fields: readonly HeaderField[]): readonly JsonValue[] {
  return fields.map(({ name, value }) => ({ name, value }))
}

function fieldValue(fields: readonly HeaderField[], name: string): string {
  return fields.find(field => field.name.toLowerCase() === name)?.value ?? ''
}

function cookiesOf(fields: readonly HeaderField[]): readonly JsonValue[] {
  return fields
    .filter(field => field.name.toLowerCase() === 'cookie' && field.value.includes('='))
    .flatMap(field => field.value.split(';'))
    .map(pair => {
      const [name = '', ...value] = pair.trim().split('=')
      return { name, value: value.join('=') }
    })
}

function queryOf(targetUri: string): readonly JsonValue[] {
  const { query } = splitRequestUrl(targetUri)
  if (query === null || query === '') return []
  return splitOutsideVariables(query, '&').map(piece => {
    const [name = '', ...value] = piece.split('=')
    return { name: decodeFormText(name), value: decodeFormText(value.join('=')) }
  })
}
