import type { RunItem } from '@parley/engine'
import type { RunInfo } from '../contract/index.ts'
import type { StoredResults } from './stored-results.ts'

/** A run or load test from its start to its end. */
export interface RunInProgress {
  readonly info: RunInfo
  /** What is sent in each iteration, while it is sent. */
  readonly planned: readonly RunItem[]
  /** The results of its requests; null: it keeps only figures. */
  readonly kept: StoredResults | null
  /** Resolves when it has ended. Never rejects. */
  readonly ended: Promise<void>
  /** Returns false if it had already ended. */
  cancel(): boolean
}
