import { setTimeout as sleep } from 'node:timers/promises'
import { type EnginePorts, executeRequest, type SendOutcome } from '@parley/engine'
import type { HttpRequest, Response, SendFailure, SendProgress } from '@parley/model'
import type { BodyTexts } from '../bodies/body-texts.ts'
import type { WindowEvent } from '../contract/index.ts'
import type { Library } from '../library/library.ts'
import { logFault } from '../log-fault.ts'
import { WindowStreams } from './window-streams.ts'

export interface StartSend {
  readonly windowId: string
  readonly sendId: string
  readonly parentId: string | null
  readonly request: HttpRequest
}

interface Send {
  readonly windowId: string
  readonly cancel: AbortController
  progress: SendProgress
  /** The last that was known of it. */
  targetUri: string
  /** Never rejects. */
  outcome: Promise<void>
}

/** A response, as far as it came. */
export interface ReceivedResponse {
  readonly response: Response
  readonly targetUri: string
  /** Whether more of it may still come. */
  readonly isGrowing: boolean
}

/** A call returns within 100 ms, also where a send is slow to end; its body is then deleted later. */
const releaseWaitMs = 80

/** The sends of all windows: each runs by itself and is told of over the stream of its window. */
export class Sends {
  readonly #sends = new Map<string, Send>()
  readonly #ports: EnginePorts
  readonly #library: Library
  readonly #bodyTexts: BodyTexts
  readonly #streams: WindowStreams
  #isClosed = false

  /** `windowGraceMs`: how long the sends of a window outlive its stream. */
  constructor(ports: EnginePorts, library: Library, bodyTexts: BodyTexts, windowGraceMs?: number) {
    this.#ports = ports
    this.#library = library
    this.#bodyTexts = bodyTexts
    this.#streams = new WindowStreams(windowId => void this.#releaseWindow(windowId), windowGraceMs)
  }

  /** Begins a send and returns at once. False where the ID was used before. */
  start(start: StartSend): boolean {
    const { windowId, sendId, request } = start
    if (this.#isClosed || this.#sends.has(sendId)) return false
    const startedAt = this.#ports.clock.now()
    const progress: SendProgress = {
      state: 'awaiting',
      startedAt,
      targetUri: request.url,
      requestContent: { sentBytes: 0, totalBytes: 0 },
      response: null,
    }
    const send: Send = {
      windowId,
      cancel: new AbortController(),
      progress,
      targetUri: request.url,
      outcome: Promise.resolve(),
    }
    this.#sends.set(sendId, send)
    this.#bodyTexts.prepare()
    this.#streams.expect(windowId)
    this.#tell(sendId, send, progress)
    send.outcome = this.#run(start, send)
    return true
  }

  /** False where the send is unknown or has ended. */
  cancel(sendId: string): boolean {
    const send = this.#sends.get(sendId)
    if (send === undefined || send.progress.state !== 'awaiting') return false
    send.cancel.abort()
    return true
  }

  /** Cancels and forgets a send and deletes its body. False where it is unknown. */
  async release(sendId: string): Promise<boolean> {
    const send = this.#sends.get(sendId)
    if (send === undefined) return false
    this.#sends.delete(sendId)
    send.cancel.abort()
    const forgotten = this.#forgetBody(send)
    await Promise.race([forgotten, sleep(releaseWaitMs, undefined, { ref: false })])
    return true
  }

  /** What came with a body and from where; null where no send holds it. */
  received(handle: string): ReceivedResponse | null {
    for (const { progress, targetUri } of this.#sends.values()) {
      const response = responseOf(progress)
      if (handle !== '' && response?.content.handle === handle)
        return { response, targetUri, isGrowing: progress.state === 'awaiting' }
    }
    return null
  }

  /** The event stream of a window, which begins with the present state of its sends. */
  subscribe(windowId: string, signal: AbortSignal | undefined): AsyncGenerator<WindowEvent> {
    const present = [...this.#sends]
      .filter(([, send]) => send.windowId === windowId)
      .map(([sendId, { progress }]) => ({ type: 'send', sendId, progress }) as const)
    return this.#streams.subscribe(windowId, present, signal)
  }

  /** Cancels all sends and ends all streams. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#streams.close()
    await Promise.all([...this.#sends.keys()].map(sendId => this.release(sendId)))
  }

  async #forgetBody(send: Send): Promise<void> {
    try {
      await send.outcome
      const handle = responseOf(send.progress)?.content.handle
      if (handle) await this.#bodyTexts.release(handle)
    } catch (error) {
      logFault('giving up a body', error)
    }
  }

  async #run({ sendId, parentId, request }: StartSend, send: Send): Promise<void> {
    const startedAt = performance.now()
    const tell = (progress: SendProgress) => this.#tell(sendId, send, progress)
    try {
      const context = this.#library.contextOf(parentId)
      const result = await executeRequest(request, context, this.#ports, send.cancel.signal, tell)
      tell(progressOf(this.#library.explained(result, parentId)))
    } catch (error) {
      // A bug. The page must not wait for ever, and the server goes on for the other sends.
      logFault('a send', error)
      const failure = internalFailure(performance.now() - startedAt)
      tell({ state: 'failed', failure, attempt: null, response: responseOf(send.progress) })
    }
  }

  #tell(sendId: string, send: Send, progress: SendProgress): void {
    send.progress = progress
    if (progress.state === 'awaiting') send.targetUri = progress.targetUri
    if (this.#sends.get(sendId) === send)
      this.#streams.publish(send.windowId, { type: 'send', sendId, progress })
  }

  async #releaseWindow(windowId: string): Promise<void> {
    const gone = [...this.#sends].filter(([, send]) => send.windowId === windowId)
    await Promise.all(gone.map(([sendId]) => this.release(sendId)))
  }
}

function internalFailure(elapsedMs: number): SendFailure {
  return { kind: 'protocol', code: 'INTERNAL_ERROR', step: 'request', address: '', subject: '', elapsedMs }
}

function progressOf(result: SendOutcome): SendProgress {
  return result.ok ? { state: 'answered', ...result.value } : { state: 'failed', ...result.failure }
}

function responseOf(progress: SendProgress): Response | null {
  return progress.state === 'answered' ? progress.exchange.response : progress.response
}
