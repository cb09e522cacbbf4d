import type { AgentCall, AgentReport, AgentServer } from '@parley/model/schema'
import type { AgentOverview, AgentsEvent } from '../contract/index.ts'

const mostCalls = 100
/** More programs than anyone runs; those that ended are forgotten as well. */
const mostServers = 1000

interface KnownServer {
  readonly server: AgentServer
  /** The number of the last call that was reported. */
  readonly lastNumber: number
  readonly hasEnded: boolean
}

/** What {@link AgentWatch} needs. */
export interface AgentWatchParts {
  /** The words that start this Parley on the command line. */
  readonly program: () => Promise<readonly string[]>
  /** Whether a process of this machine is running. */
  readonly isRunning: (processId: number) => boolean
  readonly notify: (event: AgentsEvent) => void
}

/**
 * What agents did last, and what they can use now. Each `parley mcp` on the same app data reports it; the app keeps it until
 * it ends, and then gets it again from those that are still running.
 */
export class AgentWatch {
  readonly #parts: AgentWatchParts
  readonly #known = new Map<string, KnownServer>()
  #calls: AgentOverview['calls'] = []

  constructor(parts: AgentWatchParts) {
    this.#parts = parts
  }

  /** Takes a report. Calls that were reported before are ignored. */
  report({ server, calls, hasEnded }: AgentReport): void {
    const { serverId } = server
    const lastNumber = this.#known.get(serverId)?.lastNumber ?? 0
    const fresh = calls.filter(({ number }) => number > lastNumber)
    this.#known.delete(serverId)
    this.#known.set(serverId, { server, lastNumber: highest(fresh, lastNumber), hasEnded })
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostServers && oldest !== undefined) this.#known.delete(oldest)
    this.#calls = [...fresh.map(call => ({ ...call, serverId })), ...this.#calls]
      .toSorted((a, b) => b.atMs - a.atMs || b.number - a.number)
      .slice(0, mostCalls)
    this.#parts.notify({ type: 'agents' })
  }

  /** Returns the running servers and the last calls. A server that was killed did not say that it ended. */
  async overview(): Promise<AgentOverview> {
    const servers = [...this.#known.values()]
      .filter(({ server, hasEnded }) => !hasEnded && this.#parts.isRunning(server.processId))
      .map(({ server }) => server)
      .toSorted((a, b) => a.startedAtMs - b.startedAtMs)
    return { program: await this.#parts.program(), servers, calls: this.#calls }
  }
}

function highest(calls: readonly AgentCall[], first: number): number {
  return calls.reduce((last, { number }) => Math.max(last, number), first)
}
