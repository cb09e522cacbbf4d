import type { WebSocketPart } from '@parley/model'
import { isPassingFailure, type ReconnectingHost, responseOf } from '../../exchange/live/keep-connected.ts'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import { executeRequest } from '../execute-request.ts'
import { type ReconnectingSend, sendAgain } from './send-again.ts'

/**
 * Opens a WebSocket, and if its settings ask for that, opens it again when the connection ends. It is one entry of the
 * history. The ports have the host of the WebSocket, which each connection opens.
 */
export function sendWebSocket(send: ReconnectingSend): Promise<SendOutcome> {
  const { webSocket } = send.request
  return sendAgain(
    send,
    (ports, onProgress) => executeRequest({ ...send, ports, onProgress }),
    webSocket?.reconnect === true ? webSocketRules(webSocket) : null,
  )
}

const maxDelayMs = 30_000
/** Connections that ended for one of these reasons would meet it again. */
const finalCodes: ReadonlySet<string> = new Set(['WEBSOCKET_PROTOCOL_ERROR', 'WEBSOCKET_MESSAGE_TOO_LARGE'])
/** What a proxy responds with while the server behind it starts. */
const passingStatuses: ReadonlySet<number> = new Set([502, 503, 504])

function webSocketRules({
  reconnectAfterClose,
}: WebSocketPart): Pick<ReconnectingHost, 'wasOpen' | 'mayFollow' | 'delayMs'> {
  let delays = 0
  return {
    wasOpen,
    mayFollow: outcome =>
      wasOpen(outcome) ? mayFollowOpen(outcome, reconnectAfterClose === true) : mayFollowRefusal(outcome),
    async delayMs(outcome) {
      // A connection that lasted longer than the wait before it begins again at one second.
      if (openMsOf(outcome) > delayOf(delays)) delays = 0
      delays += 1
      return delayOf(delays)
    },
  }
}

/** 1, 2, 4 … 30 s; before the first connection nothing. */
function delayOf(delays: number): number {
  return delays === 0 ? 0 : Math.min(maxDelayMs, 1000 * 2 ** (delays - 1))
}

function wasOpen(outcome: SendOutcome): boolean {
  return responseOf(outcome)?.webSocket !== undefined
}

/** The server may mean what it says with 1000, 1008 and its own codes (RFC 6455 §7.4). */
function mayFollowOpen(outcome: SendOutcome, isAlways: boolean): boolean {
  const end = responseOf(outcome)?.webSocket?.end
  if (!outcome.ok) return isPassingFailure(outcome) && !finalCodes.has(outcome.failure.failure.code)
  if (!end || end.by === 'user') return false
  return isAlways || !(end.code === 1000 || end.code === 1008 || end.code >= 4000)
}

function mayFollowRefusal(outcome: SendOutcome): boolean {
  const response = responseOf(outcome)
  return response === null
    ? isPassingFailure(outcome)
    : outcome.ok && passingStatuses.has(response.statusCode)
}

function openMsOf(outcome: SendOutcome): number {
  const timings = outcome.ok ? outcome.value.exchange.timings : outcome.failure.attempt?.timings
  return wasOpen(outcome) ? (timings?.downloadMs ?? 0) : 0
}
