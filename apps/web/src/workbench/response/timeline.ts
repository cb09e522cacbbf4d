import {
  type ConnectionInfo,
  describeNotice,
  type Hop,
  type Notice,
  phasesOf,
  type Response,
  type SendFailure,
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
  readonly failure: SendFailure | null
}

/** Returns null for a send that has not ended, or that sent nothing. */
export function timelineOfSend(send: SendState): Timeline | null {
  if (send.state === 'answered') return { ...send.exchange, failure: null }
  if (send.state !== 'failed' && send.state !== 'cancelled') return null
  const { attempt, response } = send
  return attempt && { ...attempt, response, failure: send.state === 'failed' ? send.failure : null }
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

/** Returns the phases of a send in order. */
export function phaseBars({ timings, hops }: Pick<Timeline, 'timings' | 'hops'>): readonly PhaseBar[] {
  const phases = phasesOf(timings, hops)
  const total = Math.max(sumOf(phases), 0.001)
  return phases.map(({ label, durationMs }, index) => ({
    label,
    durationMs,
    start: sumOf(phases.slice(0, index)) / total,
    length: (durationMs ?? 0) / total,
    isMain: label === 'Waiting for server',
  }))
}

const sumOf = (phases: ReturnType<typeof phasesOf>): number =>
  phases.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)

/** A notice as a line of its own. The name of a member, such as `pm.setNextRequest`, stays as it is. */
export function noticeLine(notice: Notice): string {
  const words = describeNotice(notice)
  if (words.split(' ', 1)[0]?.includes('.')) return words
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
