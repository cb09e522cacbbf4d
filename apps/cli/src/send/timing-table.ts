import type { FailedSend, SendOutcome } from '@parley/engine'
import {
  type ConnectionInfo,
  type Exchange,
  type Hop,
  phasesOf,
  type Response,
  type SendAttempt,
  type SentRequest,
} from '@parley/model'

type Line = readonly [name: string, value: string]

/** Shown for phases that did not happen: a reused connection is not opened, and plain HTTP has no TLS. */
const none = '–'

/**
 * Formats where the time of a send went and which connection it used, as aligned lines that contain text from
 * outside. For a failed send, only what is known.
 */
export function timingTable(outcome: SendOutcome): string {
  const lines = outcome.ok ? exchangeLines(outcome.value.exchange) : failureLines(outcome.failure)
  const width = Math.max(0, ...lines.map(([name]) => name.length)) + 2
  return lines.map(([name, value]) => `${name.padEnd(width)}${value}\n`).join('')
}

function exchangeLines({ request, response, timings, hops, connection }: Exchange): readonly Line[] {
  return [
    ...phaseLines({ timings, hops }),
    ...connectionLines(connection),
    ...requestLines(request),
    ...responseLines(response),
    ...hops.map(hopLine),
  ]
}

function failureLines({ failure, attempt, response }: FailedSend): readonly Line[] {
  if (attempt === null) return []
  return [
    ...phaseLines(attempt),
    ['Ended at', failure.step],
    ...(attempt.connection === null ? [] : connectionLines(attempt.connection)),
    ...(attempt.request === null ? [] : requestLines(attempt.request)),
    ...(response === null ? [] : responseLines(response)),
    ...attempt.hops.map(hopLine),
  ]
}

function requestLines({ headerBytes, contentBytes }: SentRequest): readonly Line[] {
  return [['Sent', `${bytes(headerBytes)} of headers, ${bytes(contentBytes)} of content`]]
}

function phaseLines({ timings, hops }: Pick<SendAttempt, 'timings' | 'hops'>): readonly Line[] {
  const phases = [...phasesOf(timings, hops), { label: 'Total', durationMs: timings.totalMs }]
  const values = phases.map(({ durationMs }) => (durationMs === null ? none : durationMs.toFixed(1)))
  const width = Math.max(...values.map(value => value.length))
  return phases.map(({ label }, index) => {
    const value = values[index] ?? none
    return [label, `${value.padStart(width)}${value === none ? '' : ' ms'}`]
  })
}

function connectionLines({
  remoteAddress,
  remotePort,
  isReused,
  proxy,
  tls,
}: ConnectionInfo): readonly Line[] {
  const address = remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress
  return [
    ['Connection', `${address}:${remotePort}, ${isReused ? 'reused' : 'new'}`],
    ...(proxy === null ? [] : [['Proxy', proxy] as const]),
    ...(tls === null ? [] : [['TLS with', `${tls.protocol}, ${tls.cipher}`] as const]),
  ]
}

function responseLines({ httpVersion, headerBytes, content }: Response): readonly Line[] {
  const decoded = `${bytes(content.decodedBytes)} decoded`
  return [
    ['HTTP version', httpVersion],
    ['Received', `${bytes(headerBytes)} of headers, ${bytes(content.wireBytes)} of content, ${decoded}`],
  ]
}

function hopLine({ statusCode, method, targetUri, location, repeatedWith }: Hop): Line {
  const added = repeatedWith === 'query' ? 'the query' : 'other credentials'
  if (location === '')
    return ['Sent again', `${method} ${targetUri} answered ${statusCode}, then with ${added}`]
  return ['Redirect', `${method} ${targetUri} answered ${statusCode}, on to ${location}`]
}

function bytes(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'byte' : 'bytes'}`
}
