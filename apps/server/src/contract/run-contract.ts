import { oc, type } from '@orpc/contract'
import type { RunResult, RunRow, RunSummary } from '@parley/engine'
import * as z from 'zod'
import { id } from './contract-inputs.ts'
import type { LoadInfo } from './load-contract.ts'
import type { DescribedProblem } from './messages.ts'

/** A random ID, chosen by the page once for each window. */
const windowId = z.uuid()
/** A random ID, chosen by the page, so that a run can be cancelled before its start has returned. */
const runId = z.uuid()
const milliseconds = z.int().min(0).max(2_147_483_647)

/** Options of a run; the names are those of the engine's options. */
const options = z.strictObject({
  iterations: z.int().min(1).max(1_000_000),
  delayMs: milliseconds,
  stopsOnFailure: z.boolean(),
  retries: z.int().min(0).max(1000),
  retryWaitMs: milliseconds,
  /** The pause between two sends of a polled request. */
  pollEveryMs: milliseconds,
  /** The time after the first send of a request after which polling fails. */
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
  /** The collection, folder or request to run. */
  targetId: id,
  options,
  /** The keys of the requests to send; null: all of them. */
  keys: keys.nullable(),
  /** The keys of the requests to send until they pass. */
  polled: keys,
  /** The content of a data file; null: there is none. */
  data: z.strictObject({ name: z.string().max(1000), text: z.string().max(20_000_000) }).nullable(),
})

export type StartRun = z.infer<typeof startRun>

/** Runs of collections, folders and requests; the event streams of all windows report their progress. */
export const runContract = {
  /**
   * Reads what a run of a target would send, and notifies the window. Replaces the window's previous plan.
   */
  plan: oc.input(z.strictObject({ windowId, targetId: id })).output(type<Record<string, never>>()),
  start: oc.input(startRun).output(type<{ readonly runId: string }>()),
  /** Ends a run at once. Returns false if it had already ended. */
  cancel: oc.input(z.strictObject({ runId })).output(type<{ readonly wasRunning: boolean }>()),
  /** Lists the runs of a target that are stored, newest first, including running ones. */
  list: oc.input(z.strictObject({ targetId: id })).output(type<RunList>()),
  /** Returns what a run in progress sends in each iteration; nothing once it has ended. */
  readPlanned: oc.input(z.strictObject({ runId })).output(type<{ readonly items: readonly RunPlanItem[] }>()),
  /** Returns the list rows of requests that have ended, in the order in which they ended. */
  readRows: oc
    .input(z.strictObject({ runId, from: z.int().min(0), limit: z.int().min(1).max(5000) }))
    .output(type<RunRows>()),
  /**
   * Returns one result with its exchange and tests. From then on its body can be read like that of a send.
   */
  readResult: oc.input(z.strictObject({ runId, index: z.int().min(0) })).output(type<ShownRunResult>()),
  /** Deletes a run with all its stored results; ends it first if it is running. */
  remove: oc.input(z.strictObject({ runId })).output(type<Record<string, never>>()),
}

/** A run as shown in lists and headings. */
export interface RunInfo {
  readonly runId: string
  readonly targetId: string
  /** The name of what is run. */
  readonly name: string
  /** `failed`: the run could not start, and nothing was sent. */
  readonly state: 'preparing' | 'running' | 'ended' | 'failed'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The active environment; null: none is active. */
  readonly environmentName: string | null
  readonly options: RunOptionsInput
  readonly dataName: string | null
  /** The number of requests in one iteration. */
  readonly requests: number
  /** Null until the first request has ended. */
  readonly summary: RunSummary | null
  /** How many results of ended requests are stored. */
  readonly totalRows: number
  /** The request that is running. */
  readonly current: { readonly key: string; readonly iteration: number } | null
  /** Why the run could not start, or why not all of it is stored. */
  readonly problem: DescribedProblem | null
  /** What the user should know before a run that is possible, as sentences. */
  readonly notes: readonly string[]
  /** What a load test has; absent: it is a run of Parley's own runner. */
  readonly load?: LoadInfo
}

/** The state of a run: sent at the start of a stream and with each change. */
export interface RunWindowEvent {
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
  /** The names of the containers that hold it, outermost first. */
  readonly path: readonly string[]
  /** The badge of its kind; the method of a request that has none. */
  readonly method: string
  readonly tags: readonly string[]
  /** Whether it is a live stream without limits for runs, which a run skips. */
  readonly isStream: boolean
}

export interface RunList {
  readonly runs: readonly RunInfo[]
  /** Why nothing can be read although everything is stored; null if it can be read. */
  readonly locked: DescribedProblem | null
}

export interface RunRows {
  readonly rows: readonly RunRow[]
  /** The number of rows known so far. */
  readonly totalRows: number
}

export interface ShownRunResult {
  /** The result with secret values replaced by the names of the secrets. */
  readonly result: RunResult
  /** Why the response's content is incomplete; null: it is complete. */
  readonly missingBody: 'notKept' | 'tooLarge' | 'noRoom' | 'lost' | null
}
