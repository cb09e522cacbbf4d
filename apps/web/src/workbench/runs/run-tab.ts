import type { RunOptionsInput, RunPlanEvent, RunPlanItem } from '@parley/server/contract'
import type { LoadForm } from './load/load-form.ts'
import type { DataFile } from './run-data.ts'

/** The options of the next run of a tab, as edited. */
export interface RunForm extends Omit<RunOptionsInput, 'iterations'> {
  /** Null: once, or once for each row of the data file. */
  readonly iterations: number | null
  /** Keys of the requests that are not ticked, so that new requests of the collection are ticked. */
  readonly leftOut: readonly string[]
  /** Keys of the requests that are sent until they pass. */
  readonly polled: readonly string[]
  /** Of a load test; absent: the usual ones. */
  readonly load?: LoadForm
}

/** The inner tabs of a run, in their order. */
export type RunSection = 'requests' | 'timing' | 'cookies' | 'errors' | 'earlier'

/** An open run of a collection, folder or request: its options and its results (behaviour 4.10). */
export interface RunTab {
  readonly kind: 'run'
  readonly id: string
  /** Whether it stays at the left of the strip, and open while others close. */
  readonly isPinned?: boolean
  readonly targetId: string
  /** Whether it is a load test, and no run. */
  readonly isLoad?: boolean
  readonly targetKind: 'collection' | 'folder' | 'request'
  /** The name of what is run, and the names of the containers around it, outermost first. */
  readonly name: string
  readonly path: readonly string[]
  /** Whether its target was deleted; its runs stay. */
  readonly isLost: boolean
  readonly form: RunForm
  /** Null: the options are shown. */
  readonly shownRunId: string | null
  readonly section: RunSection
}

/** The requests of a plan that are ticked; none until the plan is read. */
export function tickedOf(
  plan: RunPlanEvent['plan'] | undefined,
  { leftOut }: Pick<RunForm, 'leftOut'>,
): readonly RunPlanItem[] {
  return plan?.state === 'read' ? plan.items.filter(item => !leftOut.includes(item.key)) : []
}

/** Whether a run can begin, by the button or its shortcut: something is ticked, and the data file is read and has no fault. */
export function canRun(
  ticked: readonly RunPlanItem[],
  data: Pick<DataFile, 'problem'> | undefined,
  reading: File | undefined,
): boolean {
  return ticked.length > 0 && reading === undefined && (data === undefined || data.problem === null)
}

export const newRunForm: RunForm = {
  iterations: null,
  delayMs: 0,
  stopsOnFailure: false,
  retries: 0,
  retryWaitMs: 1000,
  pollEveryMs: 1000,
  pollForMs: 60_000,
  parallel: 1,
  scriptsMayChangeOrder: false,
  keptBodies: 'all',
  leftOut: [],
  polled: [],
}
