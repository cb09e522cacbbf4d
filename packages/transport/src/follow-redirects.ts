import type { ExchangeObserver, OutboundMessage, TransportResult } from '@parley/engine'
import { failed, type Hop } from '@parley/model'
import type { ConnectionPool } from './connection/connection-pool.ts'
import { ExchangeInProgress } from './exchange-in-progress.ts'
import type { TransportOptions } from './node-transport.ts'
import { hopOf, redirected } from './redirect.ts'
import { startTimer } from './start-timer.ts'
import { failureOf, TransportError } from './transport-error.ts'

/** Sends a message and those that redirects and challenges ask for in its place; one time limit is for all of them. */
export async function followRedirects(
  message: OutboundMessage,
  { pool, options }: { readonly pool: ConnectionPool; readonly options: TransportOptions },
  observer: ExchangeObserver,
  cancel: AbortSignal,
): Promise<TransportResult> {
  const clock = { startedAt: Date.now(), started: performance.now() }
  const stop = new AbortController()
  const onCancel = () => stop.abort(new TransportError('cancelled', 'CANCELLED'))
  if (cancel.aborted) onCancel()
  cancel.addEventListener('abort', onCancel, { once: true })
  const stopTimer = startTimer(message.settings.timeoutMs, () =>
    stop.abort(new TransportError('timeout', 'REQUEST_TIMEOUT')),
  )
  const hops: Hop[] = []
  let current = message
  try {
    for (;;) {
      const setting = { pool, options, observer, hops, clock, signal: stop.signal }
      const end = await new ExchangeInProgress(current, setting).run()
      if (end.kind === 'result') return end.result
      if (end.kind === 'round') {
        hops.push(hopOf(current, end.response))
        current = end.next
        continue
      }
      try {
        const next = redirected(current, end.response, hops.filter(hop => hop.location !== '').length)
        hops.push(hopOf(current, end.response))
        current = next
      } catch (error) {
        const elapsedMs = performance.now() - clock.started
        const position = { step: 'response', address: current.target.address, elapsedMs } as const
        return failed({ failure: failureOf(error, position), attempt: end.attempt, response: end.response })
      }
    }
  } finally {
    stopTimer()
    cancel.removeEventListener('abort', onCancel)
  }
}
