import { implement, ORPCError } from '@orpc/server'
import { contract } from '../contract/index.ts'
import type { Runs } from '../runs/runs.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { foundOrThrow, unlockedOrThrow, writtenOrThrow } from './value-or-throw.ts'

/** The calls for runs of collections, folders and requests (behaviour 4.10). */
export function runProcedures(runs: Runs, windows: Pick<WindowEvents, 'expect'>) {
  const on = implement(contract).runs
  return {
    plan: on.plan.handler(({ input: { windowId, targetId } }) => {
      windows.expect(windowId)
      runs.plan(windowId, targetId)
      return {}
    }),
    start: on.start.handler(({ input }) => {
      windows.expect(input.windowId)
      if (!runs.start(input)) throw new ORPCError('CONFLICT', { message: 'This run was started before.' })
      return { runId: input.runId }
    }),
    cancel: on.cancel.handler(({ input }) => ({ wasRunning: runs.cancel(input.runId) })),
    list: on.list.handler(({ input }) => runs.list(input.targetId)),
    readPlanned: on.readPlanned.handler(({ input }) => ({ items: runs.planned(input.runId) })),
    readRows: on.readRows.handler(async ({ input: { runId, from, limit } }) =>
      foundOrThrow(unlockedOrThrow(await runs.readRows(runId, from, limit)), 'run'),
    ),
    readResult: on.readResult.handler(async ({ input: { runId, index } }) =>
      foundOrThrow(unlockedOrThrow(await runs.readResult(runId, index)), 'result of a run'),
    ),
    remove: on.remove.handler(async ({ input }) => {
      await writtenOrThrow(runs.remove(input.runId))
      return {}
    }),
  }
}
