import '../scripts/require-node.mjs'

const { existsSync, mkdtempSync, rmSync } = await import('node:fs')
const { createServer } = await import('node:http')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { chromium } = await import('@playwright/test')
const { findOrInstallChromium } = await import('../scripts/install/find-or-install-chromium.mjs')
const { runNode } = await import('../scripts/run-program.mjs')
const { costOf, isIdle, saveEdit, startFollowed } = await import('./followed-server.mjs')
const { measure, median } = await import('./measure.mjs')
const { writePart } = await import('./page/page-table.mjs')
const { actInTree, measureWorkspace } = await import('./page/watched-workspace.mjs')
const { cpuMs } = await import('./process-usage.mjs')
const { startAgent } = await import('./running-agent.mjs')
const { writeWorkspace } = await import('./write-workspace.mjs')

/**
 * Measures how the cost of a workspace grows from 10 to 50,000 requests, in processor time: a start of the server until it
 * reads nothing more, a save, the palette, `parley run --only` of one request, and lists of an agent. Each may grow with the
 * requests at most, and a save not at all. `--write` writes the table into docs/performance.md. Linux only.
 */
const sizes = [10, 1000, 10_000, 50_000]
const rounds = 3
if (!existsSync('apps/server/dist/main.js') && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const answering = createServer((_, response) => response.end('{}'))
await new Promise(resolve => answering.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${answering.address().port}`
const found = []
try {
  for (const size of sizes) {
    found.push(await measureSize(size))
    process.stdout.write(`${size}: ${JSON.stringify(found.at(-1))}\n`)
  }
} finally {
  await browser.close()
  answering.close()
  answering.closeAllConnections()
}
const head = ['', ...sizes.map(size => size.toLocaleString('en')), '50,000 as a multiple of 1,000', 'target']
const targets = { 'a save': 1.5 }
const rows = Object.keys(found[0]).map(name => {
  const values = found.map(one => one[name])
  const growth = (values[3] / values[1]).toFixed(1)
  return [
    name,
    ...values.map(value => `${value.toFixed(value < 10 ? 1 : 0)} ms`),
    growth,
    String(targets[name] ?? 50),
  ]
})
for (const cells of [head, ...rows]) process.stdout.write(`${cells.join(' | ')}\n`)
if (process.argv.includes('--write')) await writePart('growth', 'Growth', [head, ...rows])

async function measureSize(requests) {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const workspace = join(home, 'workspace')
  writeWorkspace(workspace, requests, { origin })
  try {
    const first = await ofServer(home)
    const again = await ofServer(home)
    const page = await measureWorkspace(browser, home, actInTree)
    const args = ['apps/cli/dist/parley.js', 'run', workspace, '--only', 'Request 0-7']
    const [only] = await measure([{ name: 'run --only', args }], rounds)
    return {
      'the first start': first.startMs,
      'a later start': again.startMs,
      'a save': again.saveMs,
      'the palette opens, in the page': page.paletteMs,
      'a character in it': page.searchMs,
      '`run --only` one request': only.cpuMs,
      ...(await ofAgent(home, workspace)),
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function ofServer(home) {
  const server = await startFollowed(home)
  try {
    await isIdle(server.pid)
    const startMs = cpuMs(server.pid)
    const saves = []
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round += 1) saves.push(await costOf(server, saveEdit, round))
    return { startMs, saveMs: median(saves.slice(1)) }
  } finally {
    await server.stop()
  }
}

async function ofAgent(home, workspace) {
  const agent = await startAgent(join(home, 'agent'), [workspace])
  const list = () => agent.call('list_requests', {})
  await list()
  const first = cpuMs(agent.pid)
  const count = 50
  for (let at = 0; at < count; at += 1) await list()
  const later = (cpuMs(agent.pid) - first) / count
  agent.end()
  return { 'the first list of an agent, with its start': first, 'each later one': later }
}
