import type { Exchange, HeaderField, TlsInfo } from '@parley/model'
import { formatDuration } from '@parley/model'

/**
 * Returns the row of a log that says to where a connection was opened, and below it the heads of request and response,
 * the phases and TLS.
 * @param number - of the connection within the session, from 1
 */
export function describeHandshake(exchange: Exchange, number: number): string {
  const { request, response } = exchange
  const further = number === 1 ? '' : `, connection ${number}`
  const status = `HTTP/${response.httpVersion} ${response.statusCode} ${response.reasonPhrase}`.trim()
  const parts = [
    [`Connected to ${webSocketAddress(request.targetUri)}${further}`],
    redirectLines(exchange),
    [request.requestLine, ...fieldLines(request.headers)],
    [status, ...fieldLines(response.headers)],
    phaseLines(exchange),
    connectionLines(exchange),
  ]
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => `${lines.join('\n')}\n`)
    .join('\n')
}

/** Returns the address of a WebSocket, which may be typed with the scheme of its handshake (RFC 6455, §3). */
function webSocketAddress(targetUri: string): string {
  return targetUri.replace(/^http(s?):/i, (_, secure: string) => `ws${secure.toLowerCase()}:`)
}

/** What a row that {@link describeHandshake} wrote says about the handshake. */
export interface ReadHandshake {
  readonly url: string
  /** The request line and the status line; empty if they are missing. */
  readonly requestLine: string
  readonly statusLine: string
  readonly requestHeaders: readonly HeaderField[]
  readonly responseHeaders: readonly HeaderField[]
}

/** Reads a row that {@link describeHandshake} wrote. */
export function readHandshake(text: string): ReadHandshake {
  const [first = '', ...parts] = text.split('\n\n')
  const linesOf = (isWanted: (line: string) => boolean) =>
    parts
      .find(part => isWanted(firstLineOf(part)))
      ?.split('\n')
      .filter(line => line !== '') ?? []
  const [statusLine = '', ...responseFields] = linesOf(line => line.startsWith('HTTP/'))
  const [requestLine = '', ...requestFields] = linesOf(line => / HTTP\/[\d.]+$/.test(line))
  return {
    url: firstLineOf(first)
      .replace(/^Connected to /, '')
      .replace(/, connection \d+$/, ''),
    requestLine,
    statusLine,
    requestHeaders: requestFields.map(fieldIn),
    responseHeaders: responseFields.map(fieldIn),
  }
}

/** Returns the first line that is not empty. */
function firstLineOf(part: string): string {
  const start = part.startsWith('\n') ? 1 : 0
  const end = part.indexOf('\n', start)
  return part.slice(start, end === -1 ? undefined : end)
}

function fieldIn(line: string): HeaderField {
  const at = line.indexOf(': ')
  return at === -1 ? { name: line, value: '' } : { name: line.slice(0, at), value: line.slice(at + 2) }
}

function redirectLines({ hops, connection }: Exchange): readonly string[] {
  const lines = hops.map(({ statusCode, method, targetUri, location }) =>
    [
      `${statusCode} for ${method} ${targetUri}`,
      ...(location === '' ? [] : [`redirected to ${location}`]),
    ].join(', '),
  )
  const wasEncrypted = hops.some(({ targetUri }) => /^(?:wss|https):/i.test(targetUri))
  return wasEncrypted && connection.tls === null
    ? [...lines, 'The redirect led to a connection without TLS.']
    : lines
}

function fieldLines(fields: readonly HeaderField[]): readonly string[] {
  return fields.map(({ name, value }) => `${name}: ${value}`)
}

function phaseLines({ timings: { dnsMs, connectMs, tlsMs, waitingMs } }: Exchange): readonly string[] {
  const phases = [
    ['DNS', dnsMs],
    ['Connect', connectMs],
    ['TLS handshake', tlsMs],
    ['Waiting for server', waitingMs],
  ] as const
  return phases.map(
    ([name, durationMs]) => `${name}: ${durationMs === null ? '–' : formatDuration(durationMs)}`,
  )
}

function connectionLines({ connection }: Exchange): readonly string[] {
  const { proxy, remoteAddress, remotePort, tls } = connection
  const address = `${remoteAddress}, port ${remotePort}`
  return [
    proxy === null ? `Address: ${address}` : `Proxy: ${proxy} (${address})`,
    ...(tls === null ? [] : tlsLines(tls)),
  ]
}

function tlsLines({ protocol, cipher, certificates }: TlsInfo): readonly string[] {
  return [
    `TLS: ${protocol}, ${cipher}`,
    ...certificates.map(
      ({ subject, issuer, validFrom, validTo }) =>
        `Certificate: ${subject}, issued by ${issuer}, valid from ${validFrom} to ${validTo}`,
    ),
  ]
}
