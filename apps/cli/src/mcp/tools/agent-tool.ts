import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { ExposedWorkspaces } from '../exposed/exposed-workspaces.ts'
import type { AppOutcomes } from '../outcomes/app-outcomes.ts'
import type { OwnOutcomes } from '../outcomes/own-outcomes.ts'
import type { AgentSends } from '../sending/agent-sends.ts'
import type { KnownSecrets } from '../sending/known-secrets.ts'

/** What the tools share: they see the workspaces only through it. */
export interface AgentHost {
  readonly workspaces: ExposedWorkspaces
  /** Loaded with the first call that needs it, because an agent starts the program long before. */
  readonly sends: () => Promise<AgentSends>
  readonly outcomes: OwnOutcomes
  /** What the app sent, loaded with the first call that needs it. */
  readonly appOutcomes: () => Promise<AppOutcomes>
  readonly secrets: KnownSecrets
  readonly isReadOnly: boolean
  /** Whether agents may change and create requests. */
  readonly mayWrite: boolean
}

/** The result of a call. */
export interface ToolResult<Output> {
  readonly value: Output
  /** Text from a server, which is passed on as data and not as part of the answer. */
  readonly data?: string
  /** Set if the call had no success although it was made. */
  readonly isError?: boolean
  /** A few words for the line that the user sees. */
  readonly summary: string
}

/** A tool of the server (MCP 2026-07-28, server/tools). */
export interface AgentTool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly annotations: ToolAnnotations
  /** What the call is about, for the line that the user sees. */
  subjectOf(input: z.output<Input>): string
  /** @throws RefusedCall */
  call(input: z.output<Input>, host: AgentHost, signal: AbortSignal): Promise<ToolResult<z.output<Output>>>
}

/** Infers the types of a tool from its schemas. */
export function agentTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: AgentTool<Input, Output>,
): AgentTool<Input, Output> {
  return tool
}
