import '../scripts/require-node.mjs'

const { spawn, execFileSync } = await import('node:child_process')
const { mkdtempSync, readFileSync, rmSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { setTimeout: sleep } = await import('node:timers/promises')
const { findOrInstallDesktop } = await import('../scripts/install/find-or-install-desktop.mjs')
const { webviewBindingForTests } = await import('../scripts/install/webview-binding-for-tests.mjs')
const { root } = await import('../scripts/run-program.mjs')

/**
 * Compares the hosts of the desktop app in one run: the time until a window shows the page with its tabs, the
 * processor time while nothing happens, and the memory. `npm run bench:desktop -- ROUNDS SECONDS`.
 */
const rounds = Number(process.argv[2] ?? 5)
const idleSeconds = Number(process.argv[3] ?? 60)
const missing = await findOrInstallDesktop()
if (missing.length > 0) {
  process.stderr.write(`Not measured: ${missing.join(', ')} cannot be installed here.\n`)
  process.exit(0)
}
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const display = `:${90 + (process.pid % 9)}`
const screen = spawn('Xvfb', [display, '-screen', '0', '1400x900x24'], { stdio: 'ignore' })
await sleep(1000)
const env = { ...process.env, DISPLAY: display, HOME: folder, PARLEY_KEYCHAIN: 'off' }
const manager = spawn('openbox', [], { env, stdio: 'ignore' })
const bus = ['--', process.execPath, join(root, 'apps/cli/dist/parley.js')]
const hosts = {
  chromium: { args: ['desktop', '--host', 'chromium'], title: 'List books – Bookshop – Parley$' },
  webview: { args: ['desktop', '--host', 'webview'], title: 'List books – Bookshop – Parley$' },
}
const times = Object.fromEntries(Object.keys(hosts).map(name => [name, []]))
for (let round = 0; round <= rounds; round += 1)
  for (const name of Object.keys(hosts)) {
    const { app, shownMs } = await start(name)
    // The first round fills caches and profiles.
    if (round > 0) times[name].push(shownMs)
    await end(app)
  }
const median = list => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
const rows = []
for (const name of Object.keys(hosts)) {
  const { app } = await start(name)
  await sleep(10_000)
  const before = cpuSeconds(app)
  await sleep(idleSeconds * 1000)
  const idle = ((cpuSeconds(app) - before) / idleSeconds) * 100
  rows.push({ name, shownMs: median(times[name]), idle, memory: memoryMegabytes(app) })
  await end(app)
}
const base = rows.find(({ name }) => name === 'chromium')
for (const { name, shownMs, idle, memory } of rows)
  process.stdout.write(
    `${name.padEnd(14)} window shown ${shownMs.toFixed(0)} ms (${(shownMs / base.shownMs).toFixed(2)} ×), idle ${idle.toFixed(1)} % of a core, memory ${memory.toFixed(0)} MB (${(memory / base.memory).toFixed(2)} ×)\n`,
  )
screen.kill()
manager.kill()
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
process.exit(0)

/** Starts a host and waits until its window has the title of the first request. */
async function start(name) {
  const home = join(folder, name.replace(' ', '-'))
  const before = performance.now()
  const app = spawn('dbus-run-session', [...bus, ...hosts[name].args], {
    env: { ...env, PARLEY_HOME: home, PARLEY_WEBVIEW_BINDING: webviewBindingForTests() ?? '' },
    stdio: 'ignore',
  })
  while (!isShown(hosts[name].title)) {
    if (performance.now() - before > 60_000) throw new Error(`${name} showed no window`)
    await sleep(20)
  }
  return { app, shownMs: performance.now() - before }
}

function isShown(title) {
  try {
    execFileSync('xdotool', ['search', '--onlyvisible', '--name', title], {
      env,
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    return true
  } catch {
    return false
  }
}

async function end(app) {
  const all = treeOf(app.pid)
  const ended = new Promise(resolve => app.once('exit', resolve))
  for (const pid of all.toReversed()) {
    try {
      process.kill(pid, 'SIGTERM')
    } catch {
      // It ended with its parent.
    }
  }
  await ended
  while (isShown('Parley$')) await sleep(50)
  await sleep(500)
}

/** The process and all that it has started. */
function treeOf(pid) {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map(line => line.trim().split(/\s+/).map(Number))
  const found = [pid]
  for (const one of found) found.push(...pairs.filter(([, parent]) => parent === one).map(([child]) => child))
  return found
}

function cpuSeconds(app) {
  return treeOf(app.pid).reduce((sum, pid) => sum + ticksOf(pid) / 100, 0)
}

function ticksOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

/** Memory that the processes have for themselves, and their share of what several have (PSS). */
function memoryMegabytes(app) {
  const kilobytes = treeOf(app.pid).map(pid => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      return 0
    }
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}
