import { setTimeout as sleep } from 'node:timers/promises'
import type { Locked } from '@parley/appdata'
import { goingAway, type SendOutcome, sendByKind } from '@parley/engine'
import {
  type HistoryOutcome,
  type HttpRequest,
  ok,
  type Request,
  type Response,
  type Result,
  type SendFailure,
  type SendProgress,
} from '@parley/model'
import { waitUnlessAborted } from '@parley/transport'
import type { BodyTexts } from '../bodies/body-texts.ts'
import type { ReceivedResponse } from '../bodies/received-response.ts'
import type { ResumedSend } from '../contract/index.ts'
import type { Library } from '../library/library.ts'
import { logFault } from '../log-fault.ts'
import { withPickedDefinitions } from '../schemas/picked-definitions.ts'
import { BodyWaiters } from './body-waiters.ts'
import { portsOfSend, type SendPortsParts, type StartSend } from './send-ports.ts'
import { sendSettingsOf } from './send-settings-of.ts'
import { StartedIds } from './started-ids.ts'

interface Send {
  /** The window that shows the send; it changes when the tab moves to another window. */
  windowId: string
  /** As typed. */
  readonly request: HttpRequest
  readonly cancel: AbortController
  progress: SendProgress
  /** The target of the latest known request. */
  targetUri: string
  /** Resolves when the send has ended. Never rejects. */
  outcome: Promise<void>
}

/** A send that has ended, with its request as typed. */
export interface EndedSend {
  readonly request: Request
  readonly outcome: HistoryOutcome
}

/**
 * How long a release waits for a send that is slow to end, as a call returns within 100 ms. After that its
 * body is deleted later.
 */
const releaseWaitMs = 80

export interface SendsOptions extends SendPortsParts {
  readonly library: Library
  readonly bodyTexts: BodyTexts
}

/** The sends of all windows. Each runs independently; its window is notified of its progress. */
export class Sends {
  readonly #sends = new Map<string, Send>()
  readonly #options: SendsOptions
  readonly #startedIds = new StartedIds()
  readonly #waiters = new BodyWaiters()
  #isClosed = false

  constructor(options: SendsOptions) {
    this.#options = options
    const { windows, secretQuestions } = options
    windows.addCurrentState(windowId => [secretQuestions.eventOf(windowId), ...this.#eventsOf(windowId)])
    windows.onWindowLost(windowId => void this.#releaseWindow(windowId))
  }

  /**
   * Starts a send and returns at once. A repeated call, from a browser that retries after its connection
   * broke, starts nothing. Returns false if the server is closing.
   */
  start(start: StartSend): boolean {
    const { windowId, sendId, request } = start
    if (this.#isClosed) return false
    if (!this.#startedIds.add(sendId)) return true
    const { ports, bodyTexts, windows } = this.#options
    const progress: SendProgress = {
      state: 'awaiting',
      startedAt: ports.clock.now(),
      targetUri: request.url,
      requestContent: { sentBytes: 0, totalBytes: 0 },
      response: null,
    }
    const send: Send = {
      windowId,
      request,
      cancel: new AbortController(),
      progress,
      targetUri: request.url,
      outcome: Promise.resolve(),
    }
    this.#sends.set(sendId, send)
    bodyTexts.prepare()
    windows.expect(windowId)
    this.#notify(sendId, send, progress)
    send.outcome = this.#run(start, send)
    return true
  }

  /** Returns false if the send is unknown or has ended. */
  cancel(sendId: string): boolean {
    const send = this.#sends.get(sendId)
    if (send === undefined || send.progress.state !== 'awaiting') return false
    send.cancel.abort()
    return true
  }

  /** Cancels and forgets a send and deletes its body. Returns false if it is unknown. */
  async release(sendId: string): Promise<boolean> {
    const send = this.#sends.get(sendId)
    if (send === undefined) return false
    this.#sends.delete(sendId)
    send.cancel.abort(goingAway)
    this.#waiters.wake(handleOf(send))
    const forgotten = this.#forgetBody(sendId, send)
    await Promise.race([forgotten, sleep(releaseWaitMs, undefined, { ref: false })])
    return true
  }

  /** Returns the response of a body and where it came from; null if no send holds it. */
  received(handle: string): ReceivedResponse | null {
    for (const { progress, targetUri } of this.#sends.values()) {
      const response = responseOf(progress)
      if (handle !== '' && response?.content.handle === handle)
        return { response, targetUri, isGrowing: progress.state === 'awaiting' }
    }
    return null
  }

  /** Returns what was sent and what arrived; null if the send is unknown or goes on. */
  ended(sendId: string): EndedSend | null {
    const send = this.#sends.get(sendId)
    if (send === undefined || send.progress.state === 'awaiting') return null
    return { request: send.request, outcome: send.progress }
  }

  /** Resolves when the send that holds a body has changed, or when no send holds it any more. */
  changed(handle: string): Promise<void> {
    if (this.received(handle)?.isGrowing !== true) return Promise.resolve()
    return this.#waiters.wait(handle)
  }

  /**
   * Shows a send again in a window whose tab showed it before a reload or a restart. From then on the window
   * is notified of its progress. If the server no longer has the send, it is read from the history.
   */
  async resume(windowId: string, sendId: string): Promise<Result<ResumedSend, Locked>> {
    const { history, windows, streams, secretQuestions } = this.#options
    const send = this.#sends.get(sendId)
    if (send === undefined) {
      const entry = await history.read(sendId)
      if (!entry.ok) return entry
      return ok(entry.value === null ? { state: 'unknown' } : { state: 'ended', entry: entry.value })
    }
    const before = send.windowId
    send.windowId = windowId
    windows.publish(windowId, { type: 'send', sendId, progress: send.progress })
    streams.resume(windowId, sendId)
    for (const one of new Set([before, windowId])) windows.publish(one, secretQuestions.eventOf(one))
    return ok({ state: 'followed' })
  }

  #eventsOf(windowId: string) {
    return [...this.#sends]
      .filter(([, send]) => send.windowId === windowId)
      .map(([sendId, { progress }]) => ({ type: 'send', sendId, progress }) as const)
  }

  /** Cancels all sends. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#sends.keys()].map(sendId => this.release(sendId)))
  }

  async #forgetBody(sendId: string, send: Send): Promise<void> {
    try {
      await send.outcome
      await this.#options.streams.release(sendId)
      const handle = handleOf(send)
      if (handle) await this.#options.bodyTexts.release(handle)
    } catch (error) {
      logFault('giving up a body', error)
    }
  }

  async #run(start: StartSend, send: Send): Promise<void> {
    const { sendId, parentId } = start
    const startedAt = performance.now()
    const notify = (progress: SendProgress) => this.#notify(sendId, send, progress)
    try {
      const result = await this.#send(start, send, notify)
      notify(progressOf(this.#options.library.explainOutcome(result, parentId)))
    } catch (error) {
      // This is a bug. The page must not wait for ever, and the server continues with the other sends.
      logFault('a send', error)
      const failure = internalFailure(performance.now() - startedAt)
      notify({ state: 'failed', failure, attempt: null, response: responseOf(send.progress) })
    }
  }

  async #send(
    start: StartSend,
    send: Send,
    onProgress: (progress: SendProgress) => void,
  ): Promise<SendOutcome> {
    const { sendId, parentId, windowId, request } = start
    const { library, settings, streams, pickedFiles } = this.#options
    const defaultSettings = sendSettingsOf(settings.current)
    const context = { ...(await library.contextOfRequest(start)), defaultSettings }
    return sendByKind({
      request,
      context,
      ports: await portsOfSend(this.#options, start, send, context.environment, () => this.cancel(sendId)),
      signal: send.cancel.signal,
      wait: waitUnlessAborted,
      onProgress,
      position: () => streams.endConnection(sendId),
      definitionFiles: () =>
        withPickedDefinitions(library.definitionFilesOf(parentId), pickedFiles, windowId),
    })
  }

  #notify(sendId: string, send: Send, progress: SendProgress): void {
    const { windows, streams } = this.#options
    send.progress = progress
    if (progress.state === 'awaiting') send.targetUri = progress.targetUri
    if (this.#sends.get(sendId) === send) {
      windows.publish(send.windowId, { type: 'send', sendId, progress })
      streams.follow(send.windowId, sendId, progress, () => this.cancel(sendId))
    }
    this.#waiters.wake(handleOf(send))
  }

  async #releaseWindow(windowId: string): Promise<void> {
    const gone = [...this.#sends].filter(([, send]) => send.windowId === windowId)
    await Promise.all([
      ...gone.map(([sendId]) => this.release(sendId)),
      this.#options.pickedFiles.releaseWindow(windowId),
    ])
  }
}

function handleOf({ progress }: Send): string | undefined {
  return responseOf(progress)?.content.handle
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
