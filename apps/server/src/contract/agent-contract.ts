import { oc, type } from '@orpc/contract'
import { type AgentCall, type AgentServer, agentReportSchema } from '@parley/model/schema'

/** What Settings → Agents shows. */
export interface AgentOverview {
  /** The words that start this Parley on the command line. */
  readonly program: readonly string[]
  /** Those that are running, the oldest first. */
  readonly servers: readonly AgentServer[]
  /** The last 100 calls, the newest first. */
  readonly calls: readonly ReportedCall[]
}

/** A call, and the server that an agent made it with. */
export interface ReportedCall extends AgentCall, Pick<AgentServer, 'serverId'> {}

/** An agent made a call, or can or cannot any more: the page reads what it shows of them again. */
export interface AgentsEvent {
  readonly type: 'agents'
}

/** What agents do, which send saved requests by `parley mcp`. */
export const agentContract = {
  /** Takes the report of a `parley mcp` on the same app data. What was reported before changes nothing. */
  report: oc.input(agentReportSchema).output(type<Record<string, never>>()),
  read: oc.output(type<AgentOverview>()),
}
