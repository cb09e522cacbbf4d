import '../scripts/require-node.mjs'

const { existsSync, mkdtempSync, rmSync, writeFileSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { startSink } = await import('@parley/testkit')
const { runNode } = await import('../scripts/run-program.mjs')
const { measure, printComparison } = await import('./measure.mjs')

/**
 * `parley run` against a loop over node:http and, where they are installed, the runners of other clients, on
 * the same Postman collections and in one run: `node bench/run.mjs [rounds] [folder]`, where
 * `npm install --prefix folder newman@6.2.2` has put newman.
 */
const rounds = Number(process.argv[2] ?? 7)
const newman = join(process.argv[3] ?? 'none', 'node_modules/newman/bin/newman.js')
const cli = 'apps/cli/dist/parley.js'
if (!existsSync(cli) && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const sink = await startSink(() => ({
  statusCode: 200,
  headers: ['Content-Type', 'application/json'],
  content: '{"id":7}',
}))

await compare('1 request, 3 tests', 1, true)
await compare('200 requests', 200, false)
await compare('200 requests, 2 scripts and 5 tests each', 200, true)
await printMemory('without scripts', false, [1000, 10_000])
await printMemory('with scripts', true, [200, 1000])
await sink.close()
rmSync(folder, { recursive: true })

async function compare(title, requests, hasScripts) {
  const file = collection(`${requests}-${hasScripts}.json`, requests, hasScripts)
  const programs = [
    { name: 'node:http loop', args: ['bench/http-loop.mjs', sink.url, String(requests)] },
    ...(existsSync(newman) ? [{ name: 'newman', args: [newman, 'run', file] }] : []),
    { name: 'parley run', args: [cli, 'run', file] },
  ]
  process.stdout.write(`\n${title}\n`)
  const results = await measure(programs, rounds)
  printComparison(results, results[0])
  if (results.length > 2) printComparison([results[2]], results[1])
}

/** Peak memory of runs of one request, by how often it is sent. */
async function printMemory(title, hasScripts, counts) {
  const file = collection(`memory-${hasScripts}.json`, 1, hasScripts)
  const programs = counts.map(count => ({
    name: `${count} sends ${title}`,
    args: [cli, 'run', file, '-n', String(count), '--quiet'],
  }))
  process.stdout.write('\nMemory\n')
  const results = await measure(programs, 1)
  printComparison(results, results[0])
  process.stdout.write(`${(results[1].peakMb / results[0].peakMb).toFixed(2)} × the memory (target 1.2)\n`)
}

function collection(name, requests, hasScripts) {
  const script = (listen, exec) => ({ listen, script: { exec: [exec] } })
  const tests = Array.from(
    { length: requests === 1 ? 3 : 5 },
    (_, at) => `pm.test("t${at}", () => pm.expect(pm.response.json().id).to.equal(7))`,
  )
  const event = hasScripts
    ? [script('prerequest', 'pm.environment.set("i", pm.info.iteration)'), script('test', tests.join('\n'))]
    : []
  const item = Array.from({ length: requests }, (_, at) => ({
    name: `Request ${at}`,
    request: { method: 'GET', url: `${sink.url}/?i=${at}` },
    event,
  }))
  const path = join(folder, name)
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  writeFileSync(path, JSON.stringify({ info: { name: 'Bench', schema }, item }))
  return path
}
