import { requestCountsOf } from '@parley/engine/reports'
import { z } from 'zod'
import type { ListedOutcome } from '../outcomes/earlier-outcome.ts'
import type { OwnOutcomes } from '../outcomes/own-outcomes.ts'
import { RefusedCall } from '../refusal.ts'
import { hideInValue } from '../sending/known-secrets.ts'
import { shortened } from '../watch/shortened.ts'
import { agentTool } from './agent-tool.ts'
import { runResult, runRow } from './result-schemas.ts'

const mostListed = 100

const by = z.enum(['agent', 'app']).describe('agent: sent by this server; app: sent by the user in Parley')

/** `list_history`: the sends and runs of this server and of the app. */
export const listHistory = agentTool({
  name: 'list_history',
  title: 'List earlier sends and runs',
  description:
    'Lists the last 100 sends and runs, newest first: those of this server, and those of the user in Parley on this device.',
  input: z.object({}),
  output: z.object({
    outcomes: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['send', 'run']),
        by,
        path: z.string(),
        at: z.string().describe('RFC 3339'),
        requests: z.number(),
        passed: z.number(),
        untested: z.number(),
      }),
    ),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  subjectOf: () => '',
  async call(_input, { outcomes, appOutcomes }) {
    const ofApp = await (await appOutcomes()).list()
    const all = [...ownOf(outcomes), ...ofApp]
      .toSorted((a, b) => b.at - a.at)
      .slice(0, mostListed)
      .map(one => ({ ...one, at: new Date(one.at).toISOString() }))
    return { value: { outcomes: all }, summary: `${all.length}` }
  },
})

/** `get_run`: the outcome of an earlier send or run. */
export const getRun = agentTool({
  name: 'get_run',
  title: 'Read an earlier outcome',
  description:
    'Returns the outcome of an earlier send or run: its summary, its failed rows, or the row of the send. Of a send in Parley it also returns what was sent and received, as data.',
  input: z.object({ id: z.string().describe('as list_history returns it') }),
  output: runResult.extend({ by, path: z.string(), rows: z.array(runRow).describe('the row of a send') }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  subjectOf: ({ id }) => id,
  async call({ id }, { outcomes, appOutcomes }) {
    const found = outcomes.find(id) ?? (await (await appOutcomes()).read(id))
    if (found === null)
      throw new RefusedCall(
        'NOT_FOUND',
        `There is no outcome “${shortened(id)}”.`,
        'List them with list_history.',
      )
    const { kind, by, path, summary, results, hasBodies, data } = found
    const { describeRow, describeRun } = await import('./describe-results.ts')
    const { maskLookalikes } = await import('@parley/engine/assistant')
    const described = results.map(describeRow).map(row => (hasBodies ? row : { ...row, bodyHandle: '' }))
    // The app's user may have sent secrets that are known to no store, such as a password in a test.
    const rows =
      by === 'agent'
        ? described
        : z.array(runRow).parse(hideInValue(described, text => maskLookalikes(text).text))
    const isRun = kind === 'run'
    return {
      value: {
        ...{ ...describeRun(id, summary, []), failedRows: isRun ? rows : [] },
        ...{ by, path, rows: isRun ? [] : rows },
      },
      ...(data === undefined ? {} : { data }),
      summary: 'read',
    }
  },
})

function ownOf(outcomes: OwnOutcomes): readonly ListedOutcome[] {
  return outcomes.all().map(({ id, kind, path, at, summary }) => {
    const { passed, untested } = requestCountsOf(summary)
    return { ...{ id, kind, path, at, by: 'agent' as const }, requests: summary.requests, passed, untested }
  })
}
