import '../scripts/require-node.mjs'

const { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = await import('node:fs')
const { createServer } = await import('node:http')
const { cpus, loadavg, tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { runNode, runProgram } = await import('../scripts/run-program.mjs')
const { writeCollections } = await import('./collections.mjs')
const { measure, printComparison } = await import('./measure.mjs')
const { installPeers } = await import('./peers.mjs')

/**
 * Compares `parley run` with loops over node:http and the runners of other clients, on the same requests and
 * in one run: `npm run bench:run -- [rounds] [--write] [--own]`; `--write` writes the table into docs/performance.md,
 * `--own` leaves the other clients out.
 */
const rounds = Number(process.argv.find(word => /^\d+$/.test(word)) ?? 5)
const cli = 'apps/cli/dist/parley.js'
if (!existsSync(cli) && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)
const { peers, missing } = process.argv.includes('--own') ? { peers: [], missing: [] } : installPeers()
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const large = Buffer.from(
  JSON.stringify(Array.from({ length: 420_000 }, (_, id) => ({ id, name: 'x'.repeat(100) }))),
)
const server = createServer((request, response) => {
  const content = request.url.startsWith('/large') ? large : '{"id":7}'
  response.setHeader('Content-Type', 'application/json')
  response.setHeader('Content-Length', Buffer.byteLength(content))
  response.end(content)
})
// Longer than a round takes: a kept connection must not end while a program uses it.
server.keepAliveTimeout = 600_000
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`
const ids = (body, expect) => `${expect}(${body}.id)${expect === 'pw.expect' ? '.toBe' : '.to.equal'}(7)`
const count = (body, expect) =>
  `${expect}(${body}.length)${expect === 'pw.expect' ? '.toBe' : '.to.equal'}(${420_000})`

const rows = []
const [loadAtStart] = loadavg()
await compareVersions()
await compare('1 request, 3 tests', { requests: 1, tests: 3, test: ids }, [loop(1)], { newman: 0.3 })
await compare('200 requests, no scripts', { requests: 200, tests: 0, test: ids }, [loop(200)], {
  [loop(200).name]: 1.7,
  newman: 0.2,
})
await compare(
  '200 requests, 2 scripts and 5 tests each',
  { requests: 200, tests: 5, test: ids },
  [loop(200)],
  {
    newman: 0.28,
  },
)
const parse = { name: 'node:http and parse', args: ['bench/http-parse.mjs', `${url}/large`] }
await compare(
  `${(large.length / 1e6).toFixed(0)} MB of JSON and one test`,
  { requests: 1, tests: 1, test: count, path: '/large' },
  [parse],
  { [parse.name]: 1.5 },
  Math.min(rounds, 3),
)
const memory = [await memoryRatio(0, [1000, 10_000]), await memoryRatio(5, [200, 2000])]
server.close()
server.closeAllConnections()
rmSync(folder, { recursive: true })
const text = report()
process.stdout.write(`\n${text}`)
if (process.argv.includes('--write')) {
  const path = 'docs/performance.md'
  const page = readFileSync(path, 'utf8')
  writeFileSync(path, page.replace(/(<!-- begin -->\n)[\s\S]*(<!-- end -->)/, `$1\n${text}\n$2`))
  await runProgram('@biomejs/biome/bin/biome', ['format', '--write', path])
}

function loop(requests) {
  return { name: 'node:http', args: ['bench/http-loop.mjs', url, String(requests)] }
}

async function compareVersions() {
  const programs = [
    { name: 'node -e 0', args: ['-e', '0'] },
    ...peers
      .filter(peer => peer.version)
      .map(({ name, path, version }) => ({ name, args: [path, ...version] })),
    { name: 'parley', args: [cli, '--version'] },
  ]
  await measureRow('version', programs, { 'node -e 0': 2 }, rounds)
}

async function compare(title, { path = '/', ...of }, floors, targets, times = rounds) {
  const files = writeCollections(join(folder, title.replace(/\W+/g, '-')), { ...of, url: url + path })
  const programs = [
    ...floors,
    ...peers.map(({ name, path: program, args, folder: of }) => ({
      name,
      args: [program, ...args(files)],
      cwd: of?.(files),
    })),
    { name: 'parley', args: [cli, 'run', files.postman] },
  ]
  await measureRow(title, programs, targets, times)
}

/** Measures a row; a program that cannot do it is left out, with the reason. */
async function measureRow(title, programs, targets, times) {
  const results = await measure(programs, times, (program, error) =>
    missing.push(`${program.name}, ${title}: ${lastLine(error.message)}`),
  )
  process.stdout.write(`\n${title}\n`)
  printComparison(results, results[0])
  rows.push({ title, results, targets })
}

function lastLine(text) {
  return text.trim().split('\n').at(-1).slice(0, 160)
}

/** Compares the peak memory of a run with that of a shorter one of the same request. */
async function memoryRatio(tests, counts) {
  const { postman } = writeCollections(join(folder, `memory-${tests}`), {
    requests: 1,
    tests,
    url: `${url}/`,
    test: ids,
  })
  const programs = counts.map(times => ({
    name: `${times} sends`,
    args: [cli, 'run', postman, '-n', String(times), '--quiet'],
  }))
  const [less, more] = await measure(programs, 1)
  const title = `${counts[1]} sends ${tests === 0 ? 'without' : 'with'} scripts, against ${counts[0]}`
  return { title, less: less.peakMb, more: more.peakMb }
}

function report() {
  const { model } = cpus()[0] ?? { model: 'unknown' }
  const head = `Node ${process.versions.node}, ${cpus().length} cores (${model.trim()}), medians of ${rounds} rounds, other programs’ load about ${loadAtStart.toFixed(0)}; ${new Date().toISOString().slice(0, 10)}.`
  const memoryLines = memory.map(
    ({ title, less, more }) =>
      `| ${title} | ${less.toFixed(0)} MB | ${more.toFixed(0)} MB | ${(more / less).toFixed(2)} | 1.2 |`,
  )
  const notes = missing.map(one => `- ${one}`)
  return [
    head,
    ...rows.map(rowText),
    '### Memory\n\n| run | shorter | longer | ratio | target |\n| --- | --: | --: | --: | --: |\n' +
      memoryLines.join('\n'),
    ...(notes.length === 0 ? [] : [`### Not measured\n\n${notes.join('\n')}`]),
    '',
  ].join('\n\n')
}

function rowText({ title, results, targets }) {
  const parley = results.find(one => one.name === 'parley')
  const lines = results.map(one => {
    const isCompared = parley !== undefined && one !== parley
    const ratio = isCompared ? (parley.cpuMs / one.cpuMs).toFixed(2) : ''
    const wall = isCompared ? (parley.wallMs / one.wallMs).toFixed(2) : ''
    return `| ${one.name} | ${one.cpuMs.toFixed(0)} | ${one.wallMs.toFixed(0)} | ${one.peakMb.toFixed(0)} | ${ratio} | ${wall} | ${targets[one.name] ?? ''} |`
  })
  return `### ${title[0].toUpperCase()}${title.slice(1)}\n\n| program | CPU ms | wall ms | peak MB | Parley’s CPU as a multiple | wall | target |\n| --- | --: | --: | --: | --: | --: | --: |\n${lines.join('\n')}`
}
