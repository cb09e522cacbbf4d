import '../../scripts/require-node.mjs'

const { existsSync } = await import('node:fs')
const { chromium } = await import('@playwright/test')
const { startTrace, stopTrace } = await import('../../e2e/support/main-thread.ts')
const { runParley } = await import('../../e2e/support/running-parley.ts')
const { findOrInstallChromium } = await import('../../scripts/install/find-or-install-chromium.mjs')
const { runNode } = await import('../../scripts/run-program.mjs')
const { startBodyServer } = await import('./body-server.mjs')
const { report, row } = await import('./page-table.mjs')
const { describeFrames, watchPage } = await import('./watch-page.mjs')

/**
 * Measures large responses in the page. All times but those of searches and folds begin when the server of the body
 * has handed its last byte to the system: until its first rows are drawn as received, until those of Pretty are, until
 * all of it is formatted, and until the first rows have their fold marks. A search is measured from its typing until
 * the first match is shown and until all are counted, for a text that occurs in each record and for one that is absent.
 * Then the longest task of the main thread (its processor time, from a trace) and the frames while everything is
 * scrolled through, and the growth of the page's memory.
 */
if (!existsSync('apps/web/dist/index.html') && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)
const parley = await runParley()
const bodies = await startBodyServer()
const browser = await chromium.launch({
  executablePath,
  args: ['--enable-precise-memory-info', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})

const lines = '[aria-label="Response"] .cm-line'
const status = '[aria-label="Response"] search [role=status]'
// The gutter holds a hidden mark too, for its width.
const folds = '[aria-label="Response"] .cm-foldGutter .cm-gutterElement:not([style*=hidden]) [title=Fold]'
const pretty = { selector: lines, pattern: String.raw`^\[\n  \{\n    "id"` }
const largeLimits = { prettyRowsMs: 1000, longestTaskMs: 50, firstHitsMs: 2000 }
const megabyte = 1024 * 1024

const page = await openPage()
// The first response loads the viewer, and the first search its code; only the size of the body is to be measured.
await showFirst()
await find('First')
await region().getByRole('textbox', { name: 'Find', exact: true }).press('Escape')
await measure('10 MB of JSON', {
  url: bodies.url('/json', 10 * megabyte),
  isJson: true,
  frequent: '"id"',
  limits: { ...largeLimits, wholeMs: 1000 },
})
await measure('100 MB of JSON', {
  url: bodies.url('/json', 100 * megabyte),
  isJson: true,
  frequent: '"id"',
  limits: { ...largeLimits, wholeMs: 5000 },
})
await measure('50 MB in a single line', {
  url: bodies.url('/line', 50 * megabyte),
  frequent: 'one line',
  limits: largeLimits,
})
await measure('1 million lines', {
  url: bodies.url('/rows', 1_000_000),
  frequent: 'line',
  limits: largeLimits,
})
await browser.close()
await parley.stop()
await bodies.close()

async function openPage() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const opened = await context.newPage()
  await opened.goto(parley.address)
  await opened.getByRole('textbox', { name: 'URL', exact: true }).waitFor()
  return opened
}

function region() {
  return page.getByRole('region', { name: 'Response', exact: true })
}

async function send(url) {
  await page.getByRole('textbox', { name: 'URL', exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(url)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Shows a small body, so that nothing of the last large one is taken for the next. */
async function showFirst() {
  const made = bodies.url('/first')
  const watched = await watchPage(page, { first: { selector: lines, pattern: 'First body' } })
  await send(made)
  await watched.at('first')
}

async function measure(name, { url, isJson = false, frequent, limits }) {
  const rows = []
  const client = await page.context().newCDPSession(page)
  const heapBefore = await heapBytes(client)
  await startTrace(browser, page)
  const watched = await watchPage(page, {
    rows: { selector: lines, pattern: String.raw`^(\[\{"id"|\[\n  \{|All in one|line 0)` },
    pretty,
    folds: { selector: folds, pattern: '^' },
  })
  await send(url)
  const times = [['first rows', await watched.at('rows'), isJson ? null : limits.prettyRowsMs]]
  if (isJson) {
    times.push(['first rows of Pretty', await watched.at('pretty'), limits.prettyRowsMs])
    await region().getByText('Formatting…').waitFor({ state: 'detached', timeout: 120_000 })
    times.push(['all of Pretty', performance.timeOrigin + performance.now(), limits.wholeMs])
    times.push(['their fold marks', await watched.at('folds'), limits.wholeMs])
  }
  const lastByteAt = await bodies.lastByteAt()
  for (const [what, at, target] of times) rows.push(row(what, Math.max(0, at - lastByteAt), target))
  const many = await find(frequent)
  rows.push(row(`first of ${many.count} matches`, many.firstMs, limits.firstHitsMs))
  rows.push(row('all of them counted', many.allMs))
  rows.push(row('no match found', (await find('no such text')).allMs))
  await region().getByRole('textbox', { name: 'Find', exact: true }).press('Escape')
  rows.push(row('longest task until here', await stopTrace(browser), limits.longestTaskMs))
  await startTrace(browser, page)
  const scrolled = await watchPage(page, {})
  await scrollThrough()
  const frames = describeFrames(await scrolled.frames())
  rows.push(row('longest task of scrolling', await stopTrace(browser), limits.longestTaskMs))
  rows.push(row('frames of scrolling later than 50 ms', frames.lateShare * 100, null, '%'))
  if (isJson) rows.push(...(await measureFolds()))
  rows.push(
    row('growth of the page', Math.max(0, (await heapBytes(client)) - heapBefore) / megabyte, null, 'MB'),
  )
  await client.detach()
  await showFirst()
  await report(`page ${name}`, name, rows)
}

/** Searches, and measures from the input of the text to the frames that show the first match and the whole count. */
async function find(text) {
  const button = region().getByRole('button', { name: 'Find in response' })
  const field = region().getByRole('textbox', { name: 'Find', exact: true })
  if (!(await field.isVisible())) await button.click()
  await field.fill('')
  await field.evaluate(element => {
    const note = () => {
      element.typedAt = performance.timeOrigin + performance.now()
    }
    element.addEventListener('input', note, { once: true })
  })
  const watched = await watchPage(page, {
    first: { selector: status, pattern: String.raw`^(No matches|[\d,]+ of [\d,]+\+?)$` },
    all: { selector: status, pattern: String.raw`^(No matches|[\d,]+ of [\d,]+)$` },
  })
  await field.fill(text)
  const [firstAt, allAt] = [await watched.at('first'), await watched.at('all')]
  const count = /of ([\d,]+)/.exec((await page.locator(status).textContent()) ?? '')?.[1] ?? '0'
  const typedAt = await field.evaluate(element => element.typedAt)
  return { firstMs: firstAt - typedAt, allMs: allAt - typedAt, count }
}

/** Drags the scroll bar to a hundred positions, and presses Page Up as often. */
async function scrollThrough() {
  const scroller = region().locator('[data-long]')
  for (let step = 1; step <= 100; step += 1) {
    await scroller.evaluate((element, part) => {
      element.scrollTop = (element.scrollHeight - element.clientHeight) * part
    }, step / 100)
    await page.waitForTimeout(20)
  }
  await region().getByRole('textbox', { name: 'Response body' }).focus()
  for (let press = 0; press < 100; press += 1) await page.keyboard.press('PageUp')
}

/** Folds one book, then the list of all books, and measures from the click until the placeholder shows. */
async function measureFolds() {
  await region()
    .locator('[data-long]')
    .evaluate(element => element.scrollTo({ top: 0 }))
  const watched = await watchPage(page, { pretty })
  await watched.at('pretty')
  await startTrace(browser, page)
  const smallMs = await fold(1, /^\d+ keys$/)
  const largeMs = await fold(0, /^\d+ items$/)
  return [
    row('fold of one book', smallMs),
    row('fold of the whole list', largeMs),
    row('longest task of folding', await stopTrace(browser), largeLimits.longestTaskMs),
  ]
}

async function fold(index, words) {
  const clickedAt = page.evaluate(
    () =>
      new Promise(resolve =>
        addEventListener('click', () => resolve(performance.now()), { once: true, capture: true }),
      ),
  )
  const shownAt = page.evaluate(
    pattern =>
      new Promise(resolve => {
        const look = () => {
          const text = document.querySelector('.cm-foldPlaceholder')?.textContent ?? ''
          if (new RegExp(pattern).test(text)) resolve(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    words.source,
  )
  const chevrons = region()
    .locator('.cm-foldGutter')
    .getByTitle('Fold', { exact: true })
    .filter({ visible: true })
  await chevrons.nth(index).click()
  return (await shownAt) - (await clickedAt)
}

async function heapBytes(client) {
  await client.send('HeapProfiler.collectGarbage')
  return (await client.send('Runtime.getHeapUsage')).usedSize
}
