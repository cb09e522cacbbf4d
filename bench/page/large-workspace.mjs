import '../../scripts/require-node.mjs'

const { spawn } = await import('node:child_process')
const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { chromium } = await import('@playwright/test')
const { longestTaskOf } = await import('../../e2e/support/main-thread.ts')
const { findOrInstallChromium } = await import('../../scripts/install/find-or-install-chromium.mjs')
const { shown } = await import('./shown.mjs')

/**
 * Compares a workspace of 10,000 requests in 500 folders with one of ten: the time from the start of the
 * program until the page's address is printed, from there until a request can be typed and the sidebar shows
 * its rows, the longest task of the main thread while the whole tree is scrolled, and memory. Medians of all
 * starts but the first, as most starts are not the first.
 */
const limits = { readyMs: 1000, sidebarMs: 500, frameMs: 50 }
const rounds = 5
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)
const browser = await chromium.launch({
  executablePath,
  args: ['--enable-precise-memory-info', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
for (const [folders, requests] of [
  [2, 5],
  [500, 20],
]) {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  writeWorkspace(join(home, 'workspace'), folders, requests)
  await measure(home)
  const measured = []
  for (let round = 0; round < rounds; round += 1) measured.push(await measure(home))
  print(`${(folders * requests).toLocaleString('en')} requests`, medians(measured))
  rmSync(home, { recursive: true, force: true })
}
await browser.close()

async function measure(home) {
  const startedAt = performance.now()
  const server = await start(home)
  const startMs = performance.now() - startedAt
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchFirstRows)
  await page.goto(server.address)
  await page.waitForFunction(() => 'urlMs' in window && 'rowsMs' in window)
  const [readyMs, sidebarMs] = await page.evaluate(() => [
    Reflect.get(window, 'urlMs'),
    Reflect.get(window, 'rowsMs'),
  ])
  const longestTaskMs = await longestTaskOf(browser, page, () => scrollThrough(page))
  const client = await context.newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const heapMb = (await client.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
  const serverMb = residentMb(server.pid)
  await context.close()
  await server.stop()
  return { startMs, readyMs, sidebarMs, longestTaskMs, heapMb, serverMb }
}

/**
 * Notes when the first request can be typed and when the tree first shows rows, measured from the request for
 * the page.
 */
function watchFirstRows() {
  const look = () => {
    for (const [name, selector] of [
      ['urlMs', '[role="textbox"][aria-label="URL"]'],
      ['rowsMs', '[role="treeitem"]'],
    ])
      if (!(name in window) && document.querySelector(selector) !== null)
        Reflect.set(window, name, performance.now())
    if (!('urlMs' in window && 'rowsMs' in window)) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function scrollThrough(page) {
  const tree = page.getByRole('tree', { name: 'Collections' })
  for (let step = 0; step <= 100; step += 1) {
    await tree.evaluate((element, part) => {
      element.scrollTop = (element.scrollHeight - element.clientHeight) * part
    }, step / 100)
    await page.waitForTimeout(20)
  }
}

function medians(measured) {
  const middle = name => measured.map(one => one[name]).sort((one, other) => one - other)[rounds >> 1]
  return Object.fromEntries(Object.keys(measured[0]).map(name => [name, middle(name)]))
}

function start(home) {
  const options = [
    '--page',
    'apps/web/dist',
    '--no-open',
    '--no-demo',
    '--workspace',
    join(home, 'workspace'),
  ]
  const child = spawn(process.execPath, ['apps/server/dist/main.js', ...options], {
    env: { ...process.env, PARLEY_HOME: join(home, 'data'), PARLEY_KEYCHAIN: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => {
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGTERM')
    return ended
  }
  return new Promise(resolve => {
    let output = ''
    child.stdout.on('data', text => {
      output += text
      const address = /http:\/\/\S+#token=\S+\n/.exec(output)?.[0].trim()
      if (address !== undefined) resolve({ address, pid: child.pid, stop })
    })
  })
}

/** Returns the resident memory of a process; only Linux reports it here. */
function residentMb(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

function writeWorkspace(folder, folders, requests) {
  const collection = join(folder, 'Large')
  mkdirSync(collection, { recursive: true })
  writeFileSync(join(folder, 'workspace.yml'), 'info:\n  name: Large\n')
  writeFileSync(join(collection, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Large\n')
  for (let at = 0; at < folders; at += 1) {
    const name = `Folder ${at}`
    mkdirSync(join(collection, name))
    writeFileSync(join(collection, name, 'folder.yml'), `info:\n  name: ${name}\n  type: folder\n`)
    for (let number = 0; number < requests; number += 1)
      writeFileSync(
        join(collection, name, `Request ${number}.yml`),
        `info:\n  name: Request ${at}-${number}\n  type: http\nhttp:\n  method: GET\n  url: http://localhost/${at}/${number}\n`,
      )
  }
}

function print(name, { startMs, readyMs, sidebarMs, longestTaskMs, heapMb, serverMb }) {
  const parts = [
    `address after ${startMs.toFixed(0)} ms`,
    `then ready ${shown(readyMs, limits.readyMs)}`,
    `sidebar ${shown(sidebarMs, limits.sidebarMs)}`,
    `longest task while scrolling ${shown(longestTaskMs, limits.frameMs)}`,
    `page ${heapMb.toFixed(0)} MB, server ${serverMb.toFixed(0)} MB at its peak`,
  ]
  process.stdout.write(`${name.padEnd(16)} ${parts.join(', ')}\n`)
}
