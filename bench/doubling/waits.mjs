import '../../scripts/require-node.mjs'

const { randomUUID } = await import('node:crypto')
const { once } = await import('node:events')
const { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } = await import('node:fs')
const { createServer } = await import('node:http')
const { loadavg, tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { Worker } = await import('node:worker_threads')
const { newHttpRequest } = await import('@parley/model')
const { createTestClient } = await import('../../apps/server/src/start-test-server.testkit.ts')
const { watchWindow } = await import('../../apps/server/src/watch-window.testkit.ts')
const { runNode } = await import('../../scripts/run-program.mjs')
const { pieces } = await import('./readers.ts')
const { startParley } = await import('../page/start-parley.mjs')
const { measureReaders } = await import('./measure-readers.mjs')

/**
 * Sends texts of 2 MB of one kind through a running server, on each way into it, and prints how long a cheap call of another
 * window waits at most meanwhile. Before that it prints how long the readers take that run in one go. `-- 'a file'` measures
 * one way, and `-- readers` the readers only.
 */
const [only = ''] = process.argv.slice(2)
const length = 2_000_000
const headerLength = 200_000
const mostMs = 100
/** Longer work is left alone, and the next text has its turn. */
const patienceMs = 60_000
const kinds = [...pieces, 'members', 'rows']
const runOptions = {
  iterations: 1,
  delayMs: 0,
  stopsOnFailure: false,
  retries: 0,
  retryWaitMs: 0,
  pollEveryMs: 0,
  pollForMs: 60_000,
  parallel: 1,
  scriptsMayChangeOrder: false,
  keptBodies: 'all',
}
if (!existsSync('apps/server/dist/main.js') && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)

if (only === '' || only === 'readers') await measureReaders()
if (only === 'readers') process.exit()

const home = mkdtempSync(join(tmpdir(), 'parley-waits-'))
const file = join(home, 'workspace', 'Texts', 'text.yml')
const head = 'info:\n  name: Text\n  type: http\nhttp:\n  method: GET\n  url: http://localhost\n'
mkdirSync(join(home, 'workspace', 'Texts'), { recursive: true })
writeFileSync(join(home, 'workspace', 'workspace.yml'), 'info:\n  name: Waits\n')
writeFileSync(
  join(home, 'workspace', 'Texts', 'opencollection.yml'),
  'opencollection: 1.0.0\ninfo:\n  name: Texts\n',
)
writeFileSync(file, head)
const hostile = createServer(answer)
await new Promise(resolve => hostile.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${hostile.address().port}`
const parley = await startParley(home)
const address = new URL(parley.address)
const access = { origin: address.origin, token: new URLSearchParams(address.hash.slice(1)).get('token') }
const client = createTestClient(access)
const window = await watchWindow(client)
const collection = (await client.library.readTree()).collections.find(one => one.name === 'Texts')
const id = collection.children[0].id
const other = new Worker(new URL('./other-window.mjs', import.meta.url), { workerData: access })
await once(other, 'message')
/** How many texts of a way were refused, which is fine for files. */
let refused = 0
const idle = await longestWait(() => new Promise(resolve => setTimeout(resolve, 2000)))
process.stdout.write(
  `Load of the machine: ${loadavg()[0].toFixed(1)}. Longest wait without such texts: ${idle.toFixed(0)} ms.\n\n`,
)
process.stdout.write(
  '| way | longest wait | text | within 100 ms | refused |\n| --- | --: | --- | --: | --: |\n',
)
for (const [name, way] of Object.entries(ways())) {
  if (!name.includes(only)) continue
  const waits = []
  refused = 0
  for (const kind of kinds) {
    const text = textOf(kind)
    waits.push({ kind, ms: await longestWait(() => within(way(text, kind))) })
  }
  const [worst] = waits.toSorted((one, next) => next.ms - one.ms)
  const good = waits.filter(({ ms }) => ms <= mostMs).length
  process.stdout.write(
    `| ${name} | ${worst.ms.toFixed(0)} ms | many ${JSON.stringify(worst.kind)} | ${good} of ${waits.length} | ${refused} |\n`,
  )
}
await other.terminate()
await window.close()
await parley.stop()
hostile.closeAllConnections()
hostile.close()
rmSync(home, { recursive: true, force: true })

function ways() {
  return {
    'a file of the workspace': text => readFileOf(text),
    'an unknown part of a request, read and saved': async text => {
      const opened = await readFileOf(`${head}extra: |\n  ${text.replaceAll('\n', '\n  ')}\n`)
      if (opened?.request === undefined) throw new Error('The request was not read')
      const request = { ...opened.request, url: `http://localhost/${randomUUID()}` }
      await client.library.saveRequest({ id, request, baseVersion: opened.version })
    },
    'a response, shown formatted': async (_, kind) => {
      const { exchange } = await send(`/body?${kinds.indexOf(kind)}`)
      const { handle } = exchange?.response.content ?? {}
      if (handle === undefined) throw new Error('There was no response')
      for (const format of ['auto', 'json', 'xml', 'html', 'css'])
        await client.bodies.readRows({ handle, view: 'pretty', format, firstRow: 0, maxRows: 100 })
    },
    'a challenge': (_, kind) =>
      send(`/challenge?${kinds.indexOf(kind)}`, { type: 'digest', username: 'u', password: 'p' }),
    'an import': async text => {
      const importId = randomUUID()
      await client.imports.start({ windowId: window.windowId, importId, source: { kind: 'text', text } })
      await until(() => {
        const last = window.events.findLast(one => one.type === 'import' && one.importId === importId)
        return last !== undefined && last.state !== 'reading'
      })
    },
    'data of a run': async text => {
      const runId = randomUUID()
      await client.runs.start({
        windowId: window.windowId,
        runId,
        targetId: collection.id,
        keys: [],
        polled: [],
        data: { name: 'data.csv', text },
        options: runOptions,
      })
      await until(() => {
        const last = window.events.findLast(one => one.type === 'run' && one.run.runId === runId)
        return last?.run.state === 'ended' || last?.run.state === 'failed'
      })
    },
  }
}

async function readFileOf(text) {
  writeFileSync(file, text)
  return client.library.readRequest({ id })
}

async function send(path, auth) {
  const sendId = randomUUID()
  const request = newHttpRequest({ method: 'GET', url: origin + path, ...(auth ? { auth } : {}) })
  await client.sends.start({ windowId: window.windowId, sendId, requestId: 'r', parentId: null, request })
  const isEnded = () => ['answered', 'failed'].includes(window.latest(sendId)?.state)
  await until(isEnded)
  return window.latest(sendId)
}

function answer({ url }, response) {
  const { pathname, search } = new URL(url, origin)
  const kind = kinds[Number(search.slice(1))]
  if (pathname === '/body')
    return response.writeHead(200, { 'content-type': 'application/json' }).end(textOf(kind))
  const legal = textOf(kind)
    .slice(0, headerLength)
    .replace(/[^\x20-\x7e]/g, ' ')
  response.writeHead(401, { 'www-authenticate': `Digest ${legal}` }).end()
}

function textOf(kind) {
  if (kind === 'members') return Array.from({ length: length / 10 }, (_, at) => `a${at}: b\n`).join('')
  if (kind === 'rows') return `[${'{"a": "b"},'.repeat(length / 11)}{}]`
  return kind.repeat(length / kind.length)
}

/** Returns how long a call of the other window waited at most, in milliseconds. */
async function longestWait(work) {
  other.postMessage('begin')
  await once(other, 'message')
  await work()
  other.postMessage('end')
  const [ms] = await once(other, 'message')
  return ms
}

/** Waits for work that may fail or take too long; what was refused is fine. */
async function within(work) {
  await Promise.race([
    work.catch(() => (refused += 1)),
    new Promise(resolve => setTimeout(resolve, patienceMs).unref()),
  ])
}

async function until(isSo) {
  const beganMs = performance.now()
  while (!isSo() && performance.now() - beganMs < patienceMs)
    await new Promise(resolve => setTimeout(resolve, 10))
}
