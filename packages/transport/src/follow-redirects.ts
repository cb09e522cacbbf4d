import type { ExchangeObserver, PassedMessage, TransportResult } from '@parley/engine'
import { failed, type Hop, type SendFailure } from '@parley/model'
import type { ConnectionPool } from './connection/connection-pool.ts'
import { ExchangeInProgress } from './exchange-in-progress.ts'
import { hopOf, redirected } from './redirect.ts'
import { startTimer } from './start-timer.ts'
import { failureOf, TransportError } from './transport-error.ts'
import type { TransportOptions } from './transport-options.ts'

/**
 * Sends a message and then the messages that redirects and challenges require, each one passed by the gate.
 * One time limit covers all of them.
 */
export async function followRedirects(
  first: PassedMessage,
  { pool, options }: { readonly pool: ConnectionPool; readonly options: TransportOptions },
  observer: ExchangeObserver,
  cancel: AbortSignal,
): Promise<TransportResult> {
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
      const setting = { pool, options, observer, hops, clock, signal: stop.signal }
      const end = await new ExchangeInProgress(current, setting).run()
      if (end.kind === 'result') return end.result
      const { message } = current
      const fail = (failure: SendFailure) => failed({ failure, attempt: end.attempt, response: end.response })
      const position = { step: 'response', address: message.target.address } as const
      try {
        const next = end.kind === 'round' ? end.next : redirected(message, end.response, redirectsIn(hops))
        const passed = await current.passOn(next, stop.signal)
        if (stop.signal.aborted) throw stop.signal.reason
        hops.push(hopOf(message, end.response))
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

function redirectsIn(hops: readonly Hop[]): number {
  return hops.filter(hop => hop.location !== '').length
}
