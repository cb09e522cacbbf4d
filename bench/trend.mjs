import '../scripts/require-node.mjs'

const { execFileSync } = await import('node:child_process')
const { existsSync, mkdtempSync, rmSync } = await import('node:fs')
const { createServer } = await import('node:http')
const { tmpdir } = await import('node:os')
const { join, resolve } = await import('node:path')
const { writeCollections } = await import('./collections.mjs')
const { median, runOnce } = await import('./measure.mjs')

/**
 * Compares the command line of two commits: `npm run bench:trend -- BEFORE [AFTER] [rounds]`. The programs of both take turns,
 * and each pair gives a ratio, so a change of the machine's speed affects both alike. Prints the median of the ratios
 * with the smallest and the largest. Both are built in `build/trend`, where they stay for the next time.
 */
const words = process.argv.slice(2)
const rounds = Number(words.find(word => /^\d{1,3}$/.test(word)) ?? 7)
const [before, after = 'HEAD'] = words.filter(word => !/^\d{1,3}$/.test(word))
if (before === undefined) {
  process.stderr.write('Name a commit: npm run bench:trend -- BEFORE [AFTER] [rounds]\n')
  process.exit(3)
}
const [beforeAt, afterAt] = [before, after].map(builtProgram)

const folder = mkdtempSync(join(tmpdir(), 'parley-trend-'))
const large = Buffer.from(
  JSON.stringify(Array.from({ length: 420_000 }, (_, id) => ({ id, name: 'x'.repeat(100) }))),
)
const server = createServer((request, response) =>
  response.end(request.url.startsWith('/large') ? large : '{"id":7}'),
)
// Longer than a round takes: a kept connection must not end while a program uses it.
server.keepAliveTimeout = 600_000
await new Promise(listening => server.listen(0, '127.0.0.1', listening))
const url = `http://127.0.0.1:${server.address().port}/`

const test = (body, expect) => `${expect}(${body}.id).to.equal(7)`
const count = (body, expect) => `${expect}(${body}.length).to.equal(420000)`
const run = (name, of) => [
  'run',
  writeCollections(join(folder, name), { url, test, ...of }).postman,
  '--quiet',
]
const rows = [
  ['--version', ['--version']],
  ['send', ['send', url, '--quiet']],
  ['run: 1 request, 3 tests', run('one', { requests: 1, tests: 3 })],
  ['run: 200 requests', run('plain', { requests: 200, tests: 0 })],
  ['run: 200 requests, 2 scripts and 5 tests each', run('scripted', { requests: 200, tests: 5 })],
  ['run: 52 MB of JSON, 1 test', run('large', { requests: 1, tests: 1, url: `${url}large`, test: count })],
]
process.stdout.write(`${after} against ${before}, ${rounds} pairs: median (smallest to largest)\n`)
for (const [title, args] of rows) {
  const pairs = []
  for (let round = 0; round < rounds; round += 1) pairs.push(await pairOf(args, round))
  const ratios = of => pairs.map(pair => of(pair.after) / of(pair.before)).sort((a, b) => a - b)
  const [cpu, peak] = [ratios(one => one.cpuMs), ratios(one => one.peakMb)].map(spread)
  process.stdout.write(`${title.padEnd(48)} CPU ${cpu}   memory ${peak}\n`)
}
server.close()
server.closeAllConnections()
rmSync(folder, { recursive: true })

/** Runs both, each first in every other round. */
async function pairOf(args, round) {
  const one = { before: null, after: null }
  const order = [
    ['before', beforeAt],
    ['after', afterAt],
  ]
  for (const [name, program] of round % 2 === 0 ? order : order.toReversed())
    one[name] = await runOnce({ args: [program, ...args] })
  return one
}

function spread(ratios) {
  const [middle, least, most] = [median([...ratios]), ratios[0], ratios.at(-1)].map(one => one.toFixed(2))
  return `${middle} (${least} to ${most})`
}

/** Returns the program of a commit, which is built if it is not there. */
function builtProgram(commit) {
  const hash = execFileSync('git', ['rev-parse', `${commit}^{commit}`], { encoding: 'utf8' }).trim()
  const root = resolve('build/trend', hash.slice(0, 12))
  const program = join(root, 'apps/cli/dist/parley.js')
  if (existsSync(program)) return program
  const at = (cwd, name, ...args) => execFileSync(name, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  process.stdout.write(`Building ${commit}…\n`)
  if (!existsSync(root)) at('.', 'git', 'clone', '--quiet', '--no-checkout', '.', root)
  at(root, 'git', 'checkout', '--quiet', hash)
  at(root, 'npm', 'install', '--no-audit', '--no-fund')
  at(root, process.execPath, 'scripts/build.mjs')
  return program
}
