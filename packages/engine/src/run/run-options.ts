import type { VariableScope } from '../variables/scope.ts'

/** How a run goes. */
export interface RunOptions {
  /** How often all requests are sent. */
  readonly iterations: number
  /** A scope of the kind `iteration` for each iteration; the last one serves those beyond. */
  readonly data: readonly VariableScope[]
  /** Between a request and the next one of the same iteration or of the one after it. */
  readonly delayMs: number
  /** Whether the run ends with the first request that fails. */
  readonly stopsOnFailure: boolean
  readonly retries: RunRetries
  /** Null: no request is polled. */
  readonly poll: RunPoll | null
  /** So many iterations at the same time, each then with session values and cookies of its own. */
  readonly parallel: number
  /** Whether `setNextRequest` and its like are heeded (product decisions). */
  readonly scriptsMayChangeOrder: boolean
  /** Which bodies outlive their request; whoever follows the run releases them. */
  readonly keptBodies: 'none' | 'failed' | 'all'
}

/** A request that fails, by its tests too, is sent again. */
export interface RunRetries {
  /** So many times at most. */
  readonly count: number
  /** Before the first retry; doubled for each one after it, up to half a minute. */
  readonly waitMs: number
}

/** Requests that are sent again and again until they pass. */
export interface RunPoll {
  /** Of the requests. */
  readonly keys: ReadonlySet<string>
  readonly everyMs: number
  /** From the first send on; what has not passed by then has failed. */
  readonly forMs: number
}

/** One iteration, in order, nothing sent twice. */
export const defaultRunOptions: RunOptions = {
  iterations: 1,
  data: [],
  delayMs: 0,
  stopsOnFailure: false,
  retries: { count: 0, waitMs: 1000 },
  poll: null,
  parallel: 1,
  scriptsMayChangeOrder: false,
  keptBodies: 'none',
}
