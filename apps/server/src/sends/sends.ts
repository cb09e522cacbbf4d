import { setTimeout as sleep } from 'node:timers/promises'
import type { Locked, SettingsFile } from '@parley/appdata'
import {
  type EnginePorts,
  executeRequest,
  goingAway,
  mayOpenWebSocket,
  type SendOutcome,
  sendStream,
  sendWebSocket,
  type WebSocketSend,
} from '@parley/engine'
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
import type { ResumedSend, ShownConsoleLine, UnsavedDrafts } from '../contract/index.ts'
import type { Library } from '../library/library.ts'
import type { SendStreams, SendWindow } from '../live/send-streams.ts'
import { logFault } from '../log-fault.ts'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import { withPickedDefinitions } from '../schemas/picked-definitions.ts'
import type { Scripting } from '../scripting.ts'
import type { SendHistory } from '../send-history.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import type { SecretQuestions } from './secret-questions.ts'
import { sendSettingsOf } from './send-settings-of.ts'
import { StartedIds } from './started-ids.ts'

export interface StartSend {
  readonly windowId: string
  readonly sendId: string
  readonly requestId: string
  readonly parentId: string | null
  readonly request: HttpRequest
  /** What else the window shows and has not saved. */
  readonly unsaved?: UnsavedDrafts
}

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

/** The ports that all sends share; the others are created for each send. */
export type HostPorts = Omit<EnginePorts, 'files' | 'scripts' | 'history' | 'secretHosts' | 'secretValues'>

export interface SendsOptions {
  readonly ports: HostPorts
  readonly history: SendHistory
  readonly scripting: Scripting
  readonly library: Library
  readonly bodyTexts: BodyTexts
  readonly settings: SettingsFile
  readonly pickedFiles: PickedFiles
  readonly windows: WindowEvents
  readonly streams: SendStreams
  /** Asks users before a secret is sent. */
  readonly secretQuestions: SecretQuestions
}

/** The sends of all windows. Each runs independently; its window is notified of its progress. */
export class Sends {
  readonly #sends = new Map<string, Send>()
  readonly #ports: HostPorts
  readonly #history: SendHistory
  readonly #scripting: Scripting
  readonly #library: Library
  readonly #bodyTexts: BodyTexts
  readonly #settings: SettingsFile
  readonly #pickedFiles: PickedFiles
  readonly #windows: WindowEvents
  readonly #streams: SendStreams
  readonly #secretQuestions: SecretQuestions
  readonly #startedIds = new StartedIds()
  /** The waiting callers, each with the handle of the body that it waits for. */
  readonly #waiting = new Map<() => void, string>()
  #isClosed = false

  constructor(options: SendsOptions) {
    const { ports, history, scripting, library, bodyTexts, settings, pickedFiles, windows } = options
    this.#ports = ports
    this.#history = history
    this.#scripting = scripting
    this.#settings = settings
    this.#library = library
    this.#bodyTexts = bodyTexts
    this.#pickedFiles = pickedFiles
    this.#windows = windows
    this.#streams = options.streams
    this.#secretQuestions = options.secretQuestions
    windows.addCurrentState(windowId => [
      this.#secretQuestions.eventOf(windowId),
      ...this.#eventsOf(windowId),
    ])
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
      request,
      cancel: new AbortController(),
      progress,
      targetUri: request.url,
      outcome: Promise.resolve(),
    }
    this.#sends.set(sendId, send)
    this.#bodyTexts.prepare()
    this.#windows.expect(windowId)
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
    this.#wake(send)
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
    return new Promise(resolve => this.#waiting.set(resolve, handle))
  }

  /**
   * Shows a send again in a window whose tab showed it before a reload or a restart. From then on the window
   * is notified of its progress. If the server no longer has the send, it is read from the history.
   */
  async resume(windowId: string, sendId: string): Promise<Result<ResumedSend, Locked>> {
    const send = this.#sends.get(sendId)
    if (send === undefined) {
      const entry = await this.#history.read(sendId)
      if (!entry.ok) return entry
      return ok(entry.value === null ? { state: 'unknown' } : { state: 'ended', entry: entry.value })
    }
    const before = send.windowId
    send.windowId = windowId
    this.#windows.publish(windowId, { type: 'send', sendId, progress: send.progress })
    this.#streams.resume(windowId, sendId)
    for (const one of new Set([before, windowId]))
      this.#windows.publish(one, this.#secretQuestions.eventOf(one))
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
      await this.#streams.release(sendId)
      const handle = responseOf(send.progress)?.content.handle
      if (handle) await this.#bodyTexts.release(handle)
    } catch (error) {
      logFault('giving up a body', error)
    }
  }

  async #run(start: StartSend, send: Send): Promise<void> {
    const { sendId, parentId, request } = start
    const startedAt = performance.now()
    const notify = (progress: SendProgress) => this.#notify(sendId, send, progress)
    try {
      const defaultSettings = sendSettingsOf(this.#settings.current)
      const context = { ...(await this.#library.contextOfRequest(start)), defaultSettings }
      const ports = { ...this.#portsOf(start, send), ...(await this.#webSocketsOf(start, send)) }
      const { signal } = send.cancel
      const sending = { request, context, ports, signal, wait: waitUnlessAborted, onProgress: notify }
      const result = await this.#sendOfKind(start, send, sending)
      notify(progressOf(this.#library.explainOutcome(result, parentId)))
    } catch (error) {
      // This is a bug. The page must not wait for ever, and the server continues with the other sends.
      logFault('a send', error)
      const failure = internalFailure(performance.now() - startedAt)
      notify({ state: 'failed', failure, attempt: null, response: responseOf(send.progress) })
    }
  }

  async #sendOfKind(
    { sendId, parentId, windowId }: StartSend,
    send: Send,
    sending: WebSocketSend,
  ): Promise<SendOutcome> {
    const { request, context, ports, signal, onProgress } = sending
    if (request.webSocket !== undefined) return sendWebSocket(sending)
    if (request.stream !== undefined)
      return sendStream({ ...sending, position: () => this.#streams.endConnection(sendId) })
    if (request.grpc === undefined) return executeRequest(request, context, ports, signal, onProgress)
    const { sendGrpc } = await import('@parley/engine/grpc')
    const grpcCalls = this.#streams.grpcCallsOf(sendId, this.#windowOf(sendId, send))
    const files = this.#library.definitionFilesOf(parentId)
    const call = sendGrpc(withPickedDefinitions(files, this.#pickedFiles, windowId))
    return call(request, context, { ...ports, grpcCalls }, signal, onProgress)
  }

  async #webSocketsOf({ sendId, request }: StartSend, send: Send): Promise<Pick<EnginePorts, 'webSockets'>> {
    if (!mayOpenWebSocket(request)) return {}
    return { webSockets: await this.#streams.webSocketsOf(sendId, this.#windowOf(sendId, send)) }
  }

  #windowOf(sendId: string, send: Send): SendWindow {
    return { windowId: () => send.windowId, cancel: () => this.cancel(sendId) }
  }

  #portsOf({ windowId, sendId, requestId, request }: StartSend, send: Send): EnginePorts {
    const onConsole = (lines: readonly ShownConsoleLine[]) => {
      if (!this.#settings.current.editor.showScriptConsole) return
      this.#windows.publish(send.windowId, { type: 'console', requestName: request.name, lines })
    }
    return {
      ...this.#ports,
      transport: this.#streams.transportOf(sendId, this.#ports.transport),
      history: this.#history.recorderOf({ id: sendId, requestId, startedAt: this.#ports.clock.now() }, () =>
        this.#streams.keep(sendId),
      ),
      scripts: this.#scripting.runnerFor({ requestId, onConsole }),
      files: this.#pickedFiles.filesOf(windowId),
      ...this.#secretQuestions.portsOf(send),
    }
  }

  #notify(sendId: string, send: Send, progress: SendProgress): void {
    send.progress = progress
    if (progress.state === 'awaiting') send.targetUri = progress.targetUri
    if (this.#sends.get(sendId) === send) {
      this.#windows.publish(send.windowId, { type: 'send', sendId, progress })
      this.#streams.follow(send.windowId, sendId, progress, () => this.cancel(sendId))
    }
    this.#wake(send)
  }

  #wake(send: Send): void {
    const handle = responseOf(send.progress)?.content.handle
    for (const [resolve, waitingFor] of this.#waiting) {
      if (waitingFor !== handle) continue
      this.#waiting.delete(resolve)
      resolve()
    }
  }

  async #releaseWindow(windowId: string): Promise<void> {
    const gone = [...this.#sends].filter(([, send]) => send.windowId === windowId)
    await Promise.all([
      ...gone.map(([sendId]) => this.release(sendId)),
      this.#pickedFiles.releaseWindow(windowId),
    ])
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
