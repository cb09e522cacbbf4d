import { absoluteMs } from '../sandbox/script-clock.ts'
import {
  type FromWorker,
  type LibraryImage,
  type RequestAnswer,
  type RequestedSend,
  type RunControl,
  runControl,
  runControlBytes,
  type ScriptJob,
  type ScriptResult,
  type ScriptVerdict,
  stoppedResult,
  type ToWorker,
  type VariableChange,
} from '../sandbox/worker-protocol.ts'

/** The services that a script may call while it runs. */
export interface ScriptHost {
  send(
    request: RequestedSend,
    changes: readonly VariableChange[],
    signal: AbortSignal,
  ): Promise<RequestAnswer>
  /** Reads the response under test; null if it is not available. */
  readBody(): Promise<Uint8Array | null>
}

/** A host that lets other scripts run while its own waits. */
export interface PausableHost extends ScriptHost {
  /** Called when the script begins to wait for nothing but its timers, and when it continues. */
  sleep(isSleeping: boolean): void
}

/** A script and the image that it starts from; null: the one without libraries. */
export interface StartedJob {
  readonly job: ScriptJob
  readonly libraries: LibraryImage | null
}

/** The supervised thread. */
export interface SupervisedThread {
  post(message: ToWorker): void
  sendBody(bytes: Uint8Array | null): void
  /** Ends the thread in any state. */
  kill(): void
}

/**
 * How long after its deadline a script may still stop by itself before its thread is killed: longer than a busy
 * machine keeps a thread waiting.
 */
const graceMs = 1000
/** The same after Cancel, for which the user waits. */
const cancelGraceMs = 40

/** Supervises one script on a thread from outside, because only killing the thread ends an endless loop. */
export class SupervisedRun {
  /** Rejects only because of a bug in the worker or the host. */
  readonly result: Promise<ScriptResult>
  readonly #thread: SupervisedThread
  readonly #host: PausableHost
  readonly #signal: AbortSignal
  readonly #ownMs: number
  readonly #control: RunControl
  /** Made for the first request, as most scripts send none. */
  #requests: AbortController | null = null
  readonly #settled = Promise.withResolvers<ScriptResult>()
  #watch: NodeJS.Timeout | null = null

  constructor(
    { job, libraries }: StartedJob,
    thread: SupervisedThread,
    host: PausableHost,
    signal: AbortSignal,
  ) {
    const memory = new SharedArrayBuffer(runControlBytes)
    this.#thread = thread
    this.#host = host
    this.#signal = signal
    this.#ownMs = job.budget.ownMs
    this.#control = runControl(memory)
    this.#control.deadline[0] = absoluteMs() + job.budget.ownMs
    this.result = this.#settled.promise
    signal.addEventListener('abort', this.#onAbort, { once: true })
    thread.post({ type: 'run', job, control: memory, libraries })
    this.#watchDeadline()
  }

  onMessage(message: FromWorker): void {
    switch (message.type) {
      case 'send':
        this.#watched(this.#send(message.id, message.request, message.changes))
        break
      case 'read-body':
        this.#watched(this.#sendBody())
        break
      case 'sleeping':
        this.#host.sleep(message.isSleeping)
        break
      case 'done':
        this.#settle(message.result)
    }
  }

  /** `error` is null if the thread was ended elsewhere. */
  onExit(error: Error | null): void {
    const code: unknown = error === null ? null : Reflect.get(error, 'code')
    // A bug in Parley must not be reported as a fault of the script.
    if (error !== null && code !== 'ERR_WORKER_OUT_OF_MEMORY') this.#settled.reject(error)
    this.#kill(error === null ? 'cancelled' : 'outOfMemory')
  }

  #watchDeadline(): void {
    const leftMs = (this.#control.deadline[0] ?? 0) + graceMs - absoluteMs()
    if (leftMs <= 0) this.#kill('timeout')
    else this.#watch = setTimeout(() => this.#watchDeadline(), leftMs)
  }

  readonly #onAbort = () => {
    Atomics.store(this.#control.flags, 0, 1)
    this.#thread.post({ type: 'cancel' })
    if (this.#watch !== null) clearTimeout(this.#watch)
    this.#watch = setTimeout(() => this.#kill('cancelled'), cancelGraceMs)
  }

  async #send(id: number, request: RequestedSend, changes: readonly VariableChange[]): Promise<void> {
    this.#requests ??= new AbortController()
    const answer = await this.#host.send(request, changes, this.#requests.signal)
    this.#thread.post({ type: 'answered', id, answer })
  }

  /** Sends the body. The thread is blocked until the flag says that the body is in its port. */
  async #sendBody(): Promise<void> {
    this.#thread.sendBody(await this.#host.readBody())
    Atomics.store(this.#control.flags, 1, 1)
    Atomics.notify(this.#control.flags, 1)
  }

  /** Ends the run with the host's error, because the script would otherwise wait forever. */
  #watched(work: Promise<void>): void {
    work.catch(error => {
      this.#settled.reject(error)
      this.#kill('cancelled')
    })
  }

  #kill(verdict: ScriptVerdict): void {
    this.#thread.kill()
    // Only a script that runs has to be killed: one that waits for a response ends itself.
    this.#settle(stoppedResult(verdict, this.#ownMs))
  }

  #settle(result: ScriptResult): void {
    if (this.#watch !== null) clearTimeout(this.#watch)
    this.#requests?.abort()
    this.#signal.removeEventListener('abort', this.#onAbort)
    this.#settled.resolve(result)
  }
}
