import type { StreamLimits } from '@parley/model'
import { linkedController } from '../../basics/linked-controller.ts'
import { checkLimits, LimitCounter } from '../../exchange/live/limit-counter.ts'
import {
  concluded,
  invalidLimits,
  type LiveWords,
  maxLiveWaitMs,
} from '../../exchange/live/limited-outcome.ts'
import { IdleLimit } from '../../exchange/server-sent-events/idle-limit.ts'
import type { EnginePorts } from '../../prepare/ports/engine-ports.ts'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import type { WebSocketFrame } from '../../prepare/ports/web-socket-host.ts'
import { executeRequest, type SendRequest } from '../execute-request.ts'
import type { LimitedHost } from './send-limited-stream.ts'

const words: LiveWords = { one: 'message', many: 'messages', whole: 'connection', notLive: 'not a WebSocket' }

/**
 * Returns a function that opens a WebSocket in a run: over one connection, up to its limits, of which the messages of the
 * server count. The one test in its report says whether a limit was reached.
 */
export function limitedWebSocketSender(
  limits: StreamLimits,
  { wait, compileCondition, loadWebSocketFraming }: LimitedHost,
): SendRequest {
  return async sending => {
    const { ports, signal } = sending
    const checked = await checkLimits(limits, compileCondition)
    if (!checked.ok) return invalidLimits(checked.failure)
    const framing = await loadWebSocketFraming()
    const own = linkedController(signal)
    const counter = new LimitCounter(checked.value, wait, own.abort)
    const deadline = new IdleLimit(maxLiveWaitMs, wait, own.abort)
    let isLive = false
    const onOpen = () => {
      isLive = true
      counter.begin()
      if (limits.forMs > 0) deadline.end()
      return { onFrame: async (frame: WebSocketFrame) => count(frame, counter) }
    }
    const conclude = (outcome: SendOutcome): SendOutcome => {
      const { hasEnough, count } = counter
      if (signal.aborted && !hasEnough) return outcome
      return concluded(outcome, { limits, words, hasEnough, isLive, count, isLate: deadline.isOver })
    }
    const watched: EnginePorts = {
      ...ports,
      webSockets: { framing, onOpen },
      history: {
        record: (typed, outcome, secrets) => ports.history.record(typed, conclude(outcome), secrets),
      },
    }
    const outcome = await executeRequest({ ...sending, ports: watched, signal: own.signal })
    deadline.end()
    counter.stop()
    own.unlink()
    return conclude(outcome)
  }
}

function count({ type, isSent, payload }: WebSocketFrame, counter: LimitCounter): void {
  const isMessage = type === 'text' || type === 'binary'
  if (isMessage && !isSent && !counter.hasEnough) counter.add(new TextDecoder().decode(payload))
}
