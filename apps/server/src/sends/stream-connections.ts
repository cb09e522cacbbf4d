import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EnginePorts,
  executeRequest,
  type History,
  type RequestContext,
  type ScriptRunner,
  type SendOutcome,
  withoutScripts,
} from '@parley/engine'
import {
  failed,
  type HttpRequest,
  type Response,
  type SendProgress,
  type StreamSettings,
} from '@parley/model'
import type { StreamPosition } from '../live/event-log.ts'
import { keepConnected } from './keep-connected.ts'

/** A request for an event stream that is sent. */
export interface StreamSend {
  readonly request: HttpRequest
  readonly stream: StreamSettings
  readonly context: RequestContext
  readonly ports: EnginePorts
  readonly signal: AbortSignal
  readonly onProgress: (progress: Awaiting) => void
  /** Returns where a stream that has ended continues. */
  readonly position: () => Promise<StreamPosition | null>
}

type Awaiting = Extract<SendProgress, { state: 'awaiting' }>

/** Sends a request for an event stream, over as many connections as it takes. It is one entry of the history. */
export async function sendStream(send: StreamSend): Promise<SendOutcome> {
  const { request, stream, ports, signal, position } = send
  const history = new LastRecord(ports.history, request)
  const scripts = withoutPostResponse(ports.scripts)
  let shown: Response | null = null
  const connect = (lastEventId: string | null) =>
    connectOnce({ ...send, ports: { ...ports, history, scripts } }, lastEventId, progress => {
      shown = progress.response ?? shown
      send.onProgress({ ...progress, response: shown })
    })
  try {
    if (!stream.reconnect) return await connect(null)
    return await keepConnected({
      connect,
      position,
      wait: timeMs => sleep(timeMs, undefined, { signal, ref: false }).catch(() => undefined),
      random: () => ports.random.integer(1000) / 1000,
      signal,
    })
  } finally {
    await history.write()
  }
}

async function connectOnce(
  { request, stream, context, ports, signal }: StreamSend,
  lastEventId: string | null,
  onProgress: StreamSend['onProgress'],
): Promise<SendOutcome> {
  const idle = new IdleLimit(stream.idleMs)
  // A stream lasts as long as it lasts.
  const unlimited = { ...request, settings: { ...request.settings, timeoutMs: 0 } }
  const continued = lastEventId === null ? context : { ...context, lastEventId }
  const either = AbortSignal.any([signal, idle.signal])
  const outcome = await executeRequest(unlimited, continued, ports, either, progress => {
    idle.restart()
    onProgress(progress)
  })
  idle.end()
  if (outcome.ok || !idle.signal.aborted || signal.aborted) return outcome
  const failure = { ...outcome.failure.failure, kind: 'timeout', code: 'STREAM_IDLE' } as const
  return failed({ ...outcome.failure, failure })
}

/** Event streams run no script after their response, whatever the response is. */
function withoutPostResponse(scripts: ScriptRunner): ScriptRunner {
  return {
    runPreRequest: run => scripts.runPreRequest(run),
    runPostResponse: run => withoutScripts.runPostResponse(run),
  }
}

/** Aborts its signal when nothing has arrived for a time; 0: never. */
class IdleLimit {
  readonly #limitMs: number
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout | null = null

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.restart()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  restart(): void {
    this.end()
    if (this.#limitMs > 0) this.#timer = setTimeout(() => this.#controller.abort(), this.#limitMs).unref()
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
  }
}

/** Records only the last of several sends, under the request as it was typed. */
class LastRecord implements History {
  readonly #history: History
  readonly #request: HttpRequest
  #outcome: SendOutcome | null = null

  constructor(history: History, request: HttpRequest) {
    this.#history = history
    this.#request = request
  }

  async record(_request: HttpRequest, outcome: SendOutcome): Promise<void> {
    this.#outcome = outcome
  }

  async write(): Promise<void> {
    if (this.#outcome !== null) await this.#history.record(this.#request, this.#outcome)
  }
}
