import { implement } from '@orpc/server'
import type { AgentWatch } from '../agents/agent-watch.ts'
import { contract } from '../contract/index.ts'

/** What agents do, which send saved requests by `parley mcp`. */
export function agentProcedures(agents: AgentWatch) {
  const on = implement(contract).agents
  return {
    report: on.report.handler(({ input }) => {
      agents.report(input)
      return {}
    }),
    read: on.read.handler(() => agents.overview()),
  }
}
