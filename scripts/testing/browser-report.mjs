import { firstLine, readReport } from './unit-report.mjs'

/**
 * Returns the outcome in a JSON report of Playwright; null if there is none.
 * @returns {import('./unit-report.mjs').Outcome | null}
 */
export function readBrowserReport(path) {
  const report = readReport(path)
  if (report === null) return null
  const outcome = { passed: 0, failed: [], skipped: [], durations: [], programs: 0 }
  for (const error of report.errors ?? [])
    outcome.failed.push({ file: 'e2e', name: 'e2e', message: firstLine(error.message) })
  for (const spec of specsOf(report.suites)) addSpec(outcome, spec)
  return outcome
}

function addSpec(outcome, { file, line, title, tests }) {
  const name = `e2e/${file}:${line} › ${title}`
  for (const { status, results, annotations } of tests) {
    if (status === 'expected') {
      outcome.passed += 1
      outcome.durations.push({ name, ms: results[0]?.duration ?? 0 })
    } else if (status === 'skipped') {
      const reason = annotations.find(({ type }) => type === 'skip')?.description
      outcome.skipped.push({ name, needs: reason ?? null })
    } else outcome.failed.push({ file: `e2e/${file}`, name, message: firstLine(results[0]?.error?.message) })
  }
}

/** Returns all specs below suites, with the titles of the groups before their own. */
function specsOf(suites, groups = []) {
  return suites.flatMap(suite => {
    // The outermost suite is the file.
    const titles = suite.title === suite.file ? groups : [...groups, suite.title]
    const own = (suite.specs ?? []).map(spec => ({ ...spec, title: [...titles, spec.title].join(' › ') }))
    return [...own, ...specsOf(suite.suites ?? [], titles)]
  })
}
