import type { RunSummary } from '../run-events.ts'
import type { ReportedResult } from './reported-result.ts'

/** Writes a report result by result, without keeping the results. The text is safe to show. */
export interface Reporter {
  /** Whether its head needs no summary, so that it can be shown during the run. */
  readonly isLive: boolean
  /** Called once. The summary is null during the run, for live reporters only. */
  head(summary: RunSummary | null): string
  entry(result: ReportedResult): string
  foot(summary: RunSummary): string
}
