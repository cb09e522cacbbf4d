import { oc, type } from '@orpc/contract'
import type { RunResult, RunRow, RunSummary } from '@parley/engine'
import * as z from 'zod'
import type { DescribedProblem } from './messages.ts'

const id = z.string().min(1).max(128)
/** Random, chosen by the page once for each window. */
const windowId = z.uuid()
/** Random, chosen by the page, so that a run can be cancelled before its start has returned. */
const runId = z.uuid()
const milliseconds = z.int().min(0).max(2_147_483_647)

/** How a run goes; the names are those of the engine's options. */
const options = z.strictObject({
  iterations: z.int().min(1).max(1_000_000),
  delayMs: milliseconds,
  stopsOnFailure: z.boolean(),
  retries: z.int().min(0).max(1000),
  retryWaitMs: milliseconds,
  /** Between two sends of a request that is polled. */
  pollEveryMs: milliseconds,
  /** From the first send of a request on, after which it has failed. */
  pollForMs: milliseconds,
  parallel: z.int().min(1).max(100),
  scriptsMayChangeOrder: z.boolean(),
  keptBodies: z.enum(['none', 'failed', 'all']),
})

export type RunOptionsInput = z.infer<typeof options>

const keys = z.array(z.string().max(100_000)).max(100_000)

const startRun = z.strictObject({
  windowId,
  runId,
  /** The collection, folder or request that is run. */
  targetId: id,
  options,
  /** Of the requests that are sent; null: all of them. */
  keys: keys.nullable(),
  /** Of the requests that are sent until they pass. */
  polled: keys,
  /** A data file as it is; null: there is none. */
  data: z.strictObject({ name: z.string().max(1000), text: z.string().max(20_000_000) }).nullable(),
})

export type StartRun = z.infer<typeof startRun>

/** Runs of collections, folders and requests; how each goes is told on the event streams of all windows. */
export const runContract = {
  /** Reads what a run of a target would send; the window is told. Takes the place of the question before. */
  plan: oc.input(z.strictObject({ windowId, targetId: id })).output(type<Record<string, never>>()),
  start: oc.input(startRun).output(type<{ readonly runId: string }>()),
  /** Ends a run at once. False where it had ended before. */
  cancel: oc.input(z.strictObject({ runId })).output(type<{ readonly wasRunning: boolean }>()),
  /** The runs of a target that are kept, newest first, the one under way as well. */
  list: oc.input(z.strictObject({ targetId: id })).output(type<RunList>()),
  /** What lists show of the requests that have ended, in the order in which they did. */
  readRows: oc
    .input(z.strictObject({ runId, from: z.int().min(0), limit: z.int().min(1).max(5000) }))
    .output(type<RunRows>()),
  /** One request with its exchange and tests. From then on its body can be read like that of a send. */
  readResult: oc.input(z.strictObject({ runId, index: z.int().min(0) })).output(type<ShownRunResult>()),
  /** Gives up a run with all that is kept of it; one under way is ended. */
  remove: oc.input(z.strictObject({ runId })).output(type<Record<string, never>>()),
}

/** A run as lists and headings show it. */
export interface RunInfo {
  readonly runId: string
  readonly targetId: string
  /** Of what is run. */
  readonly name: string
  /** `failed`: it could not begin, nothing was sent. */
  readonly state: 'preparing' | 'running' | 'ended' | 'failed'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Null: none is active. */
  readonly environmentName: string | null
  readonly options: RunOptionsInput
  readonly dataName: string | null
  /** In one iteration. */
  readonly requests: number
  /** Null until the first request has ended. */
  readonly summary: RunSummary | null
  /** Of the requests that ended, so many are kept. */
  readonly totalRows: number
  /** The request under way. */
  readonly current: { readonly key: string; readonly iteration: number } | null
  /** Why it could not begin, or why not all of it is kept. */
  readonly problem: DescribedProblem | null
  /** What the user should know though it can be run, as sentences. */
  readonly notes: readonly string[]
}

/** How a run goes: in the first events of a stream, and anew with each change. */
export interface RunEventOfWindow {
  readonly type: 'run'
  readonly run: RunInfo
}

/** What a run of a target would send. */
export interface RunPlanEvent {
  readonly type: 'runPlan'
  readonly targetId: string
  readonly plan:
    | { readonly state: 'read'; readonly items: readonly RunPlanItem[] }
    | ({ readonly state: 'failed' } & DescribedProblem)
}

export interface RunPlanItem {
  readonly key: string
  readonly requestId: string
  readonly name: string
  /** The names of where it stands, outermost first. */
  readonly path: readonly string[]
  readonly method: string
  readonly tags: readonly string[]
  /** A live stream, which a run skips. */
  readonly isStream: boolean
}

export interface RunList {
  readonly runs: readonly RunInfo[]
  /** Why nothing can be read; it is all kept. Null: it can. */
  readonly locked: DescribedProblem | null
}

export interface RunRows {
  readonly rows: readonly RunRow[]
  /** As far as is known. */
  readonly totalRows: number
}

export interface ShownRunResult {
  /** The values of secrets stand as their names in it. */
  readonly result: RunResult
  /** Why there is less of the response's content than came; null: it is all there. */
  readonly missingBody: 'notKept' | 'tooLarge' | 'noRoom' | 'lost' | null
}
