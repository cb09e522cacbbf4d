import type { RunResult, RunSummary } from '../run/run-events.ts'

/** Makes the text of a report, result by result; it keeps nothing of them. All of it is harmless where it is shown. */
export interface Reporter {
  /** Whether its beginning needs no summary, so that it can be shown while the run goes on. */
  readonly isLive: boolean
  /** Once. `null` while the run goes on: for live ones alone. */
  head(summary: RunSummary | null): string
  entry(result: RunResult): string
  foot(summary: RunSummary): string
}
