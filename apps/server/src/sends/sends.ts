import type { FileBodyStore } from '@parley/appdata'
import { type EnginePorts, executeRequest, type TransportResult } from '@parley/engine'
import type { HttpRequest, Response, SendProgress } from '@parley/model'
import type { WindowEvent } from '../contract/index.ts'
import type { Library } from '../library/library.ts'
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
  outcome: Promise<void>
}

/** The sends of all windows: each runs by itself and is told of over the stream of its window. */
export class Sends {
  readonly #sends = new Map<string, Send>()
  readonly #ports: EnginePorts
  readonly #library: Library
  readonly #bodies: FileBodyStore
  readonly #streams = new WindowStreams(windowId => void this.#releaseWindow(windowId))

  constructor(ports: EnginePorts, library: Library, bodies: FileBodyStore) {
    this.#ports = ports
    this.#library = library
    this.#bodies = bodies
  }

  /** Begins a send and returns at once. False where the ID was used before. */
  start({ windowId, sendId, parentId, request }: StartSend): boolean {
    if (this.#sends.has(sendId)) return false
    const cancel = new AbortController()
    const startedAt = this.#ports.clock.now()
    const progress: SendProgress = { state: 'awaiting', startedAt, targetUri: request.url, response: null }
    const send: Send = { windowId, cancel, progress, outcome: Promise.resolve() }
    this.#sends.set(sendId, send)
    const onProgress = (next: SendProgress) => this.#tell(sendId, send, next)
    onProgress(progress)
    const context = this.#library.contextOf(parentId)
    send.outcome = executeRequest(request, context, this.#ports, cancel.signal, onProgress).then(result =>
      onProgress(progressOf(this.#library.explained(result, parentId))),
    )
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
    await send.outcome
    const handle = responseOf(send.progress)?.content.handle
    if (handle !== undefined) await this.#bodies.release(handle)
    return true
  }

  /** What came with a body and from where; null where no send holds it. */
  received(handle: string): { readonly response: Response; readonly targetUri: string } | null {
    for (const { progress } of this.#sends.values()) {
      const response = responseOf(progress)
      if (response?.content.handle !== handle) continue
      return { response, targetUri: progress.state === 'answered' ? progress.exchange.request.targetUri : '' }
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
    this.#streams.close()
    await Promise.all([...this.#sends.keys()].map(sendId => this.release(sendId)))
  }

  #tell(sendId: string, send: Send, progress: SendProgress): void {
    send.progress = progress
    if (this.#sends.get(sendId) === send)
      this.#streams.publish(send.windowId, { type: 'send', sendId, progress })
  }

  async #releaseWindow(windowId: string): Promise<void> {
    const gone = [...this.#sends].filter(([, send]) => send.windowId === windowId)
    await Promise.all(gone.map(([sendId]) => this.release(sendId)))
  }
}

function progressOf(result: TransportResult): SendProgress {
  return result.ok ? { state: 'answered', exchange: result.value } : { state: 'failed', ...result.failure }
}

function responseOf(progress: SendProgress): Response | null {
  return progress.state === 'answered' ? progress.exchange.response : progress.response
}
