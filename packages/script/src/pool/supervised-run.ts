import { absoluteMs } from '../sandbox/script-clock.ts'
import {
  type FromWorker,
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

/** What a script may ask for while it runs. */
export interface ScriptHost {
  send(
    request: RequestedSend,
    changes: readonly VariableChange[],
    signal: AbortSignal,
  ): Promise<RequestAnswer>
  /** The response under test; null: it cannot be had. */
  readBody(): Promise<Uint8Array | null>
}

/** The thread under supervision. */
export interface SupervisedThread {
  post(message: ToWorker): void
  giveBody(bytes: Uint8Array | null): void
  /** Ends it, whatever it does. */
  kill(): void
}

/** How long after its deadline a script that does not stop by itself loses its thread. */
const graceMs = 250
/** The same after Cancel, which the user waits for. */
const cancelGraceMs = 40

/** One script on a thread, seen from outside: the thread may be in a loop that only its end can end. */
export class SupervisedRun {
  /** Rejects only through a bug: of ours in the worker, or of the host. */
  readonly result: Promise<ScriptResult>
  readonly #thread: SupervisedThread
  readonly #host: ScriptHost
  readonly #signal: AbortSignal
  readonly #control: RunControl
  readonly #requests = new AbortController()
  readonly #settled = Promise.withResolvers<ScriptResult>()
  #watch: NodeJS.Timeout | null = null

  constructor(job: ScriptJob, thread: SupervisedThread, host: ScriptHost, signal: AbortSignal) {
    const memory = new SharedArrayBuffer(runControlBytes)
    this.#thread = thread
    this.#host = host
    this.#signal = signal
    this.#control = runControl(memory)
    this.#control.deadline[0] = absoluteMs() + job.budget.ownMs
    this.result = this.#settled.promise
    signal.addEventListener('abort', this.#onAbort, { once: true })
    thread.post({ type: 'run', job, control: memory })
    this.#watchDeadline()
  }

  onMessage(message: FromWorker): void {
    switch (message.type) {
      case 'send':
        this.#watched(this.#send(message.id, message.request, message.changes))
        break
      case 'read-body':
        this.#watched(this.#giveBody())
        break
      case 'done':
        this.#settle(message.result)
    }
  }

  /** `error` null: the thread was ended from elsewhere. */
  onExit(error: Error | null): void {
    const code: unknown = error === null ? null : Reflect.get(error, 'code')
    // A bug of ours must not pass for something that a script did.
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
    const answer = await this.#host.send(request, changes, this.#requests.signal)
    this.#thread.post({ type: 'answered', id, answer })
  }

  /** The thread stands still until the flag says that the body is in its port. */
  async #giveBody(): Promise<void> {
    this.#thread.giveBody(await this.#host.readBody())
    Atomics.store(this.#control.flags, 1, 1)
    Atomics.notify(this.#control.flags, 1)
  }

  /** A host that fails ends the run with its error, as a script would else wait for it in vain. */
  #watched(work: Promise<void>): void {
    work.catch(error => {
      this.#settled.reject(error)
      this.#kill('cancelled')
    })
  }

  #kill(verdict: ScriptVerdict): void {
    this.#thread.kill()
    this.#settle(stoppedResult(verdict))
  }

  #settle(result: ScriptResult): void {
    if (this.#watch !== null) clearTimeout(this.#watch)
    this.#requests.abort()
    this.#signal.removeEventListener('abort', this.#onAbort)
    this.#settled.resolve(result)
  }
}
