import type {
  ExchangeObserver,
  FailedSend,
  OpenedExchange,
  OutboundMessage,
  PassedMessage,
} from '@parley/engine'
import { failed, type Hop, ok, type Result, type SendFailure } from '@parley/model'
import type { ConnectionPool } from './connection/connection-pool.ts'
import { type ExchangeEnd, ExchangeInProgress } from './exchange-in-progress.ts'
import { hopOf, redirected } from './redirect.ts'
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
  let current = first
  try {
    for (;;) {
      const setting = { pool, options, observer, hops, clock, signal: stop.signal, isOpening }
      const end = await new ExchangeInProgress(current, setting).run()
      if (end.kind === 'opened') return ok({ exchange: end.exchange, passed: current, stream: end.stream })
      if (end.kind === 'result')
        return end.result.ok ? ok({ exchange: end.result.value, passed: current, stream: null }) : end.result
      const { message } = current
      const fail = (failure: SendFailure) => failed({ failure, attempt: end.attempt, response: end.response })
      const position = { step: 'response', address: message.target.address } as const
      try {
        const next = nextMessage(end, message, redirectsIn(hops))
        // A message that begins from the start belongs to the origin of the first one.
        const from = end.kind === 'again' ? first : current
        const passed = next.ok ? await from.passOn(next.value, stop.signal) : next
        if (stop.signal.aborted) throw stop.signal.reason
        hops.push(hopOf(message, end))
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

function nextMessage(
  end: Exclude<ExchangeEnd, { kind: 'result' | 'opened' }>,
  message: OutboundMessage,
  earlierRedirects: number,
): Result<OutboundMessage, SendFailure> {
  if (end.kind === 'again') return end.next
  return ok(end.kind === 'round' ? end.next : redirected(message, end.response, earlierRedirects))
}

function redirectsIn(hops: readonly Hop[]): number {
  const start = hops.findLastIndex(hop => hop.repeatedWith === 'query') + 1
  return hops.slice(start).filter(hop => hop.location !== '').length
}
