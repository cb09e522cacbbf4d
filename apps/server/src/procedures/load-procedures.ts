import { implement, ORPCError } from '@orpc/server'
import { contract } from '../contract/index.ts'
import type { Loads } from '../loads/loads.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { foundOrThrow, unlockedOrThrow } from './value-or-throw.ts'

/** The calls for load tests. */
export function loadProcedures(loads: Loads, windows: Pick<WindowEvents, 'expect'>) {
  const on = implement(contract).loads
  return {
    plan: on.plan.handler(({ input }) => {
      windows.expect(input.windowId)
      loads.plan(input)
      return {}
    }),
    export: on.export.handler(({ input }) => {
      windows.expect(input.windowId)
      loads.export(input)
      return {}
    }),
    start: on.start.handler(({ input }) => {
      windows.expect(input.windowId)
      if (!loads.start(input)) throw new ORPCError('CONFLICT', { message: 'This test was started before.' })
      return { runId: input.runId }
    }),
    read: on.read.handler(async ({ input }) =>
      foundOrThrow(unlockedOrThrow(await loads.read(input.runId)), 'load test'),
    ),
  }
}
