import type { RequestContext, RunItem, VariableScope } from '@parley/engine'
import type { Request } from '@parley/model'
import { fixedPorts, noContext } from '../prepare-code.testkit.ts'
import type { LoadShape } from './load-shape.ts'
import type { LoadPlan } from './plan/load-plan.ts'
import { planLoad } from './plan/plan-load.ts'

/** One round of one user. */
export const oneRound: LoadShape = {
  users: 1,
  requestsPerSecond: null,
  rampSeconds: 0,
  seconds: 10,
  iterations: 1,
  think: { from: 0, to: 0 },
  thresholds: [],
}

/** Returns a request of a run in the collection C. */
export function itemOf(request: Request, context: Partial<RequestContext> = {}): RunItem {
  const key = `C/${request.name}`
  return { key, id: key, path: ['C'], request, context: { ...noContext, ...context } }
}

/** Plans a load test of items; the files of requests keep their names. */
export function planOf(
  items: readonly RunItem[],
  data: readonly VariableScope[] = [],
  fileOf: (path: string) => string = path => path,
): Promise<LoadPlan> {
  return planLoad({ name: 'C', items, data, fileOf: (_, path) => fileOf(path) }, fixedPorts)
}

/** A data row. */
export function rowOf(values: Readonly<Record<string, string>>): VariableScope {
  return {
    name: 'iteration',
    values: new Map(Object.entries(values).map(([name, text]) => [name, { text, isLiteral: true }])),
  }
}
