import './require-node.mjs'

const { spawnSync } = await import('node:child_process')
const { mkdirSync, readFileSync, rmSync } = await import('node:fs')
const { commitLane } = await import('../packages/testkit/src/commit-lane.ts')
const { findNghttpd } = await import('../packages/transport/src/http2/find-nghttpd.testkit.ts')
const { findProxyProgram } = await import('../packages/transport/src/proxy/debian-proxies.testkit.ts')
const { installDebianPackage } = await import('./install/install-debian-package.mjs')
const { installPackagingTools } = await import('./install/install-packaging-tools.mjs')
const { runPart } = await import('./run-part.mjs')
const { root, runNode, runProgram } = await import('./run-program.mjs')
const { useMemoryFolder } = await import('./use-memory-folder.mjs')

/**
 * Runs all checks and tests, those that fail fastest first. Ends with the line `N passed, N failed`, in which
 * each check counts as one test. Of the tests that `npm run nightly` runs in full, it runs the sample of the
 * commit.
 */
const results = `${root}/test-results`
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

process.env.PARLEY_LANE = commitLane()
process.env.PARLEY_FILES = 'sample'
process.stdout.write(
  `The sample of ${process.env.PARLEY_LANE}: PARLEY_LANE takes another, and all of it as "all".\n`,
)

const total = { passed: 0, failed: 0 }

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
await suite('unit and integration tests', vitestCounts, () =>
  runProgram('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/unit.json',
  ]),
)
await suite('browser tests', playwrightCounts, () => runNode(['scripts/e2e.mjs']))

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

async function check(name, run) {
  const isPassed = (await runPart(name, run)) === 0
  total[isPassed ? 'passed' : 'failed'] += 1
  if (!isPassed) process.stdout.write(`${name} failed\n`)
}

/** Runs a suite; one that fails without naming a failed test counts as one failure. */
async function suite(name, counts, run) {
  const code = await runPart(name, run)
  const { passed, failed } = counts()
  total.passed += passed
  total.failed += code !== 0 && failed === 0 ? 1 : failed
}

function vitestCounts() {
  const report = readReport('unit.json')
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
}

function playwrightCounts() {
  const stats = readReport('e2e.json')?.stats
  return { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(`${results}/${file}`, 'utf8'))
  } catch {
    return null
  }
}
