import '../scripts/require-node.mjs'

const { mkdtempSync, rmSync } = await import('node:fs')
const { createServer } = await import('node:http')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { startAgent } = await import('./running-agent.mjs')
const { writeWorkspace } = await import('./write-workspace.mjs')

/**
 * Measures `parley mcp`: lists in a workspace of 5,000 requests, each compared with the first; its memory over 10,000
 * sends, and its heap after collections of garbage during them; and a result with 450 known secrets, compared with one of none.
 * `node bench/agents.mjs [SENDS] [LISTS]`.
 */
const sends = Number(process.argv[2] ?? 10_000)
const lists = Number(process.argv[3] ?? 1000)
/** Runs in the program: writes the size of its heap when it is asked to. The file appears with its content. */
const heapOnSignal = `
import { renameSync, writeFileSync } from 'node:fs'
process.on('SIGUSR2', () => {
  for (let times = 0; times < 3; times += 1) gc()
  const { heapUsed, external } = process.memoryUsage()
  const path = process.env.HEAP + '/heap-' + process.pid
  writeFileSync(path + '.part', String(heapUsed + external))
  renameSync(path + '.part', path)
})`
const limits = { list: 2, memoryMb: 30, heapMb: 5, secrets: 2 }
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-agents-'))
const target = createServer((_request, response) => response.end('{"books":[]}'))
await new Promise(resolve => target.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${target.address().port}`
let isWithin = true

try {
  await measureLists()
  await measureMemory()
  await measureHeap()
  await measureSecrets()
} finally {
  target.close()
  target.closeAllConnections()
  rmSync(folder, { recursive: true })
}
process.exit(isWithin ? 0 : 1)

async function measureLists() {
  const agent = await startAgent(folder, [writeRequests('large', 5000)])
  const first = await timeOf(() => agent.call('list_requests', {}))
  const start = performance.now()
  for (let at = 0; at < lists; at += 1) await agent.call('list_requests', { cursor: (at * 100) % 5000 })
  const each = (performance.now() - start) / lists
  agent.end()
  report(`${lists} lists of 100 of 5,000 requests, each`, each, first, limits.list, 'the first')
}

async function measureMemory() {
  // Node keeps memory that it could free as long as there is enough; with a small heap only what is in use can grow.
  const agent = await startAgent(
    folder,
    [writeRequests('small', 3), '--sends-per-minute', '1000000'],
    ['--max-old-space-size=64', '--max-semi-space-size=4'],
  )
  const send = () => agent.call('send_request', { path: 'Large/Folder 0/Request 0.yml' })
  for (let at = 0; at < sends / 10; at += 1) await send()
  const before = agent.residentMb()
  for (let at = 0; at < sends; at += 1) await send()
  const grown = agent.residentMb() - before
  agent.end()
  isWithin &&= grown <= limits.memoryMb
  print(
    `${sends} sends: memory ${before.toFixed(0)} MB after a tenth of them, then ${grown.toFixed(0)} MB more (at most ${limits.memoryMb})`,
  )
}

/** What stays in memory: the heap and what it holds outside of itself, after collections of garbage. */
async function measureHeap() {
  const agent = await startAgent(
    folder,
    [writeRequests('heap', 3), '--sends-per-minute', '1000000'],
    ['--expose-gc', `--import=data:text/javascript,${encodeURIComponent(heapOnSignal)}`],
  )
  const sizes = []
  let sent = 0
  for (const count of [0.2, 0.6, 1].map(part => Math.round(part * sends))) {
    for (; sent < count; sent += 1) await agent.call('send_request', { path: 'Large/Folder 0/Request 0.yml' })
    sizes.push(await agent.collectedMb())
  }
  agent.end()
  const grown = sizes.at(-1) - sizes[0]
  isWithin &&= grown <= limits.heapMb
  const list = sizes.map(size => size.toFixed(1)).join(', ')
  print(
    `Collected heap after 20, 60 and 100 % of ${sends} sends: ${list} MB, ${grown.toFixed(1)} MB more (at most ${limits.heapMb})`,
  )
}

async function measureSecrets() {
  const secret = at => `${at}-${'s3cret'.repeat(5)}-${at * 7919}`
  const times = []
  for (const count of [0, 450]) {
    const words = Array.from({ length: count }, (_, at) => ['--secret', `key${at}=${secret(at)}`]).flat()
    const agent = await startAgent(folder, [
      writeRequests(`secrets${count}`, 100),
      '--sends-per-minute',
      '1000000',
      ...words,
    ])
    await agent.call('send_request', { path: 'Large/Folder 0/Request 0.yml' })
    const start = performance.now()
    for (let at = 0; at < 20; at += 1) {
      await agent.call('list_requests', {})
      await agent.call('send_request', { path: 'Large/Folder 0/Request 1.yml' })
    }
    times.push((performance.now() - start) / 40)
    agent.end()
  }
  report('A result with 450 secrets', times[1], times[0], limits.secrets, 'without')
}

/** Writes a workspace with requests in folders of 100, and returns its path. */
function writeRequests(name, count) {
  const root = join(folder, name)
  writeWorkspace(root, count, { inFolder: 100, origin: url })
  return root
}

async function timeOf(task) {
  const start = performance.now()
  await task()
  return performance.now() - start
}

function report(what, ms, peerMs, limit, peer) {
  const ratio = ms / peerMs
  isWithin &&= ratio <= limit
  print(
    `${what}: ${ms.toFixed(1)} ms, ${peer} ${peerMs.toFixed(1)} ms, ${ratio.toFixed(2)} × (at most ${limit})`,
  )
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
