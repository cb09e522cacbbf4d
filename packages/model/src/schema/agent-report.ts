import { z } from 'zod'

const shown = z.string().max(1000)
const time = z.int().min(0)

const agentServer = z.strictObject({
  serverId: z.uuid(),
  processId: z.int().min(1),
  startedAtMs: time,
  workspaces: z
    .array(
      z.strictObject({
        name: shown,
        folder: z.string().max(4096),
        /** The names of the collections with requests that agents can use. */
        collections: z.array(shown).max(1000),
        requests: z.int().min(0),
      }),
    )
    .max(100),
  environment: shown.nullable(),
  /** Whether agents send only what reads, send all, or change files as well. */
  access: z.enum(['readOnly', 'send', 'write']),
  /** Where agents reach it: over its standard input, or on a port of 127.0.0.1. */
  way: z.enum(['stdio', 'http']),
})

const agentCall = z.strictObject({
  /** Counts the calls of its server, from 1. */
  number: z.int().min(1),
  /** Milliseconds since the epoch. */
  atMs: time,
  tool: shown,
  /** The request, or what else it is about, as the agent gave it. */
  subject: shown,
  /** A few words, without values of secrets. */
  outcome: shown,
  isError: z.boolean(),
})

/** What a `parley mcp` reports to the app: itself, and its calls since the last report, or its last 100. */
export const agentReportSchema = z.strictObject({
  server: agentServer,
  calls: z.array(agentCall).max(100),
  hasEnded: z.boolean(),
})

/** A running `parley mcp`, and what it exposes. */
export type AgentServer = z.output<typeof agentServer>
/** A call of an agent, as its server reported it. */
export type AgentCall = z.output<typeof agentCall>
export type AgentReport = z.output<typeof agentReportSchema>
