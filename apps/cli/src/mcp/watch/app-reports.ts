import type { AgentServer, AgentCall as ReportedCall } from '@parley/model/schema'
import type { Environment } from '../../io/streams.ts'
import type { AgentCall } from '../call-log.ts'
import { shortened } from './shortened.ts'

const mostKept = 100
/** How often it looks for an app that was started meanwhile. */
const lookEveryMs = 3000
/** Calls that follow each other closely are reported together. */
const collectMs = 200
const answerWaitMs = 2000

/**
 * Reports what agents do to the app, so that the user can watch: to the Parley that runs on the same app data, which its lock
 * names. Without one the last calls wait here. Nothing of it delays or fails a call.
 */
export class AppReports {
  readonly #describe: () => Promise<AgentServer>
  readonly #env: Environment
  #calls: readonly ReportedCall[] = []
  #count = 0
  /** The app that was reached last, and the last call that it has. */
  #reached: { readonly address: string; readonly number: number; readonly server: AgentServer } | null = null
  #delivery: Promise<void> = Promise.resolve()
  /** Whether a report waits for the one under way. It will have all calls until then, so no other one waits. */
  #isWaiting = false
  readonly #looking: NodeJS.Timeout
  #collecting: NodeJS.Timeout | null = null

  constructor(describe: () => Promise<AgentServer>, env: Environment) {
    this.#describe = describe
    this.#env = env
    this.#looking = setInterval(() => this.#enqueue(), lookEveryMs).unref()
    this.#collect()
  }

  /** Adds a call, which has ended. */
  add({ at, tool, subject, outcome, isError }: AgentCall): void {
    this.#count += 1
    const call = {
      ...{ number: this.#count, atMs: at, tool: shortened(tool) },
      ...{ subject: shortened(subject), outcome: shortened(outcome), isError },
    }
    this.#calls = [...this.#calls, call].slice(-mostKept)
    this.#collect()
  }

  /** Reports the end, if an app knows of the beginning. */
  async close(): Promise<void> {
    clearInterval(this.#looking)
    if (this.#collecting !== null) clearTimeout(this.#collecting)
    if (this.#reached === null && this.#count === 0) return
    this.#enqueue(true)
    await this.#delivery
  }

  #collect(): void {
    this.#collecting ??= setTimeout(() => {
      this.#collecting = null
      this.#enqueue()
    }, collectMs).unref()
  }

  /** One report after the other, so that none is made of the same calls. */
  #enqueue(hasEnded = false): void {
    if (this.#isWaiting && !hasEnded) return
    this.#isWaiting = true
    const deliver = () => {
      this.#isWaiting = false
      return this.#deliver(hasEnded)
    }
    this.#delivery = this.#delivery.then(deliver).catch(() => {})
  }

  async #deliver(hasEnded: boolean): Promise<void> {
    // Loaded afterwards, because an agent waits for the start of the program.
    const { appDataFolder, callInstance, readInstance } = await import('@parley/appdata/running-instance')
    const instance = await readInstance(appDataFolder(this.#env))
    if (instance === null) return
    const known = this.#reached?.address === instance.address ? this.#reached : null
    const calls = this.#calls.filter(({ number }) => number > (known?.number ?? 0))
    if (known !== null && calls.length === 0 && !hasEnded) return
    const server = known?.server ?? (await this.#describe())
    const report = { server, calls, hasEnded }
    const answer = await callInstance(instance, 'agents/report', report, answerWaitMs)
    if (answer?.ok !== true) return
    await answer.body?.cancel()
    this.#reached = { address: instance.address, number: calls.at(-1)?.number ?? known?.number ?? 0, server }
  }
}
