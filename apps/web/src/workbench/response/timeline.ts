import {
  type ConnectionInfo,
  describeNotice,
  type Exchange,
  formatSize,
  type Hop,
  type Notice,
  type Response,
  type SendAttempt,
  type SentRequest,
  type Timings,
} from '@parley/model'
import type { SendState } from '../tabs/request-tab.ts'
import { hostOf } from './host-of.ts'

/** All that is known about the course of a send, whether it succeeded, failed or was cancelled. */
export interface Timeline {
  readonly request: SentRequest | null
  readonly connection: ConnectionInfo | null
  readonly timings: Timings
  readonly hops: readonly Hop[]
  readonly notices: readonly Notice[]
  readonly response: Response | null
}

/** Returns null for a send that has not ended, or that sent nothing. */
export function timelineOfSend(send: SendState): Timeline | null {
  if (send.state === 'answered') return timelineOfExchange(send.exchange)
  if (send.state !== 'failed' && send.state !== 'cancelled') return null
  return send.attempt === null ? null : timelineOfAttempt(send.attempt, send.response)
}

function timelineOfExchange(exchange: Exchange): Timeline {
  return exchange
}

function timelineOfAttempt(attempt: SendAttempt, response: Response | null): Timeline {
  return { ...attempt, response }
}

/** A phase as a bar: its start and its length, as fractions of the whole. */
export interface PhaseBar {
  readonly label: string
  /** Null if the phase did not happen. */
  readonly durationMs: number | null
  readonly start: number
  readonly length: number
  readonly isMain: boolean
}

/**
 * Returns the phases in order. Time that belongs to no phase, such as redirects and sending the request, is
 * before the waiting phase.
 */
export function phaseBars(timings: Timings): readonly PhaseBar[] {
  const { dnsMs, connectMs, tlsMs, waitingMs, downloadMs } = timings
  const phases = [
    { label: 'DNS', durationMs: dnsMs, isMain: false },
    { label: 'Connect', durationMs: connectMs, isMain: false },
    { label: 'TLS handshake', durationMs: tlsMs, isMain: false },
    { label: 'Waiting for server', durationMs: waitingMs, isMain: true },
    { label: 'Download', durationMs: downloadMs, isMain: false },
  ]
  const known = phases.reduce((sum, phase) => sum + (phase.durationMs ?? 0), 0)
  const total = Math.max(timings.totalMs, known, 0.001)
  let at = 0
  return phases.map(phase => {
    if (phase.isMain) at += total - known
    const start = at / total
    at += phase.durationMs ?? 0
    return { ...phase, start, length: (phase.durationMs ?? 0) / total }
  })
}

/** Something that happened, and how long after the start; null if that is not known. */
export interface TimelineEvent {
  readonly atMs: number | null
  readonly text: string
}

function nextStepOf({ location, repeatedWith }: Hop): string {
  if (location !== '') return `redirected to ${location}`
  return repeatedWith === 'query' ? 'sent again with the query' : 'sent again with other credentials'
}

/** Returns the events in order. */
export function timelineEvents({
  request,
  connection,
  timings,
  hops,
  response,
}: Timeline): readonly TimelineEvent[] {
  const events: TimelineEvent[] = hops.map(hop => ({
    atMs: null,
    text: `${hop.statusCode} for ${hop.method} ${hop.targetUri}, ${nextStepOf(hop)}`,
  }))
  const { dnsMs, connectMs, tlsMs, waitingMs, downloadMs, totalMs } = timings
  // With redirects the phases are those of the last request, which began later.
  const at = (milliseconds: number) => (hops.length > 0 ? null : milliseconds)
  const host = request === null ? '' : hostOf(request.targetUri)
  if (connection !== null) {
    const peer = `${connection.remoteAddress}, port ${connection.remotePort}`
    if (connection.isReused)
      events.push({
        atMs: at(0),
        text: `The connection to ${connection.proxy ?? peer} was there and is reused`,
      })
    const { proxy } = connection
    if (dnsMs !== null)
      events.push({ atMs: at(dnsMs), text: `${proxy ?? host} resolved to ${connection.remoteAddress}` })
    if (connectMs !== null) {
      const way = proxy === null ? '' : ` through the proxy ${proxy}`
      events.push({
        atMs: at((dnsMs ?? 0) + connectMs),
        text: `Connected${way} to ${proxy === null ? peer : host}`,
      })
    }
    if (connection.tls !== null && tlsMs !== null) {
      const { protocol, cipher } = connection.tls
      events.push({ atMs: at((dnsMs ?? 0) + (connectMs ?? 0) + tlsMs), text: `${protocol}, ${cipher}` })
    }
  }
  const answeredAt = totalMs - (downloadMs ?? 0)
  if (request !== null) {
    const content = request.contentBytes > 0 ? `, ${formatSize(request.contentBytes)} body` : ''
    const atMs = waitingMs === null ? null : at(Math.max(0, answeredAt - waitingMs))
    events.push({
      atMs,
      text: `${request.requestLine}, ${countOf(request.headers.length, 'header')}${content}`,
    })
  }
  if (response !== null) {
    for (const { statusCode, reasonPhrase } of response.interim)
      events.push({ atMs: null, text: `${statusCode} ${reasonPhrase}`.trim() })
    const { statusCode, reasonPhrase, content } = response
    const status = `HTTP/${response.httpVersion} ${statusCode} ${reasonPhrase}`.trim()
    events.push({ atMs: at(answeredAt), text: status })
    const received = content.isComplete ? 'Body received' : 'Body broke off'
    events.push({ atMs: at(totalMs), text: `${received}, ${formatSize(content.wireBytes)}` })
  }
  return events
}

/** `1 header`, `5 headers`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** A notice as a line of its own. */
export function noticeLine(notice: Notice): string {
  const words = describeNotice(notice)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
