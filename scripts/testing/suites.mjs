import { runNode, runProgram } from '../run-program.mjs'
import { readBrowserReport } from './browser-report.mjs'
import { readUnitReport } from './unit-report.mjs'

const reportPath = name => `test-results/${name}.json`

/**
 * Runs unit and integration tests.
 * @param args - of Vitest
 * @returns {Promise<{ code: number, outcome: import('./unit-report.mjs').Outcome | null }>}
 */
export async function runUnitTests(name, args) {
  const report = reportPath(name)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runProgram('vitest/vitest.mjs', ['run', ...args, ...reporters])
  return { code, outcome: readUnitReport(report) }
}

/**
 * Runs browser tests.
 * @param args - of Playwright
 * @returns {Promise<{ code: number, outcome: import('./unit-report.mjs').Outcome | null }>}
 */
export async function runBrowserTests(name, args) {
  const report = reportPath(name)
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const code = await runNode(['scripts/e2e.mjs', ...args, '--reporter=list,json'], { env })
  return { code, outcome: readBrowserReport(report) }
}
