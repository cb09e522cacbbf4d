import '../../scripts/require-node.mjs'

const { existsSync, mkdtempSync, rmSync } = await import('node:fs')
const { createServer } = await import('node:http')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { runNode } = await import('../../scripts/run-program.mjs')
const { writeCollections } = await import('../collections.mjs')
const { measure } = await import('../measure.mjs')

/**
 * Measures what runs on many machines cost, in processor time and in turns: a shard of a run and the merge of reports at 1,000
 * and 10,000 requests, and a run with `--trace` and with `-r otlp` against the same run without.
 */
const rounds = Number(process.argv[2] ?? 7)
const mostOfTen = 12
const mostOfTrace = 1.05
const cli = 'apps/cli/dist/parley.js'
if (!existsSync(cli) && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)

const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const server = createServer((request, response) => {
  request.resume().on('end', () => response.end('{"id":7}'))
})
// Longer than a round takes: a kept connection must not end while a program uses it.
server.keepAliveTimeout = 600_000
await new Promise(listening => server.listen(0, '127.0.0.1', listening))
const url = `http://127.0.0.1:${server.address().port}`
const test = (body, expect) => `${expect}(${body}.id).to.equal(7)`
const collection = requests =>
  writeCollections(join(folder, String(requests)), { requests, tests: 0, url: `${url}/`, test }).postman
const [few, some, many] = [10, 1000, 10_000].map(collection)

const shardOf = (file, shards) => [cli, 'run', file, '--shard', `1/${shards}`, '--quiet']
const [base, thousandth, tenThousandth] = await cpuOf([
  shardOf(few, 1),
  shardOf(some, 100),
  shardOf(many, 1000),
])
growth('a shard of 10 requests', thousandth - base, tenThousandth - base)

const reportOf = (file, shard) => join(folder, `${file}-${shard}.json`)
for (const [name, file] of [
  ['few', few],
  ['some', some],
  ['many', many],
])
  for (const shard of [1, 2])
    await cpuOf(
      [[cli, 'run', file, '--shard', `${shard}/2`, '-r', `json=${reportOf(name, shard)}`, '--quiet']],
      0,
    )
const mergeOf = name => [
  cli,
  'report',
  'merge',
  reportOf(name, 1),
  reportOf(name, 2),
  '-r',
  `json=${join(folder, 'merged.json')}`,
  '--force',
]
const [baseMerge, someMerge, manyMerge] = await cpuOf(['few', 'some', 'many'].map(mergeOf))
growth('report merge', someMerge - baseMerge, manyMerge - baseMerge)

const run = [cli, 'run', some, '--quiet']
const [plain, traced, exported] = await cpuOf([run, [...run, '--trace'], [...run, '-r', `otlp=${url}`]])
ratio('--trace, 1,000 requests', traced / plain)
ratio('-r otlp, 1,000 requests', exported / plain)

server.close()
server.closeAllConnections()
rmSync(folder, { recursive: true })

/** Returns the median processor time of each call of a program. */
async function cpuOf(calls, times = rounds) {
  const results = await measure(
    calls.map(args => ({ name: args.join(' '), args })),
    times,
  )
  return results.map(({ cpuMs }) => cpuMs)
}

function growth(name, small, large) {
  process.stdout.write(
    `${name}: ${small.toFixed(0)} ms of CPU above the start at 1,000 requests, ${large.toFixed(0)} ms at 10,000: ${(large / small).toFixed(1)} × (at most ${mostOfTen})\n`,
  )
}

function ratio(name, value) {
  process.stdout.write(`${name}: ${value.toFixed(2)} × the run without (at most ${mostOfTrace})\n`)
}
