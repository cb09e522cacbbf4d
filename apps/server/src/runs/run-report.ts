import type { KeptResult, Locked, RunStore } from '@parley/appdata'
import { type KeptLoad, loadReports } from '@parley/codegen/load'
import {
  describeResult,
  htmlReporter,
  jsonReporter,
  junitReporter,
  type Reporter,
  tapReporter,
} from '@parley/engine/reports'
import { ok, type Result } from '@parley/model'
import type { RunInfo } from '../contract/index.ts'

export type RunReportFormat = 'json' | 'junit' | 'html' | 'tap'

/** A report as a file. */
export interface RunReport {
  readonly fileName: string
  readonly text: string
}

const formats: Readonly<
  Record<RunReportFormat, { readonly make: () => Reporter; readonly extension: string }>
> = {
  json: { make: () => jsonReporter(), extension: 'json' },
  junit: { make: () => junitReporter(), extension: 'xml' },
  html: { make: () => htmlReporter(), extension: 'html' },
  tap: { make: () => tapReporter(), extension: 'tap' },
}

/** Creates the report of a run from its stored results, in the same format as `parley run`. */
export async function reportOf(
  { name, summary }: RunInfo,
  format: RunReportFormat,
  results: AsyncIterable<Result<readonly KeptResult[], Locked>>,
): Promise<Result<RunReport | null, Locked>> {
  if (summary === null) return ok(null)
  const { make, extension } = formats[format]
  const reporter = make()
  const entries: string[] = []
  for await (const some of results) {
    if (!some.ok) return some
    for (const { result } of some.value) entries.push(reporter.entry(describeResult(result)))
  }
  // The totals at the beginning of a report are computed from the entries.
  const text = [reporter.head(summary), ...entries, reporter.foot(summary)].join('')
  return ok({ fileName: `${safeName(name)} run.${extension}`, text })
}

/** Creates the report of a load test, as `parley load` does; null if it has no result, or not in this format. */
export async function loadReportOf(
  { runId, name }: Pick<RunInfo, 'runId' | 'name'>,
  format: RunReportFormat,
  store: Pick<RunStore, 'document'>,
): Promise<Result<RunReport | null, Locked>> {
  if (format === 'tap') return ok(null)
  const kept = await store.document<KeptLoad>(runId)
  if (!kept.ok || kept.value === null) return kept.ok ? ok(null) : kept
  const fileName = `${safeName(name)} load.${formats[format].extension}`
  return ok({ fileName, text: loadReports[format](kept.value.result) })
}

function safeName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim()
  return safe === '' ? 'Parley' : safe.slice(0, 100)
}
