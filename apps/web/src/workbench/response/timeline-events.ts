import { describeSendFailure, formatSize, type Hop, type SendFailure, type SendStep } from '@parley/model'
import { hostOf } from './host-of.ts'
import type { Timeline } from './timeline.ts'

/** Something that happened, and how long after the start; null if that is not known. */
export interface TimelineEvent {
  readonly atMs: number | null
  readonly text: string
  readonly isFailure?: true
}

/** The steps of a send, as they are called. */
export const stepNames: Readonly<Record<SendStep, string>> = {
  prepare: 'Prepare',
  dns: 'DNS',
  connect: 'Connect',
  tls: 'TLS',
  request: 'Request',
  response: 'Response',
}

/** Says of a failure whether anything was sent. */
export function failureTitle({ step }: Pick<SendFailure, 'step'>): string {
  return step === 'prepare' ? 'Request not sent' : 'Request failed'
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
  failure,
}: Timeline): readonly TimelineEvent[] {
  const events: TimelineEvent[] = hops.map(hop => ({
    atMs: hop.atMs ?? null,
    text: `${hop.statusCode} for ${hop.method} ${hop.targetUri}, ${nextStepOf(hop)}`,
  }))
  const { dnsMs, connectMs, tlsMs, waitingMs, downloadMs, totalMs } = timings
  // With redirects the phases are those of the last request, which began later; earlier entries of the history do not say when.
  const begunAt = timings.earlierMs ?? (hops.length > 0 ? null : 0)
  const at = (milliseconds: number) => (begunAt === null ? null : begunAt + milliseconds)
  const atInAll = (milliseconds: number) => (begunAt === null ? null : milliseconds)
  const host = request === null ? '' : hostOf(request.targetUri)
  if (connection !== null) {
    const peer = `${connection.remoteAddress}, port ${connection.remotePort}`
    const { proxy } = connection
    if (connection.isReused)
      events.push({ atMs: at(0), text: `Reused the open connection to ${proxy ?? peer}` })
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
    const atMs = waitingMs === null ? null : atInAll(Math.max(0, answeredAt - waitingMs))
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
    events.push({ atMs: atInAll(answeredAt), text: status })
    const received = content.isComplete ? 'Body received' : 'Body incomplete'
    events.push({ atMs: atInAll(totalMs), text: `${received}, ${formatSize(content.wireBytes)}` })
  }
  if (failure !== null) events.push(endOf(failure))
  return events
}

function endOf(failure: SendFailure): TimelineEvent {
  const { kind, step, elapsedMs: atMs } = failure
  if (kind === 'cancelled') return { atMs, text: 'Cancelled' }
  const { sentence } = describeSendFailure(failure)
  return { atMs, text: `${stepNames[step]} failed: ${sentence}`, isFailure: true }
}

/** `1 header`, `5 headers`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
