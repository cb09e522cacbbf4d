import './require-node.mjs'

const { spawnSync } = await import('node:child_process')
const { mkdirSync, readFileSync, rmSync } = await import('node:fs')
const { relative } = await import('node:path')
const { stripVTControlCharacters } = await import('node:util')
const { commitLane } = await import('../packages/testkit/src/commit-lane.ts')
const { findNghttpd } = await import('../packages/transport/src/http2/find-nghttpd.testkit.ts')
const { findProxyProgram } = await import('../packages/transport/src/proxy/debian-proxies.testkit.ts')
const { installDebianPackage } = await import('./install/install-debian-package.mjs')
const { installPackagingTools } = await import('./install/install-packaging-tools.mjs')
const { runPart } = await import('./run-part.mjs')
const { root, runNode, runProgram } = await import('./run-program.mjs')
const { useMemoryFolder } = await import('./use-memory-folder.mjs')

/**
 * Runs all checks and tests, those that fail fastest first. Ends with the names of those that failed and the
 * line `N passed, N failed`, in which each check counts as one test. Of the tests that `npm run nightly` runs in
 * full, it runs the sample of the commit.
 */
const reports = `${root}/test-results`
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

process.env.PARLEY_LANE = commitLane()
process.env.PARLEY_FILES = 'sample'
process.stdout.write(
  `The sample of ${process.env.PARLEY_LANE}: PARLEY_LANE takes another, and all of it as "all".\n`,
)

const total = { passed: 0, failed: 0 }
/** Where the output is long, its end still says which failed. */
const failedNames = []

await check('type check', () => runNode(['scripts/typecheck.mjs']))
await check('lint and format', () =>
  runProgram('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
)
await check('words that are hard to read', () => runNode(['scripts/language/check-words.mjs']))
await check('unused code', () => runProgram('knip/bin/knip.js', ['--no-progress']))
await check('build', () => runNode(['scripts/build.mjs']))
// Some tests compare HTTP/2 with this program; if it cannot be installed, they are skipped by name.
if (findNghttpd() === null) await installDebianPackage('nghttp2-server')
// The descriptors of `.proto` files are compared with those of protoc.
if (spawnSync('protoc', ['--version']).error !== undefined) await installDebianPackage('protobuf-compiler')
// Other tests send through these proxies; neither package leaves a service running.
if (findProxyProgram('tinyproxy') === null) await installDebianPackage('tinyproxy-bin')
if (findProxyProgram('microsocks') === null) await installDebianPackage('microsocks')
// Packages are made, checked and unpacked with these.
await installPackagingTools(['deb', 'single', 'windows', 'checks'])
useMemoryFolder()
await suite('unit and integration tests', vitestResults, () =>
  runProgram('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/unit.json',
  ]),
)
await suite('browser tests', playwrightResults, () => runNode(['scripts/e2e.mjs']))

if (failedNames.length > 0) process.stdout.write(`\nFailed:\n${failedNames.join('\n')}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

async function check(name, run) {
  const isPassed = (await runPart(name, run)) === 0
  total[isPassed ? 'passed' : 'failed'] += 1
  if (!isPassed) failedNames.push(name)
}

/** Runs a suite; one that fails without naming a failed test counts as one failure. */
async function suite(name, results, run) {
  const code = await runPart(name, run)
  const { passed, failed } = results()
  total.passed += passed
  const names = code !== 0 && failed.length === 0 ? [name] : failed
  total.failed += names.length
  failedNames.push(...names)
}

function vitestResults() {
  const report = readReport('unit.json')
  const failed = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter(one => one.status === 'failed')
    // A file that could not be loaded has no tests.
    if (tests.length === 0 && status === 'failed') return [`${file}\n  ${firstLine(message)}`]
    return tests.map(one => `${file} › ${one.fullName}\n  ${firstLine(one.failureMessages[0])}`)
  })
  return { passed: report?.numPassedTests ?? 0, failed }
}

function playwrightResults() {
  const report = readReport('e2e.json')
  const failed = specsOf(report?.suites ?? [])
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(
      ({ file, line, title, tests }) =>
        `e2e/${file}:${line} › ${title}\n  ${firstLine(tests[0]?.results[0]?.error?.message)}`,
    )
  return { passed: report?.stats?.expected ?? 0, failed }
}

function firstLine(message) {
  return stripVTControlCharacters(message ?? '').split('\n', 1)[0]
}

function specsOf(suites) {
  return suites.flatMap(one => [...(one.specs ?? []), ...specsOf(one.suites ?? [])])
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(`${reports}/${file}`, 'utf8'))
  } catch {
    return null
  }
}
