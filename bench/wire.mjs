import '../scripts/require-node.mjs'

const { spawnSync } = await import('node:child_process')
const { mkdtempSync, rmSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { measure, printComparison } = await import('./measure.mjs')
const { sparseFile } = await import('./sparse-file.ts')
const { startWireServer } = await import('./start-wire-server.ts')

/**
 * Compares many small exchanges and a few large ones with bare node:http, in one run over the same server.
 * The client is bundled as the programs are: Node goes on compiling what reads TypeScript after the first send.
 * `node bench/wire.mjs [ROUNDS] [TEXT]`: runs only the cases whose names contain the text.
 */
const rounds = Number(process.argv[2] ?? 7)
const chosen = process.argv[3] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const client = bundledClient()
const { origin, close } = await startWireServer('http')

try {
  for (const [count, width] of [
    [200, 1],
    [1000, 1],
    [1000, 16],
  ]) {
    await compare(`${count} requests, ${width} at a time`, ['requests'], `${origin}/`, `${count}/${width}`)
  }
  for (const [name, bytes] of [
    ['50 MB', 50_000_000],
    ['1 GB', 1_000_000_000],
  ]) {
    await compare(`${name} down to a file`, ['store', 'discard'], `${origin}/bytes?count=${bytes}`)
    await compare(`${name} up from a file`, ['upload'], `${origin}/upload`, sparseFile(folder, bytes))
  }
} finally {
  close()
  rmSync(folder, { recursive: true })
}

/** In a process of its own, as a child counts the peak of the process that it was started from. */
function bundledClient() {
  const { status, stderr } = spawnSync(process.execPath, ['bench/bundle-wire-client.mjs', folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return join(folder, 'wire-client.mjs')
}

async function compare(title, bareTasks, ...argumentsOfTask) {
  if (!title.includes(chosen)) return
  const [task] = bareTasks
  const results = await measure(
    [
      ...bareTasks.map(bare => ({
        name: bare === task ? 'node:http' : `node:http, ${bare}`,
        args: [client, 'bare', bare, ...argumentsOfTask],
      })),
      { name: 'parley', args: [client, 'parley', task, ...argumentsOfTask] },
    ],
    rounds,
  )
  process.stdout.write(`\n${title}\n`)
  printComparison(results, results[0])
}
