import { failed, type Response, type SendFailure, type SendFailureKind } from '@parley/model'
import type { SendOutcome } from '../../prepare/ports/history.ts'

/** The time between two connections. */
export interface Waiting {
  /** How long it waits. */
  readonly delayMs: number
  /** Why the last connection ended; null: the server ended it. */
  readonly failure: SendFailure | null
}

/** What a request needs that is connected again. */
export interface ReconnectingHost {
  /** Connects, and resolves when the connection has ended. */
  connect(): Promise<SendOutcome>
  /** Whether a connection was open before it ended. */
  wasOpen(outcome: SendOutcome): boolean
  /** Whether another connection may follow one that ended like this. A first one that did not open is the last. */
  mayFollow(outcome: SendOutcome): boolean | Promise<boolean>
  /**
   * Returns how long to wait.
   * @param failures - how many connections in a row did not open
   */
  delayMs(outcome: SendOutcome, failures: number): Promise<number>
  /** Resolves after a time, or when the signal is aborted. */
  wait(timeMs: number): Promise<void>
  /** Called before it waits for the next connection. */
  onWaiting(waiting: Waiting, outcome: SendOutcome): void
  readonly signal: AbortSignal
}

/** A connection that failed for one of these reasons may succeed later. */
const passingFailures: ReadonlySet<SendFailureKind> = new Set([
  'dns',
  'connect',
  'tls',
  'timeout',
  'proxy',
  'protocol',
])

/** Connects, and connects again each time the connection has ended, until the user stops it. */
export async function keepConnected(host: ReconnectingHost): Promise<SendOutcome> {
  let opened: SendOutcome | null = null
  for (let failures = 0; ; ) {
    const outcome: SendOutcome = await host.connect()
    const wasOpen = host.wasOpen(outcome)
    if (host.signal.aborted) return wasOpen || opened === null ? outcome : stopped(opened)
    if (wasOpen) opened = outcome
    if (opened === null || !(await host.mayFollow(outcome))) return outcome
    if (host.signal.aborted) return stopped(opened)
    failures = wasOpen ? 0 : failures + 1
    const delayMs = await host.delayMs(outcome, failures)
    host.onWaiting({ delayMs, failure: outcome.ok ? null : outcome.failure.failure }, outcome)
    await host.wait(delayMs)
    if (host.signal.aborted) return stopped(opened)
  }
}

/** Whether a send failed for a reason that another attempt may not meet; not a full disk, for example. */
export function isPassingFailure(outcome: SendOutcome): boolean {
  return !outcome.ok && passingFailures.has(outcome.failure.failure.kind)
}

/** Returns the last response of a send; null if there was none. */
export function responseOf(outcome: SendOutcome): Response | null {
  return outcome.ok ? outcome.value.exchange.response : outcome.failure.response
}

/** Whether the user ended a send. */
export function isStopped(outcome: SendOutcome): boolean {
  return !outcome.ok && outcome.failure.failure.kind === 'cancelled'
}

/** Returns the outcome of a request that the user stopped between two connections. */
export function stopped(outcome: SendOutcome): SendOutcome {
  const failure = {
    kind: 'cancelled',
    code: 'CANCELLED',
    step: 'response',
    address: '',
    subject: '',
    elapsedMs: outcome.ok ? outcome.value.exchange.timings.totalMs : outcome.failure.failure.elapsedMs,
  } as const
  if (!outcome.ok) return failed({ ...outcome.failure, failure })
  const { response, ...attempt } = outcome.value.exchange
  return failed({ failure, attempt, response })
}
