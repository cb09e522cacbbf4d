import {
  type HttpBody,
  type HttpRequest,
  type MultipartPart,
  newHttpRequest,
  ok,
  paramsFromUrl,
  type RequestExample,
  type Row,
  row,
  trimEndOf,
  type WebSocketRequest,
} from '@parley/model'
import { harWebSocket, isHarWebSocket } from './har-web-socket.ts'
import { ImportLog } from './import-log.ts'
import type { ImportResult } from './imported.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from './json-value.ts'
import { newCollection } from './new-entities.ts'
import { withoutBareMultipart } from './request-parts.ts'
import { formRows, languageOf } from './text-body.ts'

/** Returns whether a value is an HTTP archive, with or without entries, or one request from it. */
export function isHar(value: JsonValue): boolean {
  return isObject(member(value, 'log')) || isLoneRequest(value)
}

/** The members of a request (HAR 1.2, section `request`); other clients have requests with a method and a URL, too. */
const requestMembers = new Set([
  ...['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'postData'],
  ...['headersSize', 'bodySize', 'comment'],
])

function isLoneRequest(value: JsonValue): boolean {
  const has = (name: string) => typeof member(value, name) === 'string'
  const isMember = (name: string) => requestMembers.has(name) || name.startsWith('_')
  return has('method') && has('url') && entriesOf(value).every(([name]) => isMember(name))
}

/** Imports one request for each entry, with its response as an example (HAR 1.2). */
export function importHar(value: JsonValue, log = new ImportLog()): ImportResult {
  const archive = member(value, 'log')
  const title = textMember(listOf(member(archive, 'pages'))[0], 'title')
  const found = isLoneRequest(value) ? [{ request: value }] : listOf(member(archive, 'entries'))
  const entries = found.filter(one => isObject(member(one, 'request')))
  log.count('collections')
  const items = entries.map(entry => {
    const url = textMember(member(entry, 'request'), 'url')
    return log.within(url, () => harRequest(entry, log))
  })
  const collection = newCollection(title || 'HTTP archive', { items })
  return ok(log.imported({ collections: [collection] }))
}

/** Fields that the connection generates, and the pseudo-header fields of HTTP/2. */
const generatedNames = new Set(['host', 'content-length', 'connection', 'transfer-encoding'])

function harRequest(entry: JsonValue, log: ImportLog): HttpRequest | WebSocketRequest {
  log.count('requests')
  const request = member(entry, 'request')
  const url = textMember(request, 'url')
  const rows = namedRows(member(request, 'headers')).filter(
    one => !one.name.startsWith(':') && !generatedNames.has(one.name.toLowerCase()),
  )
  const body = harBody(member(request, 'postData'), log)
  const cookie = rows.filter(one => one.name.toLowerCase() === 'cookie')
  const cookies = cookie.length > 0 ? [] : namedRows(member(request, 'cookies'))
  if (isHarWebSocket(entry)) return harWebSocket(entry, { name: nameOf(url), headers: rows, cookies }, log)
  const examples = isObject(member(entry, 'response'))
    ? [harExample(member(entry, 'response') ?? null, log)]
    : []
  return newHttpRequest({
    name: nameOf(url),
    method: textMember(request, 'method') || 'GET',
    url,
    params: paramsFromUrl(url, []),
    headers: withoutWrittenBoundary(withoutBareMultipart(rows, body), body),
    cookies,
    body,
    examples: examples.flat(),
  })
}

/** Returns the last part of the path, which distinguishes the entries of one host. */
function nameOf(url: string): string {
  const path = trimEndOf(url.replace(/[?#].*$/s, ''), '/')
  return path.slice(path.lastIndexOf('/') + 1) || url
}

function namedRows(value: JsonValue | undefined): readonly Row[] {
  return listOf(value)
    .filter(one => textMember(one, 'name') !== '')
    .flatMap(one => {
      // Some programs write one entry with a list instead of one entry for each value.
      const values = member(one, 'value')
      return (Array.isArray(values) ? listOf(values) : [values]).map(value =>
        row(textMember(one, 'name'), textOf(value)),
      )
    })
}

/** Removes a recorded boundary, which is valid only for the recorded content. */
function withoutWrittenBoundary(headers: readonly Row[], body: HttpBody): readonly Row[] {
  if (body.type !== 'multipart') return headers
  return headers.filter(
    one => !(one.name.toLowerCase() === 'content-type' && /^multipart\/form-data/i.test(one.value)),
  )
}

function harBody(value: JsonValue | undefined, log: ImportLog): HttpBody {
  if (!isObject(value)) return { type: 'none' }
  const mediaType = textMember(value, 'mimeType').split(';')[0]?.trim().toLowerCase() ?? ''
  const params = listOf(member(value, 'params')).filter(isObject)
  const text = textMember(value, 'text')
  if (mediaType === 'multipart/form-data' && params.length > 0)
    return { type: 'multipart', parts: params.map(one => formPart(one, log)) }
  if (mediaType === 'application/x-www-form-urlencoded') {
    const fields = text === '' ? namedRows(member(value, 'params')) : formRows(text)
    if (fields !== null) return { type: 'urlEncoded', fields }
  }
  return text === '' ? { type: 'none' } : { type: 'raw', language: languageOf(mediaType), text }
}

function formPart(value: JsonValue, log: ImportLog): MultipartPart {
  const contentType = textMember(value, 'contentType')
  const fields = {
    name: textMember(value, 'name'),
    enabled: true,
    ...(contentType === '' ? {} : { contentType }),
  }
  const filePath = textMember(value, 'fileName')
  if (filePath === '') return { kind: 'text', ...fields, value: textMember(value, 'value') }
  log.file(filePath)
  return { kind: 'file', ...fields, filePaths: [filePath] }
}

/** Converts the response; status 0 means that there was none. */
function harExample(value: JsonValue, log: ImportLog): readonly RequestExample[] {
  const statusCode = Number(textMember(value, 'status'))
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 999) return []
  log.count('examples')
  const content = member(value, 'content')
  const data = textMember(content, 'text')
  const mediaType = textMember(content, 'mimeType').split(';')[0]?.trim().toLowerCase() ?? ''
  const language = languageOf(mediaType)
  const type = language === 'json' || language === 'xml' || language === 'html' ? language : 'text'
  const isBinary = textMember(content, 'encoding') === 'base64'
  return [
    {
      name: `${statusCode} ${textMember(value, 'statusText')}`.trim(),
      response: {
        statusCode,
        reasonPhrase: textMember(value, 'statusText'),
        headers: namedRows(member(value, 'headers')).map(one => ({ name: one.name, value: one.value })),
        ...(data === '' ? {} : { body: { type: isBinary ? 'binary' : type, data } }),
      },
    },
  ]
}
