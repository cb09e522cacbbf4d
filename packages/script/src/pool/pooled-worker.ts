import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import {
  type FromWorker,
  type ScriptResult,
  stoppedResult,
  type ToWorker,
  type WorkerSetup,
} from '../sandbox/worker-protocol.ts'
import type { SandboxFiles } from '../sandbox-files.ts'
import { type PausableHost, type StartedJob, SupervisedRun } from './supervised-run.ts'

/**
 * A worker whose scripts have left more memory than this is not reused. Memory that grew serves no further script, and a
 * garbage collection frees it too late where many such scripts follow each other.
 */
const maxLeftBytes = 160 * 1024 * 1024

/** One thread with a script engine. It runs one script at a time and can be killed meanwhile. */
export class PooledWorker {
  readonly #worker: Worker
  readonly #bodyPort: MessagePort
  #running: SupervisedRun | null = null
  #isUsable = true
  #leftBytes = 0

  constructor({ wasm, image, workerUrl }: SandboxFiles) {
    const { port1, port2 } = new MessageChannel()
    const setup: WorkerSetup = { wasm, image, bodyPort: port2 }
    this.#bodyPort = port1
    this.#worker = new Worker(workerUrl, {
      workerData: setup,
      transferList: [port2],
      // No accidental access to the process: neither its environment nor its streams.
      env: {},
      stdin: true,
      stdout: true,
      stderr: true,
      execArgv: [],
      // With a smaller stack the thread would fail before the script engine reaches its own limit, which
      // scripts can catch.
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 16 },
    })
    this.#worker.on('message', (message: FromWorker) => this.#onMessage(message))
    this.#worker.on('error', error => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(null))
    this.#rest()
  }

  /** Whether it can run another script: false once it was killed, died, or uses too much memory. */
  get isUsable(): boolean {
    return this.#isUsable
  }

  /** The part of its life, from 0 to 1, in which the thread was busy. */
  get utilization(): number {
    return this.#worker.performance.eventLoopUtilization().utilization
  }

  /** Resolves to the script's result in any case; a worker that had to be killed is not usable again. */
  async run(job: StartedJob, host: PausableHost, signal: AbortSignal): Promise<ScriptResult> {
    if (signal.aborted) return stoppedResult('cancelled')
    this.#worker.ref()
    const thread = {
      post: (message: ToWorker) => this.#post(message),
      sendBody: (bytes: Uint8Array | null) => this.#bodyPort.postMessage(bytes),
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
    if (message.type === 'done' && this.#leavesTooMuch(message.grownBytes)) this.#isUsable = false
    this.#running?.onMessage(message)
    if (!this.#isUsable) void this.close()
  }

  #leavesTooMuch(grownBytes: number): boolean {
    this.#leftBytes += grownBytes
    return this.#leftBytes > maxLeftBytes
  }

  #post(message: ToWorker): void {
    if (this.#isUsable) this.#worker.postMessage(message)
  }

  /** Lets the process exit while the worker is idle. */
  #rest(): void {
    this.#worker.unref()
    this.#bodyPort.unref()
  }

  #end(error: Error | null): void {
    this.#isUsable = false
    this.#running?.onExit(error)
  }
}
