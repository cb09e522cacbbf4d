import type { StreamPosition } from '../../exchange/server-sent-events/stream-position.ts'
import { streamRules } from '../../exchange/server-sent-events/stream-rules.ts'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import { connectStream, type StreamConnection } from './connect-stream.ts'
import { type ReconnectingSend, sendAgain } from './send-again.ts'

/** A request for an event stream that is connected again. */
export interface StreamSend extends StreamConnection, Pick<ReconnectingSend, 'onWaiting'> {
  /** Returns where a stream that has ended continues; null if there was none. */
  readonly position: () => Promise<StreamPosition | null>
}

/** Sends a request for an event stream, over as many connections as it takes. It is one entry of the history. */
export async function sendStream(send: StreamSend): Promise<SendOutcome> {
  const { request, ports } = send
  const { stream } = request
  let lastEventId: string | null = null
  const position = async () => {
    const ended = await send.position()
    lastEventId = ended?.lastEventId ?? ''
    return ended
  }
  const random = () => ports.random.integer(1000) / 1000
  return sendAgain(
    send,
    (own, onProgress) => connectStream({ ...send, ports: own, onProgress }, lastEventId),
    stream?.reconnect === true ? streamRules({ request, position, random }) : null,
  )
}
