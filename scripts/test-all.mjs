import './require-node.mjs'

const { spawnSync } = await import('node:child_process')
const { existsSync, readFileSync } = await import('node:fs')
const { findNghttpd } = await import('../packages/transport/src/http2/find-nghttpd.testkit.ts')
const { findOrInstallDesktop } = await import('./install/find-or-install-desktop.mjs')
const { findOrInstallPackages, realServerPackages } = await import('./install/install-locked-packages.mjs')
const { unpackDebianServers } = await import('./install/unpack-debian-servers.mjs')
const { installDebianPackage } = await import('./install/install-debian-package.mjs')
const { findOrInstallK6Types } = await import('./install/install-test-tools.mjs')
const { installPackagingTools } = await import('./install/install-packaging-tools.mjs')
const { root, runNode } = await import('./run-program.mjs')
const { checks } = await import('./testing/checks.mjs')
const { missingAttacks } = await import('./testing/shown-attacks.mjs')
const { runBrowserTests, runUnitTests } = await import('./testing/suites.mjs')
const { TestRun } = await import('./testing/test-run.mjs')
const { readReport } = await import('./testing/unit-report.mjs')
const { useMemoryFolder } = await import('./testing/use-memory-folder.mjs')

/**
 * Everything but `npm run nightly`: all tests with random values, and the coverage of the unit tests. Its
 * results are in `test-results/all.json`. What cannot be installed is skipped by name.
 */
const run = new TestRun('all')
await installPrograms()
for (const [name, check] of Object.entries(checks)) await run.check(name, check)
await run.check('types that each package may see', () =>
  runNode(['scripts/typecheck.mjs', '--every-package']),
)
await run.check('regular expressions', () => runNode(['scripts/regular-expressions/check-verdicts.mjs']))
await run.check('duplicated styles', () => runNode(['scripts/house/duplicated-styles.mjs']))
await run.check('counts of the house', () => runNode(['scripts/house/count.mjs']))
useMemoryFolder()
const all = ['--config', 'vitest.all.config.ts']
const fast = ['--project', 'shared', '--project', 'alone']
process.env.PARLEY_SEED ??= String(Math.floor(Math.random() * 2 ** 31))
process.stdout.write(
  `The seed of all random values is ${process.env.PARLEY_SEED}: PARLEY_SEED=${process.env.PARLEY_SEED} repeats them.\n`,
)
await run.suite('unit and integration tests with random values', 'unit', (report, files) =>
  runUnitTests(report, [...all, ...(files.length > 0 ? files : [...fast, '--coverage'])]),
)
// Counting what they run would cost half as much again, and they add little to it.
await run.suite('slow tests', 'slow', (report, files) =>
  runUnitTests(report, [...all, ...(files.length > 0 ? files : ['--project', 'slow', '--maxWorkers=3'])]),
)
await run.suite('browser tests', 'e2e', (report, files) =>
  runBrowserTests(report, ['--grep-invert=@nightly', ...(files.length > 0 ? [...files, '--workers=1'] : [])]),
)
for (const file of JSON.parse(readFileSync(`${root}/tests/flaky.json`, 'utf8'))) await runTwice(file)
for (const id of missingAttacks(run.passedNames))
  run.count(`a test that shows ${id} (docs/attacks.md)`, false)
const coverage = readReport('test-results/coverage/coverage-summary.json')?.total ?? null
if (coverage !== null)
  process.stdout.write(
    `\nUnit tests ran ${coverage.lines.pct} % of the lines and ${coverage.branches.pct} % of the branches.\n`,
  )
run.end({ coverage })

/** Other implementations that tests compare Parley with; no package leaves a service running. */
async function installPrograms() {
  if (findNghttpd() === null) await installDebianPackage('nghttp2-server')
  if (spawnSync('protoc', ['--version']).error !== undefined) await installDebianPackage('protobuf-compiler')
  if (spawnSync('valgrind', ['--version']).error !== undefined) await installDebianPackage('valgrind')
  if (!existsSync('/usr/bin/locust'))
    // Its module pkg_resources needs pyparsing, which its package does not name.
    for (const name of ['python3-locust', 'python3-pyparsing']) await installDebianPackage(name)
  findOrInstallK6Types()
  await installPackagingTools(['deb', 'single', 'windows', 'checks'])
  await findOrInstallDesktop()
  unpackDebianServers()
  findOrInstallPackages(...realServerPackages)
}

/** Runs a file of `tests/flaky.json` twice. Until its race is mended, it fails if the runs differ. */
async function runTwice(file) {
  const once = () =>
    file.startsWith('e2e/')
      ? runBrowserTests('flaky', [file, '--workers=1'])
      : runUnitTests('flaky', [...all, file])
  const runs = [await once(), await once()]
  const [one, other] = runs.map(({ outcome }) => JSON.stringify(outcome?.failed.map(({ name }) => name)))
  run.count(`two equal runs of ${file}`, one === other)
}
