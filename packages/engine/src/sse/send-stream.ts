import { type ReconnectingSend, sendAgain } from '../live/send-again.ts'
import type { SendOutcome } from '../ports.ts'
import { connectStream, type StreamConnection } from './connect-stream.ts'
import type { StreamPosition } from './stream-position.ts'
import { streamRules } from './stream-rules.ts'

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
