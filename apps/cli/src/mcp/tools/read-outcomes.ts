import { z } from 'zod'
import { RefusedCall } from '../refusal.ts'
import { agentTool } from './agent-tool.ts'
import { runResult, runRow } from './result-schemas.ts'

/** `list_history`: the sends and runs of this server. */
export const listHistory = agentTool({
  name: 'list_history',
  title: 'List earlier sends and runs',
  description: 'Lists the last 100 sends and runs of this server, newest first.',
  input: z.object({}),
  output: z.object({
    outcomes: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['send', 'run']),
        path: z.string(),
        at: z.string().describe('RFC 3339'),
        requests: z.number(),
        passed: z.number(),
      }),
    ),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  subjectOf: () => '',
  async call(_input, { outcomes }) {
    const all = outcomes.all().map(({ id, kind, path, at, summary }) => ({
      id,
      kind,
      path,
      at: new Date(at).toISOString(),
      requests: summary.requests,
      passed: summary.counts.passed,
    }))
    return { value: { outcomes: all }, summary: `${all.length}` }
  },
})

/** `get_run`: the outcome of an earlier send or run of this server. */
export const getRun = agentTool({
  name: 'get_run',
  title: 'Read an earlier outcome',
  description:
    'Returns the outcome of an earlier send or run: its summary, its failed rows, or the row of the send.',
  input: z.object({ id: z.string().describe('as list_history returns it') }),
  output: runResult.extend({ path: z.string(), rows: z.array(runRow).describe('the row of a send') }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  subjectOf: ({ id }) => id,
  async call({ id }, { outcomes }) {
    const found = outcomes.find(id)
    if (found === null)
      throw new RefusedCall('NOT_FOUND', `There is no outcome “${id}”.`, 'List them with list_history.')
    const { kind, path, summary, results } = found
    const { describeRow, describeRun } = await import('./describe-results.ts')
    const rows = results.map(describeRow)
    const failed = kind === 'run' ? results : []
    return {
      value: { ...describeRun(id, summary, failed), path, rows: kind === 'send' ? rows : [] },
      summary: 'read',
    }
  },
})
