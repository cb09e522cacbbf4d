import {
  defaultWebSocketPart,
  type HttpBody,
  type HttpRequest,
  inheritedRequestSettings,
  joinRequestUrl,
  newHttpRequest,
  paramsFromUrl,
  pathVariableNames,
  type RequestSettings,
  row,
  splitRequestUrl,
  withKindPart,
} from '@parley/model'
import { withoutHandshakeRows } from '../handshake-rows.ts'
import { type CommandReport, CurlFaultError } from './command-report.ts'
import { curlAuth } from './curl-auth.ts'
import { dataBody, fileBody } from './curl-body.ts'
import { dataOptions, dataPieces, dataText, queryPieces } from './curl-data.ts'
import { formPart } from './curl-form.ts'
import { curlHeaders } from './curl-headers.ts'
import { requestUrls, withoutDotSegments } from './curl-url.ts'
import type { CurlArgument, CurlOperation } from './read-arguments.ts'
import type { ShellWord, StandardInput } from './shell-reader.ts'

/**
 * Returns the requests of one operation: one for each URL after expanding patterns.
 * @throws CurlFaultError if curl would refuse the command
 */
export function operationRequests(
  operation: CurlOperation,
  standardInput: StandardInput | null,
  commandOffset: number,
  report: CommandReport,
): readonly HttpRequest[] {
  const { urls } = operation
  if (urls.length === 0) throw new CurlFaultError('MISSING_URL', 'curl', commandOffset)
  const reading = new OperationReading(operation.arguments, standardInput, report)
  reading.reportRest()
  return urls.flatMap((url, index) => reading.requestsOf(url, index, urls[0] ?? url))
}

function isWebSocketUrl(url: string): boolean {
  return /^wss?:/i.test(url)
}

/** Returns a request for a WebSocket. What curl sends after the handshake becomes a message. */
function webSocketDraftOf(request: HttpRequest): HttpRequest {
  const { body, headers } = request
  const data = body.type === 'raw' ? body.text : ''
  const message = { title: '', selected: true, format: 'text', data } as const
  return {
    ...withKindPart(request, {
      webSocket: { ...defaultWebSocketPart, messages: data === '' ? [] : [message] },
    }),
    method: 'GET',
    headers: withoutHandshakeRows(headers),
    body: { type: 'none' },
  }
}

class OperationReading {
  readonly #values: readonly CurlArgument[]
  readonly #standardInput: StandardInput | null
  readonly #report: CommandReport

  constructor(values: readonly CurlArgument[], standardInput: StandardInput | null, report: CommandReport) {
    this.#values = values
    this.#standardInput = standardInput
    this.#report = report
  }

  requestsOf(word: ShellWord, index: number, firstUrl: ShellWord): readonly HttpRequest[] {
    const upload = this.#all('upload-file')[index]
    const { headers, cookies } = curlHeaders(this.#values, this.#last, this.#report)
    const auth = curlAuth(this.#last, hostOf(firstUrl.text), this.#report)
    const contentType = headers.find(one => one.name.toLowerCase() === 'content-type')?.value ?? null
    const { body, contentType: addedType } = this.#body(contentType, upload)
    const url = requestUrls(
      upload === undefined ? word : withFileName(word, upload.value),
      {
        isGlobOff: this.#isOn('globoff'),
        isPathAsIs: this.#isOn('path-as-is'),
        addedQuery: this.#addedQuery(),
      },
      this.#report,
    )
    return url
      .map(one => (this.#last('user') ? withoutUserInfo(one) : one))
      .map(one => {
        const request = newHttpRequest({
          method: this.#method(upload),
          url: one,
          params: paramsFromUrl(one, []),
          pathParams: pathVariableNames(one).map(name => row(name, `:${name}`)),
          headers: addedType === null ? headers : [...headers, row('Content-Type', addedType)],
          cookies,
          body,
          settings: this.#settings(),
          ...(auth === null ? {} : { auth }),
        })
        return isWebSocketUrl(one) ? webSocketDraftOf(request) : request
      })
  }

  /** Reports the options without a counterpart once, for any number of URLs. */
  reportRest(): void {
    for (const { name, value, isOff, effect, offset, valueOffset } of this.#values) {
      if (isOff) continue
      const written = value === '' ? `--${name}` : `--${name} ${withoutSecret(name, value)}`
      if (certificateOptions.has(name))
        this.#report.file(withoutPassphrase(value), 'certificate', valueOffset)
      if (name === 'config') this.#report.file(value, 'config', valueOffset)
      const isRead = effect !== 'noPlace' && !certificateOptions.has(name) && !unplacedOptions.has(name)
      if (!isRead) this.#report.note('NO_PLACE', written, offset)
    }
  }

  #all(name: string): readonly CurlArgument[] {
    return this.#values.filter(one => one.name === name)
  }

  readonly #last = (name: string): CurlArgument | undefined => this.#values.findLast(one => one.name === name)

  #isOn(name: string): boolean {
    return this.#last(name)?.isOff === false
  }

  #method(upload: CurlArgument | undefined): string {
    const typed = this.#last('request')?.value
    if (typed !== undefined && typed !== '') return typed
    const kinds = this.#contentKinds(upload)
    const [first, second] = kinds
    if (first !== undefined && second !== undefined && first.name !== second.name)
      throw new CurlFaultError('CONFLICTING_METHODS', `--${first.name}, --${second.name}`, second.offset)
    return first?.name === 'head' ? 'HEAD' : first?.name === 'upload-file' ? 'PUT' : first ? 'POST' : 'GET'
  }

  /** The options that each imply a method. */
  #contentKinds(upload: CurlArgument | undefined): readonly CurlArgument[] {
    const data = this.#isOn('get') ? undefined : this.#values.find(one => dataOptions.has(one.name))
    const head = this.#isOn('head') ? this.#last('head') : undefined
    const form = this.#values.find(one => one.name === 'form' || one.name === 'form-string')
    return [head, upload, data, form].filter(one => one !== undefined).sort((a, b) => a.offset - b.offset)
  }

  #body(
    contentType: string | null,
    upload: CurlArgument | undefined,
  ): { readonly body: HttpBody; readonly contentType: string | null } {
    const data = this.#isOn('get') ? [] : this.#values.filter(one => dataOptions.has(one.name))
    if (data.length > 0) return dataBody(dataPieces(data, this.#standardInput), contentType, this.#report)
    const forms = this.#values.filter(one => one.name === 'form' || one.name === 'form-string')
    if (forms.length > 0) {
      const parts = forms.map(one => formPart(one, this.#report))
      return { body: { type: 'multipart', parts }, contentType: null }
    }
    if (upload === undefined) return { body: { type: 'none' }, contentType: null }
    if (['-', '.'].includes(upload.value) && this.#standardInput?.kind === 'text')
      return { body: { type: 'raw', language: 'text', text: this.#standardInput.text }, contentType: null }
    this.#report.file(upload.value, 'body', upload.valueOffset)
    return { body: fileBody(upload.value, contentType ?? ''), contentType: null }
  }

  /** Returns the query of `-G`, which, as in curl, replaces `--url-query`. */
  #addedQuery(): string | null {
    const data = this.#values.filter(one => dataOptions.has(one.name))
    if (this.#isOn('get') && data.length > 0)
      return dataText(dataPieces(data, this.#standardInput), this.#report)
    const query = this.#all('url-query')
    return query.length > 0 ? dataText(queryPieces(query), this.#report) : null
  }

  #settings(): RequestSettings {
    const redirects = Number(this.#last('max-redirs')?.value ?? Number.NaN)
    const timeoutMs = Math.round(Number(this.#last('max-time')?.value ?? Number.NaN) * 1000)
    const location = this.#last('location') ?? this.#last('location-trusted')
    const version = this.#values.findLast(one => one.name.startsWith('http')) ?? null
    return {
      ...inheritedRequestSettings,
      ...(location ? { followRedirects: !location.isOff } : {}),
      ...(this.#isOn('location-trusted') ? { forwardAuthorization: true } : {}),
      ...(Number.isInteger(redirects) && redirects >= 0 ? { maxRedirects: redirects } : {}),
      ...(Number.isFinite(timeoutMs) && timeoutMs >= 0 ? { timeoutMs } : {}),
      ...(version?.name === 'http1.1' ? { httpVersion: '1.1' } : {}),
      ...(version?.name.startsWith('http2') ? { httpVersion: '2' } : {}),
    }
  }
}

const certificateOptions = new Set(['cert', 'key', 'cacert'])

/** Hides secrets, because a note about an option may be stored in a file. */
function withoutSecret(name: string, value: string): string {
  if (/(?:^|-)(?:pass|tlspassword|user|header)$|^(?:login-options|variable)$|^expand-/.test(name)) return '…'
  if (/(?:^|-)cert$/.test(name)) return withoutPassphrase(value)
  return value.replace(/^((?:[a-z][a-z0-9+.-]*:\/\/)?)[^/?#]*@/i, '$1…@')
}

/** Removes the passphrase of `FILE:PASSPHRASE`; a colon after a single letter belongs to a drive. */
function withoutPassphrase(value: string): string {
  return value.replace(/^((?:[A-Za-z]:[\\/])?(?:\\[\s\S]|[^:\\])*):[\s\S]*$/, '$1')
}

/** Options that are read but have no counterpart in a request. */
const unplacedOptions = new Set(['form-escape', 'http1.0', 'request-target'])

function hostOf(url: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url)?.[1] ?? ''
}

/** Appends the name of the uploaded file to a URL that ends with a slash, also once its dot segments are removed, as curl does. */
function withFileName(word: ShellWord, filePath: string): ShellWord {
  const parts = splitRequestUrl(withoutDotSegments(word.text))
  const isFolder = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/]*(?:\/|$|\/.*\/$)$/i.test(parts.base)
  if (filePath === '-' || filePath === '.' || !isFolder) return word
  const name = filePath.slice(filePath.lastIndexOf('/') + 1)
  const base = parts.base.endsWith('/') ? parts.base : `${parts.base}/`
  return {
    ...word,
    text: joinRequestUrl({ ...parts, query: parts.query || null, base: base + encodeURIComponent(name) }),
  }
}

/** Removes the user from the URL, because `--user` takes precedence. */
function withoutUserInfo(url: string): string {
  return url.replace(/^((?:[a-z][a-z0-9+.-]*:\/\/)?)[^/?#]*@/i, '$1')
}
