import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { absoluteMs } from '../sandbox/script-clock.ts'
import {
  type FromWorker,
  type RequestAnswer,
  type RequestedSend,
  runControl,
  runControlBytes,
  type ScriptJob,
  type ScriptResult,
  stoppedResult,
  type ToWorker,
  type VariableChange,
  type WorkerSetup,
} from '../sandbox/worker-protocol.ts'
import type { SandboxFiles } from '../sandbox-files.ts'

/** What a script may ask for while it runs. */
export interface ScriptHost {
  /** Never rejects. */
  send(
    request: RequestedSend,
    changes: readonly VariableChange[],
    signal: AbortSignal,
  ): Promise<RequestAnswer>
  /** The response under test; null: it cannot be had. Never rejects. */
  readBody(): Promise<Uint8Array | null>
}

/** How long after its deadline a script that does not stop by itself loses its thread. */
const graceMs = 250
/** The same after Cancel, which the user waits for. */
const cancelGraceMs = 40
/** A worker whose last script took more memory than this is not used again. */
const maxKeptMemoryBytes = 128 * 1024 * 1024

/** One thread with the script engine in it. It runs one script at a time and can be killed under it. */
export class PooledWorker {
  readonly #worker: Worker
  readonly #bodyPort: MessagePort
  #onMessage: (message: FromWorker) => void = () => {}
  #onExit: (error: Error | null) => void = () => {}
  #isUsable = true

  constructor({ wasm, image, workerUrl }: SandboxFiles) {
    const { port1, port2 } = new MessageChannel()
    const setup: WorkerSetup = { wasm, image, bodyPort: port2 }
    this.#bodyPort = port1
    this.#worker = new Worker(workerUrl, {
      workerData: setup,
      transferList: [port2],
      // No way out by accident: neither the environment nor the streams of the process.
      env: {},
      stdin: true,
      stdout: true,
      stderr: true,
      execArgv: [],
      // With less stack the thread's own limit comes before that of the script engine, which can be caught.
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 16 },
    })
    this.#worker.on('message', (message: FromWorker) => this.#onMessage(message))
    this.#worker.on('error', error => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(null))
    this.#rest()
  }

  /** False once it was killed, died, or holds too much memory. */
  get isUsable(): boolean {
    return this.#isUsable
  }

  /** Resolves with how the script ended, whatever it does; a worker that had to be killed is not usable again. */
  async run(job: ScriptJob, host: ScriptHost, signal: AbortSignal): Promise<ScriptResult> {
    if (signal.aborted) return stoppedResult('cancelled')
    const control = new SharedArrayBuffer(runControlBytes)
    this.#worker.ref()
    try {
      return await this.#supervise(job, control, host, signal)
    } finally {
      this.#rest()
    }
  }

  async close(): Promise<void> {
    this.#isUsable = false
    this.#bodyPort.close()
    await this.#worker.terminate()
  }

  #supervise(
    job: ScriptJob,
    memory: SharedArrayBuffer,
    host: ScriptHost,
    signal: AbortSignal,
  ): Promise<ScriptResult> {
    const control = runControl(memory)
    control.deadline[0] = absoluteMs() + job.budget.ownMs
    const requests = new AbortController()
    return new Promise((resolve, reject) => {
      let watch: NodeJS.Timeout
      const settle = (result: ScriptResult) => {
        clearTimeout(watch)
        requests.abort()
        signal.removeEventListener('abort', onAbort)
        this.#onMessage = () => {}
        this.#onExit = () => {}
        resolve(result)
      }
      const kill = (result: ScriptResult) => {
        void this.close()
        settle(result)
      }
      const watchDeadline = () => {
        const leftMs = (control.deadline[0] ?? 0) + graceMs - absoluteMs()
        if (leftMs <= 0) kill(stoppedResult('timeout'))
        else watch = setTimeout(watchDeadline, leftMs)
      }
      const onAbort = () => {
        Atomics.store(control.flags, 0, 1)
        this.#post({ type: 'cancel' })
        clearTimeout(watch)
        watch = setTimeout(() => kill(stoppedResult('cancelled')), cancelGraceMs)
      }
      this.#onExit = error => {
        const code: unknown = error === null ? null : Reflect.get(error, 'code')
        if (error === null) kill(stoppedResult('cancelled'))
        else if (code === 'ERR_WORKER_OUT_OF_MEMORY') kill(stoppedResult('outOfMemory'))
        else {
          // A bug of ours in the worker; it must not pass for something that a script did.
          reject(error)
          kill(stoppedResult('cancelled'))
        }
      }
      this.#onMessage = message => {
        switch (message.type) {
          case 'send':
            return void this.#answer(message.id, host.send(message.request, message.changes, requests.signal))
          case 'read-body':
            return void this.#giveBody(host.readBody(), control.flags)
          case 'done':
            if (message.memoryBytes > maxKeptMemoryBytes) void this.close()
            return settle(message.result)
        }
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#post({ type: 'run', job, control: memory })
      watchDeadline()
    })
  }

  async #answer(id: number, answered: Promise<RequestAnswer>): Promise<void> {
    this.#post({ type: 'answered', id, answer: await answered })
  }

  async #giveBody(read: Promise<Uint8Array | null>, flags: Int32Array): Promise<void> {
    const bytes = await read
    this.#bodyPort.postMessage(bytes)
    Atomics.store(flags, 1, 1)
    Atomics.notify(flags, 1)
  }

  #post(message: ToWorker): void {
    if (this.#isUsable) this.#worker.postMessage(message)
  }

  /** An idle worker keeps no process alive. */
  #rest(): void {
    this.#worker.unref()
    this.#bodyPort.unref()
  }

  #end(error: Error | null): void {
    this.#isUsable = false
    this.#onExit(error)
  }
}
