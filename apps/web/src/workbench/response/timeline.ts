import {
  type ConnectionInfo,
  describeNotice,
  type Exchange,
  type Hop,
  type Notice,
  type Response,
  type SendAttempt,
  type SentRequest,
  type Timings,
} from '@parley/model'
import type { SendState } from '../tabs/request-tab.ts'

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

/** A notice as a line of its own. */
export function noticeLine(notice: Notice): string {
  const words = describeNotice(notice)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
