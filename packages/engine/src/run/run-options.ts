import type { VariableScope } from '../prepare/variables/scope.ts'

/** The settings of a run. */
export interface RunOptions {
  /** How many times all requests are sent. */
  readonly iterations: number
  /** One scope of kind `iteration` per iteration; further iterations use the last one. */
  readonly data: readonly VariableScope[]
  /** The pause before each request of a lane but the first. */
  readonly delayMs: number
  /** Whether the run ends with the first request that fails. */
  readonly stopsOnFailure: boolean
  /** Whether a request fails on a status of 400 or above that none of its tests looks at. */
  readonly failsOnStatus: boolean
  readonly retries: RunRetries
  /** Null if no request is polled. */
  readonly poll: RunPoll | null
  /**
   * The number of iterations that run at the same time. If more than one, each has its own session
   * values and cookies.
   */
  readonly parallel: number
  /** Whether `setNextRequest` and similar calls have an effect (behaviour, Order of a run). */
  readonly scriptsMayChangeOrder: boolean
  /** The bodies that are kept after their request ends; the caller releases them. */
  readonly keptBodies: 'none' | 'failed' | 'all'
  /** The trace that requests belong to, which the header `traceparent` says; null: they have no such header. */
  readonly traceId: string | null
}

/** How requests that fail, or whose tests fail, are sent again. */
export interface RunRetries {
  /** The maximum number of retries. */
  readonly count: number
  /** The pause before the first retry; it doubles for each further one, up to 30 seconds. */
  readonly waitMs: number
}

/** Requests that are sent repeatedly until they pass. */
export interface RunPoll {
  /** The keys of the requests. */
  readonly keys: ReadonlySet<string>
  readonly everyMs: number
  /** Counted from the first send; a request that has not passed by then has failed. */
  readonly forMs: number
}

/** One iteration, in order, without retries. */
export const defaultRunOptions: RunOptions = {
  iterations: 1,
  data: [],
  delayMs: 0,
  stopsOnFailure: false,
  failsOnStatus: false,
  retries: { count: 0, waitMs: 1000 },
  poll: null,
  parallel: 1,
  scriptsMayChangeOrder: false,
  keptBodies: 'none',
  traceId: null,
}
