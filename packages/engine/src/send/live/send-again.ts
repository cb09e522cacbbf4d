import type { HttpRequest, Response } from '@parley/model'
import {
  isStopped,
  keepConnected,
  type ReconnectingHost,
  responseOf,
  stopped,
  type Waiting,
} from '../../exchange/live/keep-connected.ts'
import type { WithheldValue } from '../../prepare/gate/message-secrets.ts'
import type { EnginePorts, Wait } from '../../prepare/ports/engine-ports.ts'
import type { History, SendOutcome } from '../../prepare/ports/history.ts'
import type { ProgressListener, Sending } from '../execute-request.ts'

/** A request that is sent over several connections. */
export interface ReconnectingSend extends Sending {
  readonly wait: Wait
  /** Called before it waits for the next connection. The progress then says when that begins. */
  readonly onWaiting?: (waiting: Waiting) => void
}

type Connect = (ports: EnginePorts, onProgress: ProgressListener) => Promise<SendOutcome>

/**
 * Sends a request over as many connections as it takes, as one entry of the history. The progress of a connection has
 * the response of the one before until it has its own.
 * @param rules - null: it is connected once
 */
export async function sendAgain(
  { ports, wait, signal, onProgress, onWaiting }: ReconnectingSend,
  connectOnce: Connect,
  rules: Pick<ReconnectingHost, 'wasOpen' | 'mayFollow' | 'delayMs'> | null,
): Promise<SendOutcome> {
  const history = new LastRecord(ports.history)
  let shown: Response | null = null
  let last: Parameters<ProgressListener>[0] | null = null
  const connect = () =>
    connectOnce({ ...ports, history }, progress => {
      shown = progress.response ?? shown
      last = { ...progress, response: shown }
      onProgress?.(last)
    })
  const outcome =
    rules === null
      ? await connect()
      : await keepConnected({
          ...rules,
          connect,
          wait: timeMs => wait(timeMs, signal),
          onWaiting(waiting, ended) {
            shown = responseOf(ended) ?? shown
            if (last !== null)
              onProgress?.({ ...last, response: shown, reconnectsAt: ports.clock.now() + waiting.delayMs })
            onWaiting?.(waiting)
          },
          signal,
        })
  await history.write(outcome)
  return outcome
}

/** Records only the last of several sends, or the last with a response if the user stopped the request after it. */
class LastRecord implements History {
  readonly #history: History
  #last: Recorded | null = null
  #answered: Recorded | null = null

  constructor(history: History) {
    this.#history = history
  }

  async record(request: HttpRequest, outcome: SendOutcome, secrets: readonly WithheldValue[]): Promise<void> {
    // A stream may be connected again for days.
    const all = new Map([...(this.#last?.secrets ?? []), ...secrets].map(one => [one.text, one]))
    this.#last = { request, outcome, secrets: [...all.values()] }
    if (outcome.ok || outcome.failure.response !== null) this.#answered = this.#last
  }

  async write(ended: SendOutcome): Promise<void> {
    const shown = isStopped(ended) ? (this.#answered ?? this.#last) : this.#last
    if (shown === null) return
    const { request, outcome } = shown
    const recorded = isStopped(ended) && !isStopped(outcome) ? stopped(outcome) : outcome
    await this.#history.record(request, recorded, shown.secrets)
  }
}

interface Recorded {
  readonly request: HttpRequest
  readonly outcome: SendOutcome
  /** Those of this connection and of those before it, as all of their events are shown. */
  readonly secrets: readonly WithheldValue[]
}
