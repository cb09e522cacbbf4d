import '../../scripts/require-node.mjs'

const { mkdtempSync, rmSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { chromium } = await import('@playwright/test')
const { findOrInstallChromium } = await import('../../scripts/install/find-or-install-chromium.mjs')
const { report, row } = await import('./page-table.mjs')
const { actInTree, idleWithTabs, measureWorkspace, scrollTree } = await import('./watched-workspace.mjs')
const { writeWorkspace } = await import('../write-workspace.mjs')

/**
 * Compares workspaces of 2,000 and 10,000 requests in folders of 20 with one of ten: the time from the start of the program
 * until the page's address is printed, from the navigation until a request can be typed, from there until the sidebar shows its
 * rows, and from a reload until both are there; the main thread's processor time for the palette, a tab and a folder; its
 * longest task and the frames while the whole tree is scrolled; memory; and, with 10,000, what 20 tabs cost while nothing is done.
 * Medians of all starts but the first, as most starts are not the first.
 */
const limits = { readyMs: 1000, sidebarMs: 500, frameMs: 50, actMs: 50, reload: 1.3, idlePercent: 0.5 }
const rounds = 3
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)
const browser = await chromium.launch({
  executablePath,
  args: ['--enable-precise-memory-info', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
let reloadOfTen = Number.NaN
for (const requests of [10, 2000, 10_000]) {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  writeWorkspace(join(home, 'workspace'), requests)
  const act = async one => ({ ...(await actInTree(one)), ...(await scrollTree(one)) })
  await measureWorkspace(browser, home, act)
  const measured = []
  for (let round = 0; round < rounds; round += 1) measured.push(await measureWorkspace(browser, home, act))
  const middle = medians(measured)
  if (requests === 10) reloadOfTen = middle.reloadMs
  const idle = requests === 10_000 ? await measureWorkspace(browser, home, idleWithTabs) : null
  await print(`A workspace of ${requests.toLocaleString('en')} requests`, middle, idle)
  rmSync(home, { recursive: true, force: true })
}
await browser.close()

function medians(measured) {
  const middle = name => measured.map(one => one[name]).sort((one, other) => one - other)[rounds >> 1]
  return Object.fromEntries(Object.keys(measured[0]).map(name => [name, middle(name)]))
}

function print(title, found, idle) {
  return report(`page ${title}`, title, [
    row('start until the address is printed', found.startMs),
    row('navigation until a request can be typed', found.readyMs, limits.readyMs),
    row('from there until the sidebar has its rows', found.sidebarMs, limits.sidebarMs),
    row('reload until both are there', found.reloadMs),
    row('the same, as a multiple of that with 10', found.reloadMs / reloadOfTen, limits.reload, '×'),
    row('main thread: the palette opens', found.paletteMs, limits.actMs),
    row('main thread: a character typed into it', found.searchMs, limits.actMs),
    row('main thread: a tab opens', found.tabMs, limits.actMs),
    row('main thread: a folder is folded', found.foldMs, limits.actMs),
    row('longest task of scrolling', found.longestTaskMs, limits.frameMs),
    row('frames of scrolling later than 50 ms', found.lateFrames, null, '%'),
    ...(idle === null
      ? []
      : [row('server and page with 20 tabs, of a core', idle.idlePercent, limits.idlePercent, '%')]),
    row('memory of the page', found.heapMb, null, 'MB'),
    row('memory of the server, at its peak', found.serverMb, null, 'MB'),
  ])
}
