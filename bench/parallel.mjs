import '../scripts/require-node.mjs'

const { mkdtempSync, rmSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { writeCollections } = await import('./collections.mjs')
const { measure, printComparison } = await import('./measure.mjs')
const { startWireServer } = await import('./start-wire-server.ts')

/**
 * Compares `parley run` with several iterations at a time with one at a time, against a fast server: the more at a
 * time, the sooner it should end. `npm run build && node bench/parallel.mjs [ROUNDS]`.
 */
const rounds = Number(process.argv[2] ?? 5)
const cli = 'apps/cli/dist/parley.js'
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const { origin, close } = await startWireServer('http')

try {
  for (const [iterations, tests] of [
    [3000, 0],
    [1000, 3],
  ]) {
    const test = (body, expect) => `${expect}(${body}.id).to.equal(1)`
    const { postman } = writeCollections(join(folder, String(tests)), {
      requests: 1,
      tests,
      url: `${origin}/`,
      test,
    })
    const programs = [1, 2, 8, 50].map(lanes => ({
      name: `--parallel ${lanes}`,
      args: [cli, 'run', postman, '-n', `${iterations}`, '--parallel', `${lanes}`, '--quiet'],
    }))
    const results = await measure(programs, rounds)
    process.stdout.write(`\n${iterations} requests with ${tests} tests\n`)
    printComparison(results, results[0])
  }
} finally {
  close()
  rmSync(folder, { recursive: true })
}
