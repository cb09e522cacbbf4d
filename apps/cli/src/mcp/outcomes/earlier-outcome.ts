import type { RunResult, RunSummary } from '@parley/engine'

/** An earlier outcome in a list. */
export interface ListedOutcome {
  readonly id: string
  readonly kind: 'send' | 'run'
  /** Who sent it: an agent of this server, or the user in the app. */
  readonly by: 'agent' | 'app'
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly requests: number
  readonly passed: number
  /** Answered, but without a test or an assertion. */
  readonly untested: number
}

/** The numbers of an outcome. */
export type OutcomeSummary = Pick<
  RunSummary,
  'state' | 'requests' | 'counts' | 'untested' | 'testsPassed' | 'testsFailed' | 'scriptErrors' | 'elapsedMs'
>

/** An earlier outcome. */
export interface EarlierOutcome {
  readonly id: string
  readonly kind: 'send' | 'run'
  readonly by: 'agent' | 'app'
  readonly path: string
  readonly summary: OutcomeSummary
  /** The result of a send, or those of a run that failed. */
  readonly results: readonly RunResult[]
  /** Whether the bodies of the results can still be read. */
  readonly hasBodies: boolean
  /** What was sent and received, as text without secrets. */
  readonly data?: string
}
