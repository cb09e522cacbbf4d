import '../scripts/require-node.mjs'

const { buildSandbox } = await import('../scripts/build-sandbox.mjs')
const { root } = await import('../scripts/run-program.mjs')
await buildSandbox([`${root}/packages/script/dist/sandbox`])
const { ScriptPool, defaultScriptBudget } = await import('@parley/script')
const { warmUpJob } = await import('../packages/script/src/pool/warm-up-job.ts')
const { SandboxVm } = await import('../packages/script/src/sandbox/sandbox-vm.ts')
const { sandboxFiles } = await import('../packages/script/src/sandbox-files.ts')

/**
 * Measures the cost of scripts: a fresh sandbox, a short script, a large body, a script that must be killed,
 * memory.
 */
const scripts = Number(process.argv[2] ?? 10_000)
const megabyte = 1024 * 1024
const fiveAsserts = `const j = pm.response.json();
pm.test('status', () => pm.response.to.have.status(200))
pm.test('id', () => pm.expect(j.id).to.equal(7))
pm.test('name', () => pm.expect(j.name).to.be.a('string'))
pm.test('header', () => pm.response.to.have.header('content-type'))
pm.test('time', () => pm.expect(pm.response.responseTime).to.be.below(500))`
const smallBody = new TextEncoder().encode('{"id": 7, "name": "Ann"}')

const { wasm, image } = await sandboxFiles()
print('first sandbox of a thread', await timesOf(200, () => SandboxVm.restore(wasm, image)))
// Each script gets the instance in its initial state: the reset restores its memory byte for byte.
let sandbox = await SandboxVm.restore(wasm, image)
const rewind = () => {
  sandbox = sandbox.rewound()
}
print('fresh sandbox with prelude, warm', await timesOf(200, rewind), 3)

const pool = new ScriptPool()
print('script of 5 asserts, round trip', await timesOf(300, () => run(fiveAsserts, smallBody)), 6)
await printMemory()
const largeBody = bodyOf(10)
const parse = "tool.test('all', () => tool.expect(tool.response.json().length).to.be.above(1000))"
print('10 MB body parsed', await timesOf(7, () => run(parse, largeBody)), 600)
print('10 MB body parsed, processor time', await timesOf(7, () => run(parse, largeBody), cpuMs), 600)
print('10 MB body not read', await timesOf(7, () => run('tool.response.code', largeBody)), 10)
const budget = { ownMs: 200, requestMs: 200 }
for (const [name, source, targetMs] of [
  ['loop', 'for (;;) {}', 500],
  ['regular expression', '/^(a+)+$/.test("a".repeat(40) + "!")', 500],
  // The engine cannot stop it, so its thread is killed a second later.
  ['native join', '(new Array(2 ** 28)).join("ab")', 1500],
]) {
  const times = await timesOf(3, () => run(source, smallBody, budget))
  print(
    `stopped after its limit: ${name}`,
    times.map(ms => ms - budget.ownMs),
    targetMs,
  )
}
await pool.close()

async function run(source, body, ownBudget = defaultScriptBudget) {
  const given = JSON.parse(warmUpJob.viewJson)
  const view = {
    ...given,
    phase: 'postResponse',
    request: { ...given.request, url: 'http://h/' },
    response: {
      statusCode: 200,
      reasonPhrase: 'OK',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      elapsedMs: 42,
      sizeBytes: body.byteLength,
      replacedBody: null,
    },
  }
  const job = {
    ...warmUpJob,
    source,
    viewJson: JSON.stringify(view),
    phase: 'postResponse',
    bodyBytes: body.byteLength,
    budget: ownBudget,
  }
  const host = { send: async () => ({ ok: false, message: '' }), readBody: async () => body }
  const result = await pool.run(job, host, new AbortController().signal)
  if (result.fault !== null || result.tests.some(test => !test.result.passed))
    throw new Error(JSON.stringify(result))
}

/** The processor time of all threads, which other programs of the machine hardly change. */
function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function timesOf(rounds, act, now = () => performance.now()) {
  for (let round = 0; round < Math.ceil(rounds / 3); round += 1) await act()
  const times = []
  for (let round = 0; round < rounds; round += 1) {
    const started = now()
    await act()
    times.push(now() - started)
  }
  return times.sort((a, b) => a - b)
}

function bodyOf(megabytes) {
  const items = []
  for (let size = 0; size < megabytes * megabyte; size += 62)
    items.push({ id: items.length, name: `item number ${items.length}`, ok: true, n: 1.5 })
  return new TextEncoder().encode(JSON.stringify(items))
}

function print(name, times, targetMs = null) {
  const at = part => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1)
  const target = targetMs === null ? '' : ` (target ${targetMs} ms)`
  process.stdout.write(`${name.padEnd(44)} median ${at(0.5)} ms, p95 ${at(0.95)} ms${target}\n`)
}

/** Prints resident memory after a tenth of the scripts and after all of them. */
async function printMemory() {
  const started = performance.now()
  const used = []
  for (let part = 0; part < 10; part += 1) {
    for (let at = 0; at < scripts / 20; at += 1)
      await Promise.all([run(fiveAsserts, smallBody), run(fiveAsserts, smallBody)])
    used.push(process.memoryUsage().rss / megabyte)
  }
  const ms = (performance.now() - started) / scripts
  process.stdout.write(
    `${scripts} scripts, ${ms.toFixed(1)} ms each: ${used.map(one => one.toFixed(0)).join(', ')} MB resident\n`,
  )
}
