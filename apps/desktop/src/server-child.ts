import { type ChildProcess, spawn } from 'node:child_process'
import { type Asked, type ServerBound, type ShellBound, shellBoundSchema } from '@parley/server/desktop'

/** A server that takes longer to end is killed. */
const stopWaitMs = 12_000

export interface ServerChildListener {
  onMessage(message: ShellBound): void
  /** The process has ended; `isExpected`: after {@link ServerChild.stop}. */
  onEnded(code: number | null, isExpected: boolean): void
}

/**
 * The server in a process of its own, so that nothing in the windows can hold up a send. Messages go over a pipe
 * and are checked; the launch token goes no other way. The process ends with this one, as its pipe does.
 */
export class ServerChild {
  readonly #process: ChildProcess
  readonly #ended: Promise<void>
  #isStopping = false
  #isRunning = true

  constructor(program: string, args: readonly string[], asked: Asked | null, listener: ServerChildListener) {
    this.#process = spawn(process.execPath, [program, '--desktop', ...args], {
      // In Electron the program is Electron itself.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Ctrl+C reaches only this process, which asks about what is under way before it stops the server.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    this.send({ type: 'start', asked })
    this.#process.on('message', received => {
      const { data } = shellBoundSchema.safeParse(received)
      if (data !== undefined) listener.onMessage(data)
    })
    this.#ended = new Promise(resolve => {
      const end = (code: number | null) => {
        this.#isRunning = false
        listener.onEnded(code, this.#isStopping)
        resolve()
      }
      this.#process.once('exit', end)
      this.#process.once('error', () => end(null))
    })
  }

  get processId(): number {
    return this.#process.pid ?? process.pid
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  send(message: ServerBound): void {
    if (this.#process.connected) this.#process.send(message, () => {})
  }

  /** Ends the server and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true
    if (!this.#isRunning) return
    this.send({ type: 'stop' })
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), stopWaitMs)
    await this.#ended
    clearTimeout(timer)
  }
}
