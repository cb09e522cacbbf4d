import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOwnPort, isFree } from './own-port.ts'
import type { OpenParley } from './running-parley.ts'
import type { HostAnswer, HostRequest } from './server-host.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Starts a new server for each test that needs its own, one at a time, in one process (`server-host.ts`). They
 * have the same port, so that the browser recognizes the code of their page.
 */
export class OwnServers {
  readonly #host: ChildProcess
  readonly #port: number

  private constructor(host: ChildProcess, port: number) {
    this.#host = host
    this.#port = port
  }

  static async start(): Promise<OwnServers> {
    const host = fork(fileURLToPath(new URL('./server-host.ts', import.meta.url)), {
      cwd: root,
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') },
      execArgv: [],
    })
    return new OwnServers(host, await findOwnPort())
  }

  /** Runs `use` with a server whose app data is new, and stops the server. */
  async with(use: (server: OpenParley) => Promise<void>): Promise<void> {
    const home = await mkdtemp(join(tmpdir(), 'parley-e2e-'))
    const port = (await isFree(this.#port)) ? this.#port : 0
    // Another worker that looks for a port may try this one at the same moment.
    const address = await this.#ask({ home, port }).catch(error => {
      if (port === 0 || !String(error).includes('is in use')) throw error
      return this.#ask({ home, port: 0 })
    })
    if (address === null) throw new Error('The server has no address')
    const url = new URL(address)
    await use({ address, home, origin: url.origin, token: url.hash.replace('#token=', '') })
    await this.#ask('stop')
    await rm(home, { recursive: true, force: true })
  }

  async close(): Promise<void> {
    const ended = once(this.#host, 'exit')
    this.#host.disconnect()
    await ended
  }

  async #ask(request: HostRequest): Promise<string | null> {
    const answered = new Promise<HostAnswer>((resolve, reject) => {
      this.#host.once('message', resolve)
      this.#host.once('exit', code => reject(new Error(`The process of the servers ended with ${code}`)))
    })
    this.#host.send(request)
    const answer = await answered
    this.#host.removeAllListeners()
    if ('error' in answer) throw new Error(answer.error)
    return answer.address
  }
}
