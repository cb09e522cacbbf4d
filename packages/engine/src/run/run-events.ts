import type { RequestKind, TestReport } from '@parley/model'
import type { SendOutcome } from '../prepare/ports/history.ts'
import type { TraceIds } from './tracing/trace-context.ts'

/** The events of a run, in this order. Requests of parallel iterations are reported as they end. */
export type RunEvent = RunStarted | RequestStarted | RequestEnded | RunEnded

export interface RunStarted {
  readonly type: 'runStarted'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly iterations: number
  /** The number of requests per iteration. */
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
  /** The summary so far. */
  readonly summary: RunSummary
}

export interface RunEnded {
  readonly type: 'runEnded'
  readonly summary: RunSummary
}

/** The result of one request of a run. Secrets are replaced by their names throughout (behaviour 2.4). */
export interface RunResult {
  /** From 0, in the order in which they ended. */
  readonly index: number
  /** From 0. */
  readonly iteration: number
  readonly key: string
  readonly id: string
  readonly name: string
  /** The names of its containers, outermost first. */
  readonly path: readonly string[]
  /** Absent for HTTP requests. */
  readonly kind?: RequestKind
  /** As sent, or as typed if nothing was sent. */
  readonly method: string
  readonly url: string
  readonly status: RunStatus
  /** Null unless the request was skipped. */
  readonly skipped: SkipReason | null
  /** The number of sends. */
  readonly sends: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The outcome of the last send; null if the request was skipped. */
  readonly outcome: SendOutcome | null
  readonly tests: TestReport
  /** The trace that the last send belonged to; absent: none. */
  readonly trace?: TraceIds
  /** In the order in which names were first set; only the last value of each name. */
  readonly sessionChanges: readonly RunSessionChange[]
  /** The data row of its iteration, in the order of its columns; absent: there is none. */
  readonly data?: readonly RunDataValue[]
}

/** A value of a data row. */
export interface RunDataValue {
  readonly name: string
  readonly text: string
  /** Present if it is no text in the data file: the text is its JSON. */
  readonly isJson?: true
  /** Present if the text is not the value, which is a secret or holds one, or was too long to keep. */
  readonly isReplaced?: true
}

export type RunStatus =
  /** There was a response, whatever its status, and all tests passed. */
  | 'passed'
  /** A test failed or a script threw. */
  | 'failed'
  /** There was no complete response. */
  | 'error'
  | 'skipped'
  | 'cancelled'

export type SkipReason =
  /** A kind of request, or a response, that does not end by itself (behaviour 6). */
  | 'LIVE_STREAM'
  /** Its pre-request script called `skipRequest`. */
  | 'SKIPPED_BY_SCRIPT'

/** A session value that a script set, or removed if null. */
export interface RunSessionChange {
  readonly name: string
  readonly text: string | null
}

export interface RunSummary {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly elapsedMs: number
  /** The state of the run. It is `completed` if it ended with the last request, and was not ended early. */
  readonly state: 'running' | 'completed' | 'cancelled' | 'stoppedOnFailure' | 'stoppedByScript'
  readonly iterations: number
  readonly counts: Readonly<Record<RunStatus, number>>
  /** Those of `counts.passed` without a test or an assertion; absent in runs from before they were counted. */
  readonly untested?: number
  /** The number of finished requests. */
  readonly requests: number
  /** The number of sends, including retries and polls. */
  readonly sends: number
  readonly testsPassed: number
  readonly testsFailed: number
  readonly scriptErrors: number
  /** The number of bytes on the wire. */
  readonly receivedBytes: number
  readonly sentBytes: number
  /** Response times of all requests with a response. */
  readonly responseMs: {
    readonly total: number
    readonly least: number
    readonly most: number
    readonly count: number
  }
}
