import type { TestReport } from '@parley/model'
import type { SendOutcome } from '../ports.ts'

/** What is told of a run as it goes on, in this order; requests of parallel iterations as they end. */
export type RunEvent = RunStarted | RequestStarted | RequestEnded | RunEnded

export interface RunStarted {
  readonly type: 'runStarted'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly iterations: number
  /** In one iteration. */
  readonly requests: number
}

export interface RequestStarted {
  readonly type: 'requestStarted'
  readonly iteration: number
  readonly key: string
  readonly name: string
}

export interface RequestEnded {
  readonly type: 'requestEnded'
  readonly result: RunResult
  /** Up to here. */
  readonly summary: RunSummary
}

export interface RunEnded {
  readonly type: 'runEnded'
  readonly summary: RunSummary
}

/** One request of a run. The values of secrets stand as their names in all of it (spec 2.4). */
export interface RunResult {
  /** From 0, in the order in which they ended. */
  readonly index: number
  /** From 0. */
  readonly iteration: number
  readonly key: string
  readonly id: string
  readonly name: string
  /** The names of where it stands, outermost first. */
  readonly path: readonly string[]
  /** As sent; as typed where nothing was. */
  readonly method: string
  readonly url: string
  readonly status: RunStatus
  /** Null but for what was skipped. */
  readonly skipped: SkipReason | null
  /** How often it was sent. */
  readonly sends: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Of the last send. Null where it was skipped. */
  readonly outcome: SendOutcome | null
  readonly tests: TestReport
  /** In the order in which they were set, of each name the last. */
  readonly sessionChanges: readonly RunSessionChange[]
}

export type RunStatus =
  /** A response came, whatever its status, and all tests passed. */
  | 'passed'
  /** A test failed or a script threw. */
  | 'failed'
  /** No whole response came. */
  | 'error'
  | 'skipped'
  | 'cancelled'

export type SkipReason =
  /** A kind of request, or an answer, that never ends by itself (spec 6). */
  | 'LIVE_STREAM'
  /** `skipRequest` of its pre-request script. */
  | 'SKIPPED_BY_SCRIPT'

/** A session value that a script set or, with null, removed. */
export interface RunSessionChange {
  readonly name: string
  readonly text: string | null
}

export interface RunSummary {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly elapsedMs: number
  /** How the run stands: it ended early by Cancel, a failure or a script, or with the last request. */
  readonly state: 'running' | 'completed' | 'cancelled' | 'stoppedOnFailure' | 'stoppedByScript'
  readonly iterations: number
  readonly counts: Readonly<Record<RunStatus, number>>
  /** Requests that ended. */
  readonly requests: number
  /** Sends, retries and polls included. */
  readonly sends: number
  readonly testsPassed: number
  readonly testsFailed: number
  readonly scriptErrors: number
  /** On the wire. */
  readonly receivedBytes: number
  readonly sentBytes: number
  /** Of all answered requests. */
  readonly responseMs: {
    readonly total: number
    readonly least: number
    readonly most: number
    readonly count: number
  }
}
