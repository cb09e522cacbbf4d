import '../scripts/require-node.mjs'

const { spawn } = await import('node:child_process')
const { randomUUID } = await import('node:crypto')
const { existsSync, mkdtempSync, readFileSync, rmSync } = await import('node:fs')
const { createServer } = await import('node:http')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { createTestClient } = await import('../apps/server/src/start-test-server.testkit.ts')
const { runNode } = await import('../scripts/run-program.mjs')

/**
 * Measures event streams: the time from a send until 10,000 events of 3.3 MB are received and listed, compared with
 * curl, which drops them, in turns of one run; then the memory of the server with a list of 1,000,000 events. Linux
 * only: `node bench/live-events.mjs [ROUNDS]`.
 */
const rounds = Number(process.argv[2] ?? 9)
const mostRatio = 3
const mostMb = 64
if (!existsSync('apps/server/dist/log-worker.js') && (await runNode(['scripts/build.mjs'])) !== 0)
  process.exit(1)

const eventsPerPiece = 1000
const server = createServer(async (request, response) => {
  const [, count, dataLength] = request.url.split('/').map(Number)
  response.setHeader('Content-Type', 'text/event-stream')
  for (let first = 0; first < count; first += eventsPerPiece) {
    const pieces = Array.from({ length: eventsPerPiece }, (_, at) => eventText(first + at, dataLength))
    if (!response.write(pieces.join(''))) await new Promise(resolve => response.once('drain', resolve))
  }
  response.end()
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`
const home = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const parley = await startParley()
const windowId = randomUUID()
// Events are read, as by the page.
const ended = follow()

try {
  await compareWithCurl()
  await measureMemory()
} finally {
  await parley.stop()
  await ended
  server.close()
  server.closeAllConnections()
  rmSync(home, { recursive: true, force: true })
}

async function compareWithCurl() {
  const target = `${url}/10000/290`
  const times = { curl: [], parley: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const measured = {
      curl: await timeOf(() => curl(target)),
      parley: await timeOf(() => receive(target, 10_000)),
    }
    // The first round is a warm-up.
    if (round > 0) for (const [name, ms] of Object.entries(measured)) times[name].push(ms)
  }
  const [curlMs, parleyMs] = [median(times.curl), median(times.parley)]
  const ratio = (parleyMs / curlMs).toFixed(2)
  process.stdout.write(
    `10,000 events in 3.3 MB: curl ${curlMs.toFixed(0)} ms, Parley ${parleyMs.toFixed(0)} ms, `,
  )
  process.stdout.write(`${ratio} × (at most ${mostRatio})\n`)
}

async function measureMemory() {
  // Once for the memory that any long transfer leaves behind, which the next one uses again.
  await receive(`${url}/100000/100`, 100_000)
  const before = residentMb()
  const sendId = await receive(`${url}/1000000/100`, 1_000_000, false)
  const listed = residentMb()
  await rowsOf(sendId, { from: 999_900, count: 100 })
  const scrollMs = []
  for (let turn = 0; turn < 50; turn += 1)
    scrollMs.push(
      await timeOf(() => rowsOf(sendId, { from: Math.floor(Math.random() * 999_900), count: 100 })),
    )
  const searchMs = await timeOf(async () => {
    while (!(await rowsOf(sendId, { from: 0, count: 100, query: '"number":77777' })).isWhole);
  })
  const grown = listed - before
  process.stdout.write(`1,000,000 events: + ${grown.toFixed(0)} MB of server memory (at most ${mostMb}), `)
  process.stdout.write(`100 rows anywhere in ${median(scrollMs).toFixed(0)} ms, `)
  process.stdout.write(
    `the slowest in ${Math.max(...scrollMs).toFixed(0)} ms, all searched in ${searchMs.toFixed(0)} ms\n`,
  )
}

/** Sends a request, and resolves to its ID when the list shows all its events. */
async function receive(target, count, isReleased = true) {
  const sendId = randomUUID()
  const { request } = parley
  await parley.client.sends.start({
    windowId,
    sendId,
    requestId: 'r1',
    parentId: null,
    request: { ...request, method: 'GET', url: target },
  })
  for (;;) {
    const rows = await rowsOf(sendId, { from: count - 100, count: 100 }).catch(() => null)
    if (rows?.state.state === 'ended' && rows.isWhole && rows.endRow === count) break
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  if (isReleased) await parley.client.sends.release({ sendId })
  return sendId
}

function rowsOf(sessionId, asked) {
  return parley.client.live.rows({ sessionId, ...asked })
}

function curl(target) {
  const child = spawn('curl', ['--silent', '--no-buffer', '--output', '/dev/null', target], {
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => (code === 0 ? resolve() : reject(new Error(`curl ended with ${code}`))))
  })
}

async function follow() {
  const stream = await parley.client.events.subscribe({ windows: [{ windowId, sequence: 0, after: null }] })
  try {
    for await (const item of stream) if (item.type === 'event') JSON.stringify(item)
  } catch {
    // The server was stopped.
  }
}

async function startParley() {
  const options = ['--page', 'apps/web/dist', '--no-open', '--no-demo']
  const child = spawn(process.execPath, ['apps/server/dist/main.js', ...options], {
    env: { ...process.env, PARLEY_HOME: join(home, 'data'), PARLEY_KEYCHAIN: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', code => reject(new Error(`Parley ended with ${code}`)))
    child.stdout.on('data', text => {
      output += text
      const found = /http:\/\/\S+#token=\S+\n/.exec(output)?.[0].trim()
      if (found !== undefined) resolve(new URL(found))
    })
  })
  const token = new URLSearchParams(address.hash.slice(1)).get('token')
  const client = createTestClient({ origin: address.origin, token })
  const { newHttpRequest } = await import('../packages/model/src/index.ts')
  return {
    client,
    pid: child.pid,
    request: newHttpRequest({ method: 'GET', url }),
    stop() {
      const exited = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      return exited
    },
  }
}

function residentMb() {
  const status = readFileSync(`/proc/${parley.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024
}

function eventText(number, dataLength) {
  const data = JSON.stringify({ number, text: 'x'.repeat(dataLength - 30) })
  return `id: ${number}\nevent: stock\ndata: ${data}\n\n`
}

async function timeOf(act) {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
