import { longestTaskOf } from '../../e2e/support/main-thread.ts'
import { median } from '../measure.mjs'
import { cpuMs, peakMb } from '../process-usage.mjs'
import { startParley } from './start-parley.mjs'
import { describeFrames, watch, watchPage } from './watch-page.mjs'

const firstShown = {
  url: { selector: '[role="textbox"][aria-label="URL"]', pattern: '^' },
  rows: { selector: '[role="treeitem"]', pattern: '.' },
}

/**
 * Starts the server with the workspace of a folder and opens the page; `act` uses it, and its result is part of what is
 * returned: the times from the start of the program until the page's address is printed, from the navigation and from a reload
 * until a request can be typed and the sidebar has its rows, and memory. Milliseconds and megabytes.
 */
export async function measureWorkspace(browser, home, act) {
  const startedAt = performance.now()
  const server = await startParley(home)
  const startMs = performance.now() - startedAt
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watch, firstShown)
    await page.goto(server.address)
    const first = await shownAfterNavigation(page)
    const client = await context.newCDPSession(page)
    await client.send('Performance.enable', { timeDomain: 'threadTicks' })
    const acted = await act({ browser, page, client, server })
    await client.send('HeapProfiler.collectGarbage')
    const heapMb = (await client.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
    const serverMb = peakMb(server.pid)
    await page.reload()
    const { usableMs: reloadMs } = await shownAfterNavigation(page)
    return { startMs, ...first, reloadMs, ...acted, heapMb, serverMb }
  } finally {
    await context.close()
    await server.stop()
  }
}

/** Scrolls through the whole tree. */
export async function scrollTree({ browser, page }) {
  const scrolled = await watchPage(page, {})
  const longestTaskMs = await longestTaskOf(browser, page, () => scrollThrough(page))
  return { longestTaskMs, lateFrames: describeFrames(await scrolled.frames()).lateShare * 100 }
}

/**
 * Opens the palette and types into it, opens a tab, and folds a folder, each five times.
 * @returns the main thread's processor time of each until it is shown, in milliseconds; the median
 */
export async function actInTree({ page, client }) {
  const option = '[role="dialog"] [role="option"]'
  const tree = page.getByRole('tree', { name: 'Collections' })
  const folder = tree.getByRole('treeitem', { name: 'Folder 0', exact: true })
  const first = tree.getByRole('treeitem', { name: 'Request 0-0', exact: true })
  const acts = { palette: [], search: [], tab: [], fold: [] }
  for (let round = 0; round <= 5; round += 1) {
    const palette = await taken(page, client, () => page.keyboard.press('ControlOrMeta+k'), [option, '.'])
    const search = await taken(page, client, () => page.keyboard.press('2'), [option, 'Request'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const name = `Request 0-${round % 5}`
    const request = await centreOf(tree.getByRole('treeitem', { name, exact: true }))
    const tab = await taken(page, client, () => page.mouse.click(...request), [
      '[role="tab"][aria-selected="true"]',
      name,
    ])
    const place = await centreOf(folder)
    const fold = await taken(page, client, () => page.mouse.click(...place), [
      '[role="treeitem"][aria-expanded="false"]',
      'Folder 0',
    ])
    await folder.click()
    await first.waitFor()
    // The first round compiles what the others run.
    if (round > 0) for (const [act, ms] of Object.entries({ palette, search, tab, fold })) acts[act].push(ms)
  }
  return {
    paletteMs: median(acts.palette),
    searchMs: median(acts.search),
    tabMs: median(acts.tab),
    foldMs: median(acts.fold),
  }
}

async function centreOf(locator) {
  const { x, y, width, height } = await locator.boundingBox()
  return [x + width / 2, y + height / 2]
}

/** Opens 20 tabs, and returns how much of a core the server and the page's process take, in percent, while nothing is done. */
export async function idleWithTabs({ browser, page, server }) {
  const tree = page.getByRole('tree', { name: 'Collections' })
  for (let number = 0; number < 20; number += 1)
    await tree.getByRole('treeitem', { name: `Request 0-${number}`, exact: true }).dblclick()
  // The reads of a start, and the collection of their garbage, are over.
  await page.waitForTimeout(45_000)
  const session = await browser.newBrowserCDPSession()
  const used = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const renderer = Math.max(
      ...processInfo.filter(({ type }) => type === 'renderer').map(({ cpuTime }) => cpuTime),
    )
    return renderer * 1000 + cpuMs(server.pid)
  }
  const before = await used()
  await page.waitForTimeout(20_000)
  const idlePercent = ((await used()) - before) / 200
  await session.detach()
  return { idlePercent }
}

async function shownAfterNavigation(page) {
  await page.waitForFunction(() => 'url' in window.watched.found && 'rows' in window.watched.found)
  return page.evaluate(() => {
    const { url, rows } = window.watched.found
    // The watch ends, as looking at each frame costs time of its own.
    window.watched = null
    return {
      readyMs: url - performance.timeOrigin,
      sidebarMs: Math.max(0, rows - url),
      usableMs: Math.max(url, rows) - performance.timeOrigin,
    }
  })
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

/**
 * Returns the processor time of the page's main thread until one of the elements that a selector names has a text, and is
 * painted.
 */
async function taken(page, client, act, shown) {
  await page.waitForTimeout(500)
  const before = await taskMs(client)
  await act()
  await page.waitForFunction(
    ([selector, text]) =>
      [...document.querySelectorAll(selector)].some(one => new RegExp(text).test(one.textContent)),
    shown,
  )
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  return (await taskMs(client)) - before
}

async function taskMs(client) {
  const { metrics } = await client.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}
