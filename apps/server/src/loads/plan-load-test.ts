import { type LoadPlan, planLoad } from '@parley/codegen/load'
import type { RunItem } from '@parley/engine'
import { type LoadUploads, mostSecondsHere, mostUsersHere, type RefusedHere } from '@parley/interchange/load'
import { type AppSettings, failed, ok, type Result } from '@parley/model'
import { nodeSources } from '@parley/transport'
import type { DescribedProblem, StartRun } from '../contract/index.ts'
import type { PlannedRun } from '../runs/plan-run.ts'
import { readRunData } from '../runs/read-run-data.ts'
import { unusedNetwork } from './unused-network.ts'

/** What a load test sends, and the requests that it comes from. */
export interface PlannedLoad {
  readonly plan: LoadPlan
  readonly items: readonly RunItem[]
  readonly environmentName: string | null
}

/** What a plan needs besides the requests. */
export interface LoadPlanSource {
  readonly data: StartRun['data']
  readonly uploads: LoadUploads
  readonly settings: AppSettings
}

/** Plans a load test of what a run would send. Nothing is sent, and no script runs. */
export async function planLoadTest(
  planned: Result<PlannedRun, DescribedProblem>,
  { data, uploads, settings }: LoadPlanSource,
): Promise<Result<PlannedLoad, DescribedProblem>> {
  if (!planned.ok) return planned
  const rows = await readRunData(data)
  if (!rows.ok) return rows
  const { name, items, environmentName } = planned.value
  const fileOf = (item: RunItem, path: string) => uploads.nameOf(item, path)
  const plan = await planLoad({ name, items, data: rows.value, fileOf }, nodeSources)
  const network = unusedNetwork(settings).map(text => ({ path: name, line: null, text, isLeftOut: false }))
  return ok({ plan: { ...plan, untranslated: [...network, ...plan.untranslated] }, items, environmentName })
}

/** Fails if a plan has no request. */
export function withSteps(
  planned: Result<PlannedLoad, DescribedProblem>,
): Result<PlannedLoad, DescribedProblem> {
  if (!planned.ok || planned.value.plan.steps.length > 0) return planned
  return failed({
    sentence: 'No request can be translated.',
    nextStep: 'See what is not translated, or choose other requests.',
  })
}

/** Says why a load test does not run here, and what to do. */
export function refusedHereWords(refused: RefusedHere): DescribedProblem {
  switch (refused.kind) {
    case 'tooManyUsers':
      return {
        sentence: `At most ${mostUsersHere} users run here.`,
        nextStep: 'Choose fewer, or export the load test.',
      }
    case 'tooLong':
      return {
        sentence: `A load test runs here for at most ${mostSecondsHere} s, with the ramp.`,
        nextStep: 'Choose a shorter time, or export the load test.',
      }
    case 'unknownHost':
      return {
        sentence: 'The host of a request depends on values that are known only during the test.',
        nextStep: 'Export the load test.',
      }
    case 'foreignHost':
      return {
        sentence: `The requests go to ${refused.host}.`,
        nextStep: 'If its owner permits load, type the host again.',
      }
  }
}
