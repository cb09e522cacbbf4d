import { setTimeout as sleep } from 'node:timers/promises'
import type { SettingsFile } from '@parley/appdata'
import { type EnginePorts, executeRequest, type MissingSecret, type SendOutcome } from '@parley/engine'
import type { AppSettings, HttpRequest, Response, SendFailure, SendProgress } from '@parley/model'
import type { BodyTexts } from '../bodies/body-texts.ts'
import type { ShownConsoleLine, WindowEvent } from '../contract/index.ts'
import type { SendHistory } from '../history/send-history.ts'
import type { Library } from '../library/library.ts'
import { logFault } from '../log-fault.ts'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import type { Scripting } from '../scripting/scripting.ts'
import type { Variables } from '../variables/variables.ts'
import { SecretQuestions } from './secret-questions.ts'
import { sendSettingsOf } from './send-settings-of.ts'
import { WindowStreams } from './window-streams.ts'

export interface StartSend {
  readonly windowId: string
  readonly sendId: string
  readonly requestId: string
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

/** What all sends share; the rest is of each send. */
export type HostPorts = Omit<EnginePorts, 'files' | 'scripts' | 'history' | 'secretHosts' | 'secretValues'>

export interface SendsOptions {
  readonly ports: HostPorts
  readonly history: SendHistory
  readonly scripting: Scripting
  readonly library: Library
  readonly variables: Variables
  readonly bodyTexts: BodyTexts
  readonly settings: SettingsFile
  readonly pickedFiles: PickedFiles
  /** Bodies of neither a send nor the history. */
  readonly receivedElsewhere?: (handle: string) => ReceivedResponse | null
  /** What else a stream begins with. */
  readonly presentEvents?: () => readonly WindowEvent[]
  /** Told of a window that is gone, besides what is given up here. */
  readonly onWindowGone?: (windowId: string) => void
  /** The folder of the workspace that is open. */
  readonly openFolder: () => string
  /** How long the sends of a window outlive its stream. */
  readonly windowGraceMs?: number
}

/** The sends of all windows: each runs by itself and is told of over the stream of its window. */
export class Sends {
  readonly #sends = new Map<string, Send>()
  readonly #ports: HostPorts
  readonly #history: SendHistory
  readonly #scripting: Scripting
  readonly #library: Library
  readonly #variables: Variables
  readonly #bodyTexts: BodyTexts
  readonly #settings: SettingsFile
  readonly #pickedFiles: PickedFiles
  readonly #onWindowGone: (windowId: string) => void
  readonly #receivedElsewhere: (handle: string) => ReceivedResponse | null
  readonly #presentEvents: () => readonly WindowEvent[]
  readonly #openFolder: () => string
  readonly #streams: WindowStreams
  /** What users are asked before a secret goes out. */
  readonly secretQuestions = new SecretQuestions({
    workspace: () => this.#openFolder(),
    onChange: windowId => this.#streams.publish(windowId, this.#secretQuestionsOf(windowId)),
    keep: (missing, texts) => this.#keepSecrets(missing, texts),
  })
  /** Who waits for news, and of which body. */
  readonly #waiting = new Map<() => void, string>()
  #isClosed = false

  constructor(options: SendsOptions) {
    const { ports, history, scripting, library, bodyTexts, settings, pickedFiles, windowGraceMs } = options
    this.#ports = ports
    this.#history = history
    this.#scripting = scripting
    this.#settings = settings
    this.#library = library
    this.#variables = options.variables
    this.#bodyTexts = bodyTexts
    this.#pickedFiles = pickedFiles
    this.#openFolder = options.openFolder
    this.#onWindowGone = options.onWindowGone ?? (() => {})
    this.#receivedElsewhere = options.receivedElsewhere ?? (() => null)
    this.#presentEvents = options.presentEvents ?? (() => [])
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
    this.#wake(send)
    const forgotten = this.#forgetBody(send)
    await Promise.race([forgotten, sleep(releaseWaitMs, undefined, { ref: false })])
    return true
  }

  /** What came with a body and from where; null where neither a send nor the history holds it. */
  received(handle: string): ReceivedResponse | null {
    for (const { progress, targetUri } of this.#sends.values()) {
      const response = responseOf(progress)
      if (handle !== '' && response?.content.handle === handle)
        return { response, targetUri, isGrowing: progress.state === 'awaiting' }
    }
    return this.#history.received(handle) ?? this.#receivedElsewhere(handle)
  }

  /** Resolves when there is news of the send that holds a body, or none does any more. */
  changed(handle: string): Promise<void> {
    if (this.received(handle)?.isGrowing !== true) return Promise.resolve()
    return new Promise(resolve => this.#waiting.set(resolve, handle))
  }

  /** Says that a window is in use: what it holds is given up once it is gone. */
  expectWindow(windowId: string): void {
    this.#streams.expect(windowId)
  }

  /** Whether a window follows its events, or said that it is about to. */
  isWindowThere(windowId: string): boolean {
    return this.#streams.isThere(windowId)
  }

  /** This window where it is there, else another one that is; null: none is. */
  presentWindow(preferredId: string): string | null {
    return this.#streams.presentWindow(preferredId)
  }

  /** The event stream of a window, which begins with the present state of its sends. */
  subscribe(windowId: string, signal: AbortSignal | undefined): AsyncGenerator<WindowEvent> {
    const present = [...this.#sends]
      .filter(([, send]) => send.windowId === windowId)
      .map(([sendId, { progress }]) => ({ type: 'send', sendId, progress }) as const)
    const settings = { type: 'settings', settings: this.#settings.current } as const
    return this.#streams.subscribe(
      windowId,
      [
        this.#workspaceEvent,
        settings,
        this.#scripting.sessionValues,
        this.#history.event,
        this.#variables.event,
        this.#secretQuestionsOf(windowId),
        ...present,
        ...this.#presentEvents(),
      ],
      signal,
    )
  }

  get #workspaceEvent() {
    return { type: 'workspace', folder: this.#openFolder() } as const
  }

  #secretQuestionsOf(windowId: string) {
    return { type: 'secretQuestions', questions: this.secretQuestions.of(windowId) } as const
  }

  /** Keeps settings and tells every window of them. */
  async writeSettings(settings: AppSettings): Promise<void> {
    await this.#settings.write(settings)
    this.#streams.publishToAll({ type: 'settings', settings })
  }

  tellAll(event: WindowEvent): void {
    this.#streams.publishToAll(event)
  }

  tellWindow(windowId: string, event: WindowEvent): void {
    this.#streams.publish(windowId, event)
  }

  /** Tells every window what scripts have set. */
  tellSessionValues(): void {
    this.#streams.publishToAll(this.#scripting.sessionValues)
  }

  /** Tells every window of the tree as it is now. */
  tellLibrary(): void {
    this.#streams.publishToAll({ type: 'library', tree: this.#library.tree() })
  }

  /** Tells every window of the environments, and that variables may be others now. */
  tellVariables(): void {
    this.#streams.publishToAll(this.#variables.event)
  }

  /** Tells every window that a token was given, renewed or cleared. */
  tellTokens(): void {
    this.#streams.publishToAll({ type: 'tokens' })
  }

  /** Tells every window that another workspace is open. */
  tellWorkspace(): void {
    this.#streams.publishToAll(this.#workspaceEvent)
  }

  /** Tells every window that the history changed. */
  tellHistory(): void {
    this.#streams.publishToAll(this.#history.event)
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

  async #run(start: StartSend, send: Send): Promise<void> {
    const { sendId, parentId, request } = start
    const startedAt = performance.now()
    const tell = (progress: SendProgress) => this.#tell(sendId, send, progress)
    try {
      const defaultSettings = sendSettingsOf(this.#settings.current)
      const context = { ...(await this.#library.contextOfRequest(start)), defaultSettings }
      const ports = this.#portsOf(start)
      const result = await executeRequest(request, context, ports, send.cancel.signal, tell)
      tell(progressOf(this.#library.explained(result, parentId)))
    } catch (error) {
      // A bug. The page must not wait for ever, and the server goes on for the other sends.
      logFault('a send', error)
      const failure = internalFailure(performance.now() - startedAt)
      tell({ state: 'failed', failure, attempt: null, response: responseOf(send.progress) })
    }
  }

  #portsOf({ windowId, requestId, request }: StartSend): EnginePorts {
    const onConsole = (lines: readonly ShownConsoleLine[]) => {
      if (!this.#settings.current.editor.showScriptConsole) return
      this.#streams.publish(windowId, { type: 'console', requestName: request.name, lines })
    }
    return {
      ...this.#ports,
      history: this.#history.recorderOf(requestId, this.#ports.clock.now()),
      scripts: this.#scripting.runnerFor({ requestId, onConsole }),
      files: this.#pickedFiles.filesOf(windowId),
      ...this.secretQuestions.portsOf(windowId),
    }
  }

  /** The send has the texts either way: what cannot be kept is asked for again by the next one. */
  async #keepSecrets(missing: readonly MissingSecret[], texts: readonly string[]): Promise<void> {
    for (const [at, secret] of missing.entries()) {
      const text = texts[at] ?? ''
      const kept =
        secret.kind === 'field'
          ? await this.#library.keepSecretField(secret, text)
          : await this.#variables.keepSecret(secret, text)
      if (!kept.ok) logFault('keeping a secret', new Error(kept.failure.sentence))
    }
    // Open tabs take over what their files lacked.
    if (missing.some(secret => secret.kind === 'field')) this.tellLibrary()
  }

  #tell(sendId: string, send: Send, progress: SendProgress): void {
    send.progress = progress
    if (progress.state === 'awaiting') send.targetUri = progress.targetUri
    if (this.#sends.get(sendId) === send)
      this.#streams.publish(send.windowId, { type: 'send', sendId, progress })
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
    this.#onWindowGone(windowId)
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
