import { oc, type } from '@orpc/contract'
import type { JudgedThreshold, LoadError, LoadFigures, LoadPoint } from '@parley/codegen/load'
import * as z from 'zod'
import { id, windowId } from './contract-inputs.ts'
import type { DescribedProblem } from './messages.ts'

/** A random ID, chosen by the page; the event that answers a call has it. */
const taskId = z.uuid()
const seconds = z.number().min(0).max(1_000_000)

/** How much load a test makes, and when it has failed. */
const shape = z.strictObject({
  users: z.int().min(1).max(100_000),
  requestsPerSecond: z.number().positive().max(1_000_000).nullable(),
  rampSeconds: seconds,
  seconds: seconds.min(1),
  /** Rounds of all users together, in place of `seconds`. */
  iterations: z.int().min(1).max(1_000_000_000).nullable(),
  think: z.strictObject({ from: seconds, to: seconds }),
  /** As they are typed: `p95<300`, `errors<1%`. */
  thresholds: z.array(z.string().max(100)).max(50),
})

export type LoadShapeInput = z.infer<typeof shape>

const source = {
  windowId,
  /** The collection, folder or request to test. */
  targetId: id,
  /** The content of a data file; null: there is none. */
  data: z.strictObject({ name: z.string().max(1000), text: z.string().max(20_000_000) }).nullable(),
}

const planLoad = z.strictObject({ ...source, taskId })
const exportLoad = z.strictObject({
  ...source,
  taskId,
  shape,
  engine: z.enum(['locust', 'k6']),
  folder: z.string().min(1).max(4096),
})
const startLoad = z.strictObject({
  ...source,
  runId: z.uuid(),
  shape,
  /** A host that is not this computer, as the user typed it again; empty: none was typed. */
  host: z.string().max(1000),
})

export type PlanLoad = z.infer<typeof planLoad>
export type ExportLoad = z.infer<typeof exportLoad>
export type StartLoad = z.infer<typeof startLoad>
export type LoadEngineName = ExportLoad['engine']

/** Load tests; the event streams of all windows report the progress of those that run here, as that of runs. */
export const loadContract = {
  /** Reads what a load test would send, and what it would not; an event for the window has it. */
  plan: oc.input(planLoad).output(type<Record<string, never>>()),
  /** Writes the folder of a load test; an event for the window says whether it is written. */
  export: oc.input(exportLoad).output(type<Record<string, never>>()),
  /** Runs a small load test here. It is a run: `runs.cancel` ends it. */
  start: oc.input(startLoad).output(type<{ readonly runId: string }>()),
  /** Returns the figures of a load test by request. */
  read: oc.input(z.strictObject({ runId: z.uuid() })).output(type<LoadDetails>()),
}

/** What a run that is a load test has. */
export interface LoadInfo {
  /** The program that makes the load, as users know it. */
  readonly engine: string
  readonly users: number
  readonly requestsPerSecond: number | null
  /** How long it takes at most, with the start of its users. */
  readonly plannedSeconds: number
  readonly iterations: number | null
  /** Null until the first figures are there. */
  readonly total: LoadTotals | null
  /** How long it had run when the last figures came, or when it ended. */
  readonly elapsedMs: number
  /** Null until it has ended. */
  readonly ending: { readonly state: 'completed' | 'cancelled'; readonly isPassed: boolean } | null
}

/** The figures of one request or all of them, without the histogram. */
export type LoadTotals = Omit<LoadFigures, 'histogram'>

/** The figures of a load test, so far. */
export interface LoadDetails {
  readonly requests: readonly LoadTotals[]
  readonly errors: readonly LoadError[]
  /** Empty until the test has ended. */
  readonly thresholds: readonly JudgedThreshold[]
  readonly points: readonly LoadPoint[]
}

/** What a load test of a target would be. */
export interface LoadPlanned {
  readonly state: 'planned'
  /** The number of requests in a round. */
  readonly requests: number
  /** What is not translated; the first of them. */
  readonly untranslated: readonly UntranslatedPart[]
  readonly totalUntranslated: number
  /** The first host that is not this computer; null: there is none. */
  readonly foreignHost: string | null
  /** Why it cannot run here whatever its options are, as a sentence; null if it can. */
  readonly notHere: string | null
}

export interface UntranslatedPart {
  /** The path of the request, or of the folder or collection that has the script. */
  readonly path: string
  /** The line of its script, from 1; null: it is no line of a script. */
  readonly line: number | null
  readonly text: string
  /** Whether the request is left out. */
  readonly isLeftOut: boolean
}

/** How a call about load tests ended. */
export type LoadOutcome =
  | LoadPlanned
  | { readonly state: 'written'; readonly folder: string; readonly requests: number }
  | ({ readonly state: 'failed' } & DescribedProblem)

/** The outcome of a call about load tests of a window. */
export interface LoadEvent {
  readonly type: 'load'
  readonly taskId: string
  readonly outcome: LoadOutcome
}
