import './require-node.mjs'

const { checks } = await import('./testing/checks.mjs')
const { limits } = await import('./testing/limits.mjs')
const { runBrowserTests, runUnitTests } = await import('./testing/suites.mjs')
const { TestRun } = await import('./testing/test-run.mjs')
const { useMemoryFolder } = await import('./testing/use-memory-folder.mjs')

/** The check: the same tests for every commit. Its results are in `test-results/check.json`. */
const run = new TestRun('check')
for (const [name, check] of Object.entries(checks)) await run.check(name, check)
useMemoryFolder()
await run.suite('unit and integration tests', 'unit', (report, files) =>
  runUnitTests(report, ['--project', 'shared', '--project', 'alone', ...files]),
)
const browser = await run.suite('browser tests', 'e2e', (report, files) =>
  // A third worker would cost a twelfth more processor time, and save two seconds.
  runBrowserTests(report, files.length > 0 ? [...files, '--workers=1'] : ['e2e/core', '--workers=2']),
)
const coreTests = (browser?.passed ?? 0) + (browser?.failed.length ?? 0)
run.count(
  `at most ${limits.coreTests} browser tests of the core (${coreTests})`,
  coreTests <= limits.coreTests,
)
run.count(`at most ${limits.programs} started programs (${run.programs})`, run.programs <= limits.programs)
run.end({ coreTests })
