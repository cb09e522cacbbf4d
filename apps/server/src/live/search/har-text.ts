import type { HeaderField } from '@parley/model'
import { readHandshake } from '../describe-handshake.ts'

/** A row of a log of a WebSocket as it is exported. */
export interface HarRow {
  readonly type: string
  readonly isSent: boolean
  /** Milliseconds since the epoch; null if it is not known. */
  readonly time: number | null
  /** Binary data in Base64. */
  readonly data: string
}

/**
 * Writes a WebSocket as an HTTP archive, an entry a connection: its messages are `_webSocketMessages`, as Chrome writes
 * them. Pings, pongs and close frames have no place in it.
 */
export class HarText {
  #hasEntry = false
  #hasMessage = false

  /** Returns what the file begins with. */
  begin(): string {
    const creator = JSON.stringify({ name: 'Parley', version: '1.0' })
    return `{"log":{"version":"1.2","creator":${creator},"entries":[`
  }

  /** Returns what a row adds to the file. */
  add(row: HarRow): string {
    if (row.type === 'connection') return this.#beginEntry(row)
    const opcode = row.type === 'text' ? 1 : row.type === 'binary' ? 2 : null
    if (opcode === null) return ''
    // The oldest rows of a long session are gone, with the handshake among them.
    const before = this.#hasEntry ? '' : this.#beginEntry({ ...row, data: '' })
    const comma = this.#hasMessage ? ',' : ''
    this.#hasMessage = true
    const type = row.isSent ? 'send' : 'receive'
    const time = row.time === null ? 0 : row.time / 1000
    return `${before}${comma}\n${JSON.stringify({ type, time, opcode, data: row.data })}`
  }

  /** Returns what the file ends with. */
  end(): string {
    return `${this.#endEntry()}]}}\n`
  }

  #beginEntry({ time, data }: HarRow): string {
    const before = this.#endEntry()
    const comma = this.#hasEntry ? ',' : ''
    this.#hasEntry = true
    this.#hasMessage = false
    const entry = JSON.stringify(entryOf(data, time)).slice(0, -1)
    return `${before}${comma}\n${entry},"_webSocketMessages":[`
  }

  #endEntry(): string {
    return this.#hasEntry ? ']}' : ''
  }
}

function entryOf(handshake: string, time: number | null): object {
  const { url, requestLine, statusLine, requestHeaders, responseHeaders } = readHandshake(handshake)
  const [, requestVersion = 'HTTP/1.1'] = / (HTTP\/\S+)$/.exec(requestLine) ?? []
  const [, version = 'HTTP/1.1', status = '101', statusText = 'Switching Protocols'] =
    /^(HTTP\/\S+) (\d{3}) ?(.*)$/.exec(statusLine) ?? []
  return {
    startedDateTime: new Date(time ?? 0).toISOString(),
    time: 0,
    _resourceType: 'websocket',
    request: {
      method: 'GET',
      url,
      httpVersion: requestVersion,
      headers: requestHeaders,
      cookies: [],
      queryString: queryOf(url),
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: Number(status),
      statusText,
      httpVersion: version,
      headers: responseHeaders,
      cookies: [],
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  }
}

/** The query as it is in the URL, not decoded. */
function queryOf(url: string): readonly HeaderField[] {
  const at = url.indexOf('?')
  if (at === -1) return []
  return url
    .slice(at + 1)
    .split('&')
    .map(pair => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('=') }
    })
}
