import type { ExchangeObserver, FailedSend, OpenedExchange, PassedMessage } from '@parley/engine'
import { failed, type Hop, type Notice, ok, type Result, type SendFailure } from '@parley/model'
import type { ConnectionPool } from './connection/connection-pool.ts'
import { type ExchangeEnd, ExchangeInProgress } from './exchange-in-progress.ts'
import { hopOf, type RedirectResponse, redirected } from './redirect.ts'
import { startTimer } from './start-timer.ts'
import { failureOf, TransportError } from './transport-error.ts'
import type { TransportOptions } from './transport-options.ts'

export interface FollowingHost {
  readonly pool: ConnectionPool
  readonly options: TransportOptions
  /** Whether the message asks for another protocol. */
  readonly isOpening: boolean
}

/**
 * Sends a message and then the messages that redirects, challenges and persisted queries require, each one passed by
 * the gate.
 * One time limit covers all of them.
 */
export async function followRedirects(
  first: PassedMessage,
  { pool, options, isOpening }: FollowingHost,
  observer: ExchangeObserver,
  cancel: AbortSignal,
): Promise<Result<OpenedExchange, FailedSend>> {
  const clock = { startedAt: Date.now(), started: performance.now() }
  const stop = new AbortController()
  const onCancel = () => stop.abort(new TransportError('cancelled', 'CANCELLED'))
  if (cancel.aborted) onCancel()
  cancel.addEventListener('abort', onCancel, { once: true })
  const stopTimer = startTimer(first.message.settings.timeoutMs, () =>
    stop.abort(new TransportError('timeout', 'REQUEST_TIMEOUT')),
  )
  const hops: Hop[] = []
  const earlier: Notice[] = []
  /** Those of the latest message from the start. */
  const redirects: RedirectResponse[] = []
  let current = first
  try {
    for (;;) {
      const begun = performance.now()
      const setting = { pool, options, observer, hops, earlier, clock, begun, signal: stop.signal, isOpening }
      const end = await new ExchangeInProgress(current, setting).run()
      if (end.kind === 'opened') return ok({ exchange: end.exchange, passed: current, stream: end.stream })
      if (end.kind === 'result')
        return end.result.ok ? ok({ exchange: end.result.value, passed: current, stream: null }) : end.result
      const respondedAt = performance.now()
      const { message } = current
      const fail = (failure: SendFailure) => failed({ failure, attempt: end.attempt, response: end.response })
      const position = { step: 'response', address: message.target.address } as const
      try {
        const passed = await passedNext(end, { first, current, redirects }, stop.signal)
        if (end.kind === 'redirect') redirects.push(end.response)
        if (stop.signal.aborted) throw stop.signal.reason
        earlier.push(...end.notices)
        hops.push({ ...hopOf(message, end), atMs: respondedAt - clock.started })
        if (!passed.ok)
          return fail({ ...passed.failure, step: 'response', elapsedMs: performance.now() - clock.started })
        current = passed.value
      } catch (error) {
        return fail(failureOf(error, { ...position, elapsedMs: performance.now() - clock.started }))
      }
    }
  } finally {
    stopTimer()
    cancel.removeEventListener('abort', onCancel)
  }
}

interface Way {
  readonly first: PassedMessage
  readonly current: PassedMessage
  /** The redirects from the first message to the current one. */
  readonly redirects: readonly RedirectResponse[]
}

/** Returns the next message, passed by the gate. */
async function passedNext(
  end: Exclude<ExchangeEnd, { kind: 'result' | 'opened' }>,
  { first, current, redirects }: Way,
  signal: AbortSignal,
): Promise<Result<PassedMessage, SendFailure>> {
  if (end.kind === 'round') return current.passOn(end.next, signal)
  if (end.kind === 'redirect')
    return current.passOn(redirected(current.message, end.response, redirects.length), signal)
  if (!end.next.ok) return end.next
  // It was prepared for the first target, so that it goes the way of the one before, with all that is lost on it.
  let passed = await first.passOn(end.next.value, signal)
  for (const [index, response] of redirects.entries()) {
    if (!passed.ok) return passed
    passed = await passed.value.passOn(redirected(passed.value.message, response, index), signal)
  }
  return passed
}
