import type { RequestKind, Response } from '@parley/model'
import type { RunStatus, SkipReason } from '../run-events.ts'
import type { TraceIds } from '../tracing/trace-context.ts'

/**
 * What reports say about one request of a run. The JSON report contains exactly this, so all other reports can be made
 * from it, too. Described in docs/schemas/parley-run.schema.json.
 */
export interface ReportedResult {
  /** From 0, in the order in which requests ended. */
  readonly index: number
  /** From 0. */
  readonly iteration: number
  /** The place of the request among those of all shards, from 0; null if the run is no shard. */
  readonly position: number | null
  readonly key: string
  readonly name: string
  /** The names of its containers, outermost first. */
  readonly path: readonly string[]
  /** Null for HTTP requests. */
  readonly kind: RequestKind | null
  readonly method: string
  readonly url: string
  readonly status: ReportedStatus
  readonly skipped: SkipReason | null
  readonly sends: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The trace of the last send, for which servers may have spans; null if it had none. */
  readonly trace: TraceIds | null
  readonly request: { readonly headerBytes: number; readonly contentBytes: number } | null
  readonly response: ReportedResponse | null
  /** Milliseconds, rounded to microseconds. */
  readonly timings: ReportedTimings | null
  readonly failure: ReportedFailure | null
  readonly tests: readonly ReportedTest[]
  readonly scriptErrors: readonly ReportedScriptError[]
  readonly sessionValues: readonly { readonly name: string; readonly text: string | null }[]
  readonly notices: readonly string[]
  readonly notes: readonly { readonly member: string; readonly line: number | null; readonly text: string }[]
}

export type ReportedStatus = RunStatus | 'untested'

export interface ReportedResponse
  extends Pick<Response, 'httpVersion' | 'statusCode' | 'reasonPhrase' | 'headerBytes'> {
  readonly mediaType: string
  readonly wireBytes: number
  readonly decodedBytes: number
  readonly grpc: { readonly code: number; readonly name: string; readonly message: string } | null
}

/** Each phase is null if it did not happen. */
export interface ReportedTimings {
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly waitingMs: number | null
  readonly downloadMs: number | null
  readonly totalMs: number
  readonly preRequestMs: number | null
  readonly postResponseMs: number | null
}

/** Why there was no complete response. */
export interface ReportedFailure {
  readonly kind: string
  readonly code: string
  readonly sentence: string
  readonly nextStep: string
}

export interface ReportedTest {
  readonly name: string
  readonly passed: boolean
  /** Null if it passed. */
  readonly reason: string | null
  /** Milliseconds; null if they were not measured. */
  readonly tookMs: number | null
}

export interface ReportedScriptError {
  readonly message: string
  readonly owner: 'collection' | 'folder' | 'request'
  readonly phase: 'preRequest' | 'postResponse'
  readonly line: number | null
  readonly column: number | null
}
