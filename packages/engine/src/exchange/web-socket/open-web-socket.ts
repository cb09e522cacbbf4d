import { failed, ok, type Response, type SendFailure, type WebSocketPart } from '@parley/model'
import type { WebSocketOffer } from '../../prepare/kinds/web-socket/web-socket-fields.ts'
import type { SentExchange, TransportResult } from '../../prepare/ports/transport.ts'
import { preparationFailure } from '../../prepare/preparation-failure.ts'
import type { ExchangeOpening } from '../../prepare/rendered-request.ts'
import { type StartedSubscription, subscriptionHost } from '../graphql/subscription-host.ts'
import { converse } from './converse.ts'
import { joinedValue } from './web-socket-handshake.ts'

/** What a WebSocket needs besides its handshake. */
export interface SocketParts {
  readonly webSocket: WebSocketPart
  readonly offer: WebSocketOffer
  /** Absent: its messages are those of the user. */
  readonly subscription?: StartedSubscription
}

const notSupported = preparationFailure('invalidRequest', 'WEBSOCKET_NOT_SUPPORTED', '')

/**
 * Opens a WebSocket, and resolves when it has ended. A server that refuses gives an ordinary exchange. A connection that
 * breaks is a failure, with the response that opened it.
 */
export async function openWebSocket(
  { passed, scopes, ports, progress, signal, hideSecrets }: ExchangeOpening,
  { webSocket, offer, subscription }: SocketParts,
): Promise<TransportResult> {
  const host = ports.webSockets
  if (host === undefined) return failed({ failure: notSupported, attempt: null, response: null })
  const opened = await ports.transport.open(passed, progress, signal)
  if (!opened.ok) return opened
  const { exchange, stream } = opened.value
  const { request, response } = exchange
  const position = { step: 'response', address: opened.value.passed.message.target.address } as const
  const broken = (fault: Pick<SendFailure, 'kind' | 'code' | 'subject'>) => {
    const failure = { ...position, elapsedMs: exchange.timings.totalMs, ...fault }
    return failed({ failure, attempt: exchange, response })
  }
  // Without the word in Connection it is no upgrade, whatever its other fields say.
  if (stream === null && response.statusCode === 101)
    return broken({ kind: 'protocol', code: 'WEBSOCKET_NOT_UPGRADED', subject: 'Connection' })
  if (stream === null) return ok(exchange)
  const agreed = {
    subprotocol: joinedValue(response.headers, 'sec-websocket-protocol'),
    extensions: joinedValue(response.headers, 'sec-websocket-extensions'),
  }
  const { gateFacts } = passed.message
  const handshake = {
    stream,
    request,
    response,
    exchange: hideSecrets(exchange),
    webSocket,
    offer,
    passed: opened.value.passed,
    scopes,
    secrets: [...gateFacts.secrets, ...gateFacts.known],
  }
  const subscribed =
    subscription === undefined
      ? ok(host)
      : await subscriptionHost(host, {
          start: subscription,
          subprotocol: agreed.subprotocol,
          known: handshake.secrets,
          passGate: secrets => handshake.passed.passLater(secrets, signal),
        })
  if (!subscribed.ok) {
    stream.abort()
    return broken(subscribed.failure)
  }
  const startedAt = ports.clock.monotonic()
  const { end, failure } = await converse(handshake, subscribed.value, ports, signal, () =>
    progress.onResponse({ ...response, webSocket: { ...agreed, end: null } }),
  )
  const whole = lasting(exchange, ports.clock.monotonic() - startedAt)
  const ended: Response = { ...response, webSocket: { ...agreed, end } }
  if (failure === null) return ok({ ...whole, response: ended })
  const broke = { ...position, elapsedMs: whole.timings.totalMs, ...failure }
  return failed({ failure: broke, attempt: whole, response: ended })
}

/** Returns an exchange with the time for which its connection was open. */
function lasting(exchange: SentExchange, openMs: number): SentExchange {
  const { timings } = exchange
  return { ...exchange, timings: { ...timings, totalMs: timings.totalMs + openMs, downloadMs: openMs } }
}
