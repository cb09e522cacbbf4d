import '../../scripts/require-node.mjs'

const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { chromium } = await import('@playwright/test')
const { longestTaskOf } = await import('../../e2e/support/main-thread.ts')
const { findOrInstallChromium } = await import('../../scripts/install/find-or-install-chromium.mjs')
const { report, row } = await import('./page-table.mjs')
const { startParley } = await import('./start-parley.mjs')
const { describeFrames, watch, watchPage } = await import('./watch-page.mjs')

/**
 * Compares a workspace of 10,000 requests in 500 folders with one of ten: the time from the start of the program until the
 * page's address is printed, from the navigation until a request can be typed, and from there until the sidebar shows its
 * rows, the longest task of the main thread and the frames while the whole tree is scrolled, and memory. Medians of all starts but the first, as most starts are not the first.
 */
const limits = { readyMs: 1000, sidebarMs: 500, frameMs: 50 }
const rounds = 5
const firstShown = {
  url: { selector: '[role="textbox"][aria-label="URL"]', pattern: '^' },
  rows: { selector: '[role="treeitem"]', pattern: '.' },
}
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
  await print(`A workspace of ${(folders * requests).toLocaleString('en')} requests`, medians(measured))
  rmSync(home, { recursive: true, force: true })
}
await browser.close()

async function measure(home) {
  const startedAt = performance.now()
  const server = await startParley(home)
  const startMs = performance.now() - startedAt
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watch, firstShown)
  await page.goto(server.address)
  await page.waitForFunction(() => 'url' in window.watched.found && 'rows' in window.watched.found)
  const { url, rows, navigatedAt } = await page.evaluate(() => ({
    ...window.watched.found,
    navigatedAt: performance.timeOrigin,
  }))
  const scrolled = await watchPage(page, {})
  const longestTaskMs = await longestTaskOf(browser, page, () => scrollThrough(page))
  const lateFrames = describeFrames(await scrolled.frames()).lateShare * 100
  const client = await context.newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const heapMb = (await client.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
  const serverMb = residentMb(server.pid)
  await context.close()
  await server.stop()
  const [readyMs, sidebarMs] = [url - navigatedAt, Math.max(0, rows - url)]
  return { startMs, readyMs, sidebarMs, longestTaskMs, lateFrames, heapMb, serverMb }
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

function print(title, { startMs, readyMs, sidebarMs, longestTaskMs, lateFrames, heapMb, serverMb }) {
  return report(`page ${title}`, title, [
    row('start until the address is printed', startMs),
    row('navigation until a request can be typed', readyMs, limits.readyMs),
    row('from there until the sidebar has its rows', sidebarMs, limits.sidebarMs),
    row('longest task of scrolling', longestTaskMs, limits.frameMs),
    row('frames of scrolling later than 50 ms', lateFrames, null, '%'),
    row('memory of the page', heapMb, null, 'MB'),
    row('memory of the server, at its peak', serverMb, null, 'MB'),
  ])
}
