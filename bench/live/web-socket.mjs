import '../../scripts/require-node.mjs'

const { fork } = await import('node:child_process')
const { randomUUID } = await import('node:crypto')
const { existsSync } = await import('node:fs')
const { median, startParley, timeOf } = await import('./parley.mjs')
const { defaultWebSocketPart } = await import('../../packages/model/src/index.ts')
const { dropWebSocketMessages } = await import(
  '../../packages/testkit/src/servers/drop-web-socket-messages.ts'
)
const { WebSocket } = await import('ws')
const { runNode } = await import('../../scripts/run-program.mjs')

/**
 * Measures WebSockets: the time from a send until 100,000 messages of 220 bytes are received and listed, compared with the
 * client of `ws`, which drops them, in turns of one run; then the memory of the server; then the time and the processor
 * time in which 10,000 messages are sent and listed, compared with the client of `ws`. A send of a request that has as many
 * messages and sends none shows what is no sending: the request is checked and stored. Linux only:
 * `node bench/live/web-socket.mjs [ROUNDS]`.
 */
const rounds = Number(process.argv[2] ?? 7)
const mostRatio = 2
const mostMb = 80
const count = 100_000
const sentCount = 10_000
const sent = 'x'.repeat(220)
if (!existsSync('apps/server/dist/log-worker.js') && (await runNode(['scripts/build.mjs'])) !== 0)
  process.exit(1)

const peer = fork('bench/live/web-socket-peer.mjs')
const url = await new Promise(resolve => peer.once('message', resolve))
const parley = await startParley()

try {
  let before = 0
  const times = { plain: [], parley: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const measured = {
      plain: await timeOf(() => dropWebSocketMessages(`${url}/${count}`)),
      parley: await timeOf(() => receive(round < rounds)),
    }
    // The first round is a warm-up, which leaves the memory of any long transfer behind that the next one uses again.
    if (round === 0) before = parley.residentMb()
    else for (const [name, ms] of Object.entries(measured)) times[name].push(ms)
  }
  const [plainMs, parleyMs] = [median(times.plain), median(times.parley)]
  const ratio = (parleyMs / plainMs).toFixed(2)
  const grown = parley.residentMb() - before
  process.stdout.write(`100,000 messages of 220 bytes: ws ${plainMs.toFixed(0)} ms, `)
  process.stdout.write(`Parley ${parleyMs.toFixed(0)} ms, ${ratio} × (at most ${mostRatio}), `)
  process.stdout.write(`+ ${grown.toFixed(0)} MB of server memory (at most ${mostMb})\n`)
  await measureSends()
} finally {
  await parley.stop()
  peer.kill()
}

async function measureSends() {
  const results = { plain: [], parley: [], none: [] }
  const messages = Array.from({ length: sentCount }, () => ({
    title: '',
    selected: true,
    format: 'text',
    data: sent,
  }))
  const unsent = messages.map(message => ({ ...message, selected: false }))
  const ownMs = () => parley.processorMs()
  for (let round = 0; round <= rounds; round += 1) {
    const measured = {
      plain: await costOf(() => sendPlainly(`${url}/take/${sentCount}`), plainMs),
      parley: await costOf(
        () => connect(`/take/${sentCount}`, { messages, count: sentCount, isReleased: true, pollMs: 10 }),
        ownMs,
      ),
      none: await costOf(
        () => connect('/1', { messages: unsent, count: 1, isReleased: true, pollMs: 10 }),
        ownMs,
      ),
    }
    if (round > 0) for (const [name, cost] of Object.entries(measured)) results[name].push(cost)
  }
  const [plain, own, none] = [results.plain, results.parley, results.none].map(medianCost)
  const ratio = (a, b) => `${(a / b).toFixed(2)} ×`
  process.stdout.write(
    [
      `10,000 messages of 220 bytes sent: ws ${plain.ms.toFixed(0)} ms, Parley ${own.ms.toFixed(0)} ms, `,
      `${ratio(own.ms, plain.ms)} (at most ${mostRatio}); processor time: ws ${plain.cpuMs.toFixed(0)} ms, `,
      `Parley ${own.cpuMs.toFixed(0)} ms, ${ratio(own.cpuMs, plain.cpuMs)}, without what is no sending `,
      `(${none.cpuMs.toFixed(0)} ms) ${ratio(own.cpuMs - none.cpuMs, plain.cpuMs)}\n`,
    ].join(''),
  )
}

function plainMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function costOf(act, cpuMsOf) {
  const before = cpuMsOf()
  const ms = await timeOf(act)
  return { ms, cpuMs: cpuMsOf() - before }
}

function medianCost(costs) {
  return { ms: median(costs.map(({ ms }) => ms)), cpuMs: median(costs.map(({ cpuMs }) => cpuMs)) }
}

/** Sends as the client of `ws` does; resolves when the server has them all. */
function sendPlainly(address) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false })
    socket.once('error', reject)
    socket.once('close', resolve)
    socket.once('open', () => {
      for (let at = 0; at < sentCount; at += 1) socket.send(sent)
    })
  })
}

function receive(isReleased) {
  return connect(`/${count}`, { messages: [], count, isReleased })
}

/** Connects, and resolves when the list has all messages. The last list is kept while the memory is measured. */
async function connect(path, { messages, count: expected, isReleased, pollMs = 1 }) {
  const sendId = randomUUID()
  const { client, request, windowId } = parley
  await client.sends.start({
    windowId,
    sendId,
    requestId: 'r1',
    parentId: null,
    request: {
      ...request,
      url: `${url}${path}`,
      webSocket: { ...defaultWebSocketPart, deflate: false, messages },
    },
  })
  for (;;) {
    const asked = { sessionId: sendId, from: Math.max(0, expected - 100), count: 200 }
    const rows = await client.live.rows(asked).catch(() => null)
    // The connection is a row, and both sides close it.
    if (rows?.state.state === 'ended' && rows.isWhole && rows.endRow === expected + 3) break
    await new Promise(resolve => setTimeout(resolve, pollMs))
  }
  if (isReleased) await client.sends.release({ sendId })
}
