import type { HttpRequest, Response } from '@parley/model'
import type { ProgressListener } from '../execute-request.ts'
import type { History, SendOutcome } from '../ports.ts'
import { connectStream, type StreamConnection } from './connect-stream.ts'
import { keepConnected, type StreamWaiting, stopped } from './keep-connected.ts'
import type { StreamPosition } from './stream-position.ts'

/** A request for an event stream that is connected again. */
export interface StreamSend extends StreamConnection {
  /** Returns where a stream that has ended continues; null if there was none. */
  readonly position: () => Promise<StreamPosition | null>
  /** Called before it waits for the next connection. The progress then says when that begins. */
  readonly onWaiting?: (waiting: StreamWaiting) => void
}

/** Sends a request for an event stream, over as many connections as it takes. It is one entry of the history. */
export async function sendStream(send: StreamSend): Promise<SendOutcome> {
  const { request, ports, wait, signal, position } = send
  const history = new LastRecord(ports.history)
  let shown: Response | null = null
  let last: Awaiting | null = null
  const connection: StreamConnection = {
    ...send,
    ports: { ...ports, history },
    onProgress(progress) {
      shown = progress.response ?? shown
      last = { ...progress, response: shown }
      send.onProgress(last)
    },
  }
  const connect = (lastEventId: string | null) => connectStream(connection, lastEventId)
  const outcome =
    request.stream?.reconnect !== true
      ? await connect(null)
      : await keepConnected({
          connect,
          position,
          wait: timeMs => wait(timeMs, signal),
          onWaiting(waiting) {
            if (last !== null) send.onProgress({ ...last, reconnectsAt: ports.clock.now() + waiting.delayMs })
            send.onWaiting?.(waiting)
          },
          random: () => ports.random.integer(1000) / 1000,
          signal,
        })
  await history.write(outcome)
  return outcome
}

type Awaiting = Parameters<ProgressListener>[0]

/** Records only the last of several sends, or the last with a response if the user stopped the stream after it. */
class LastRecord implements History {
  readonly #history: History
  #last: Recorded | null = null
  #answered: Recorded | null = null

  constructor(history: History) {
    this.#history = history
  }

  async record(request: HttpRequest, outcome: SendOutcome): Promise<void> {
    this.#last = { request, outcome }
    if (outcome.ok || outcome.failure.response !== null) this.#answered = this.#last
  }

  async write(ended: SendOutcome): Promise<void> {
    const shown = isStopped(ended) ? (this.#answered ?? this.#last) : this.#last
    if (shown === null) return
    const { request, outcome } = shown
    await this.#history.record(request, isStopped(ended) && !isStopped(outcome) ? stopped(outcome) : outcome)
  }
}

interface Recorded {
  readonly request: HttpRequest
  readonly outcome: SendOutcome
}

function isStopped(outcome: SendOutcome): boolean {
  return !outcome.ok && outcome.failure.failure.kind === 'cancelled'
}
