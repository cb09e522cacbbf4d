import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import {
  type FromWorker,
  type ScriptJob,
  type ScriptResult,
  stoppedResult,
  type ToWorker,
  type WorkerSetup,
} from '../sandbox/worker-protocol.ts'
import type { SandboxFiles } from '../sandbox-files.ts'
import { type ScriptHost, SupervisedRun } from './supervised-run.ts'

/** A worker whose last script took more memory than this is not used again. */
const maxKeptMemoryBytes = 128 * 1024 * 1024

/** One thread with the script engine in it. It runs one script at a time and can be killed under it. */
export class PooledWorker {
  readonly #worker: Worker
  readonly #bodyPort: MessagePort
  #running: SupervisedRun | null = null
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
    this.#worker.ref()
    const thread = {
      post: (message: ToWorker) => this.#post(message),
      giveBody: (bytes: Uint8Array | null) => this.#bodyPort.postMessage(bytes),
      kill: () => void this.close(),
    }
    this.#running = new SupervisedRun(job, thread, host, signal)
    try {
      return await this.#running.result
    } finally {
      this.#running = null
      this.#rest()
    }
  }

  async close(): Promise<void> {
    this.#isUsable = false
    this.#bodyPort.close()
    await this.#worker.terminate()
  }

  #onMessage(message: FromWorker): void {
    if (message.type === 'done' && message.memoryBytes > maxKeptMemoryBytes) this.#isUsable = false
    this.#running?.onMessage(message)
    if (!this.#isUsable) void this.close()
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
    this.#running?.onExit(error)
  }
}
