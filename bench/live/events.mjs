import '../../scripts/require-node.mjs'

const { spawn } = await import('node:child_process')
const { randomUUID } = await import('node:crypto')
const { existsSync } = await import('node:fs')
const { createServer } = await import('node:http')
const { median, startParley, timeOf } = await import('./parley.mjs')
const { runNode } = await import('../../scripts/run-program.mjs')

/**
 * Measures event streams: the time from a send until 10,000 events of 3.3 MB are received and listed, compared with
 * curl, which drops them, in turns of one run; then the memory of the server with a list of 1,000,000 events. Linux
 * only: `node bench/live/events.mjs [ROUNDS]`.
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
const parley = await startParley()

try {
  await compareWithCurl()
  await measureMemory()
} finally {
  await parley.stop()
  server.close()
  server.closeAllConnections()
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
  const before = parley.residentMb()
  const sendId = await receive(`${url}/1000000/100`, 1_000_000, false)
  const listed = parley.residentMb()
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
  const { request, windowId } = parley
  await parley.client.sends.start({
    windowId,
    sendId,
    requestId: 'r1',
    parentId: null,
    request: { ...request, url: target },
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

function eventText(number, dataLength) {
  const data = JSON.stringify({ number, text: 'x'.repeat(dataLength - 30) })
  return `id: ${number}\nevent: stock\ndata: ${data}\n\n`
}
