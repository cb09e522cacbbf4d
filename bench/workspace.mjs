import '../scripts/require-node.mjs'

const { spawn } = await import('node:child_process')
const { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = await import('node:fs')
const { randomUUID } = await import('node:crypto')
const { createServer } = await import('node:http')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { createTestClient } = await import('../apps/server/src/start-test-server.testkit.ts')
const { runNode } = await import('../scripts/run-program.mjs')
const { measure } = await import('./measure.mjs')

/**
 * Measures the cost of an edit for the server in a workspace of 50,000 requests, compared with one of 1,000
 * in folders of the same size: CPU milliseconds of the whole process, with one window that follows, medians
 * of rounds that take turns. Then the cost of a `parley run --only` that sends one request of 10,000. Linux
 * only.
 */
const most = 1.5
const mostCpuMsOfOne = 500
const rounds = 9
const editsOfRound = 10
const inFolder = 50
if (!existsSync('apps/server/dist/main.js') && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)

const home = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const servers = []
for (const count of [1000, 50_000]) {
  const folder = join(home, String(count))
  writeWorkspace(join(folder, 'workspace'), count / inFolder)
  servers.push(await startWith(folder))
}
for (const { pid } of servers) await isIdle(pid)
try {
  process.stdout.write('| edit | 1,000 requests | 50,000 requests | ratio |\n| --- | --: | --: | --: |\n')
  for (const [name, edit] of Object.entries(edits())) await compare(name, edit)
} finally {
  for (const { stop } of servers) await stop()
}

const largest = join(home, 'one')
const answering = createServer((_, response) => response.end())
await new Promise(resolve => answering.listen(0, '127.0.0.1', resolve))
writeWorkspace(largest, 10_000 / inFolder, `http://127.0.0.1:${answering.address().port}`)
const [one] = await measure(
  [{ name: 'one of 10,000', args: ['apps/cli/dist/parley.js', 'run', largest, '--only', 'Request 7-7'] }],
  rounds,
)
process.stdout.write(
  `\n\`parley run --only\` of one of 10,000 requests: ${one.cpuMs.toFixed(0)} ms of CPU (at most ${mostCpuMsOfOne})\n`,
)
answering.close()
rmSync(home, { recursive: true, force: true })

async function compare(name, edit) {
  const costs = servers.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, server] of servers.entries()) {
      const before = cpuMs(server.pid)
      for (let number = 0; number < editsOfRound; number += 1)
        await edit(server, round * editsOfRound + number)
      await settled(server)
      // The first round is a warm-up.
      if (round > 0) costs[index].push((cpuMs(server.pid) - before) / editsOfRound)
    }
  }
  const [small, large] = costs.map(median)
  process.stdout.write(
    `| ${name} | ${small.toFixed(1)} ms | ${large.toFixed(1)} ms | ${(large / small).toFixed(2)} (at most ${most}) |\n`,
  )
}

function edits() {
  return {
    save: async ({ client, leaves }, number) => {
      const { id } = leaves[number]
      const { request, version } = await client.library.readRequest({ id })
      const changed = { ...request, url: `http://a.test/${number}/${Date.now()}` }
      await client.library.saveRequest({ id, request: changed, baseVersion: version })
    },
    rename: ({ client, leaves }, number) =>
      client.library.rename({ id: leaves[100 + number].id, name: `Renamed ${number} ${Date.now()}` }),
    create: async ({ client, leaves, folders }, number) => {
      const { request } = await client.library.readRequest({ id: leaves[0].id })
      const parentId = folders[number % folders.length].id
      await client.library.createRequest({ parentId, request: { ...request, name: `New ${number}` } })
    },
    duplicate: ({ client, leaves }, number) => client.library.duplicate({ id: leaves[200 + number].id }),
    move: ({ client, leaves, folders }, number) =>
      client.library.move({ id: leaves[300 + number].id, parentId: folders[0].id, index: 1000 }),
    delete: ({ client, leaves }, number) => client.library.remove({ id: leaves[400 + number].id }),
  }
}

/** Waits until the window that follows has all changes. */
async function settled({ client, window }) {
  for (;;) {
    const { revision } = window
    const changes = await client.library.readTreeChanges({ since: revision })
    if (changes.revision === window.revision) return
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** Follows changes of the tree like the page. */
async function follow(client, window) {
  const stream = await client.events.subscribe({
    windows: [{ windowId: randomUUID(), sequence: 0, after: null }],
  })
  for await (const item of stream) {
    if (item.type !== 'event' || item.event.type !== 'library') continue
    const changes = await client.library.readTreeChanges({ since: window.revision })
    window.revision = changes.revision
  }
}

async function startWith(folder) {
  const options = [
    '--page',
    'apps/web/dist',
    '--no-open',
    '--no-demo',
    '--workspace',
    join(folder, 'workspace'),
  ]
  const child = spawn(
    process.execPath,
    [
      ...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : []),
      'apps/server/dist/main.js',
      ...options,
    ],
    {
      env: { ...process.env, PARLEY_HOME: join(folder, 'data'), PARLEY_KEYCHAIN: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const address = await new Promise(resolve => {
    let output = ''
    child.stdout.on('data', text => {
      output += text
      const found = /http:\/\/\S+#token=\S+\n/.exec(output)?.[0].trim()
      if (found !== undefined) resolve(new URL(found))
    })
  })
  const token = new URLSearchParams(address.hash.slice(1)).get('token')
  const client = createTestClient({ origin: address.origin, token })
  const tree = await client.library.readTree()
  const folders = tree.collections.flatMap(one => one.children).filter(one => one.kind === 'folder')
  const server = {
    client,
    pid: child.pid,
    folders,
    leaves: folders.flatMap(one => one.children),
    window: { revision: tree.revision },
    stop: () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      return ended
    },
  }
  // The stream ends with the server.
  follow(client, server.window).catch(() => {})
  return server
}

/** Waits for the background read of all files after a start. */
async function isIdle(pid) {
  for (let before = -1; cpuMs(pid) - before > 20; ) {
    before = cpuMs(pid)
    await new Promise(resolve => setTimeout(resolve, 1000))
  }
}

/** Returns the CPU time of the whole process, including ended threads. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function median(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1]
}

function writeWorkspace(folder, folders, origin = 'http://localhost') {
  const collection = join(folder, 'Large')
  mkdirSync(collection, { recursive: true })
  writeFileSync(join(folder, 'workspace.yml'), 'info:\n  name: Large\n')
  writeFileSync(join(collection, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Large\n')
  for (let at = 0; at < folders; at += 1) {
    const name = `Folder ${at}`
    mkdirSync(join(collection, name))
    writeFileSync(join(collection, name, 'folder.yml'), `info:\n  name: ${name}\n  type: folder\n`)
    for (let number = 0; number < inFolder; number += 1)
      writeFileSync(
        join(collection, name, `Request ${number}.yml`),
        `info:\n  name: Request ${at}-${number}\n  type: http\nhttp:\n  method: GET\n  url: ${origin}/${at}/${number}\n`,
      )
  }
}
