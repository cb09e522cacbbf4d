import '../../scripts/require-node.mjs'

const { existsSync } = await import('node:fs')
const { chromium } = await import('@playwright/test')
const { startTrace, stopTrace } = await import('../../e2e/support/main-thread.ts')
const { runParley } = await import('../../e2e/support/running-parley.ts')
const { findOrInstallChromium } = await import('../../scripts/install/find-or-install-chromium.mjs')
const { runNode } = await import('../../scripts/run-program.mjs')
const { shown } = await import('./shown.mjs')
const { startRowsServer } = await import('./rows-server.mjs')

/**
 * Measures large responses in the page, from Chromium's own traces: the time from the last byte until the
 * first screen is drawn, the longest task of the main thread from the click on Send to the end of a search
 * and a scroll through everything, the duration of the search, and the growth of the page's memory.
 */
if (!existsSync('apps/web/dist/index.html') && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)
const parley = await runParley()
const rows = await startRowsServer()
const browser = await chromium.launch({
  executablePath,
  args: ['--enable-precise-memory-info', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})

const limits = { firstScreenMs: 1000, longestTaskMs: 50, findMs: 2000 }

const page = await openPage()
const demo = ((await page.getByText(/^Demo API at http/).textContent()) ?? '').replace('Demo API at ', '')
// The first response loads the viewer; only the size of the body is to be measured.
await watchFirstScreen(page)
await send(page, `${demo}/books`)
await firstScreen(page)
for (const { name, ...body } of [
  { name: '100 MB of JSON', url: `${demo}/large?bytes=104857600`, text: 'no such text', isJson: true },
  { name: '50 MB in a single line', url: `${demo}/large-line?bytes=52428800`, text: 'no such text' },
  { name: '1 million lines', url: rows.url, text: 'line 999999 of' },
])
  print(name, await measure(page, body))
await browser.close()
await parley.stop()
await rows.close()

async function openPage() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const opened = await context.newPage()
  await opened.goto(parley.address)
  await opened.getByRole('textbox', { name: 'URL', exact: true }).waitFor()
  return opened
}

function region(of) {
  return of.getByRole('region', { name: 'Response', exact: true })
}

async function send(of, url) {
  await of.getByRole('textbox', { name: 'URL', exact: true }).click()
  await of.keyboard.press('ControlOrMeta+a')
  await of.keyboard.insertText(url)
  await of.getByRole('button', { name: 'Send', exact: true }).click()
}

async function measure(of, { url, text, isJson = false }) {
  const client = await of.context().newCDPSession(of)
  const heapBefore = await heapBytes(client)
  await startTrace(browser, of)
  await watchFirstScreen(of)
  await send(of, url)
  const firstScreenMs = await firstScreen(of)
  const findMs = await find(of, text)
  await scrollThrough(of)
  const longestTaskMs = await stopTrace(browser)
  const folds = isJson ? await measureFolds(of) : null
  const heapGrowth = (await heapBytes(client)) - heapBefore
  await client.detach()
  return { firstScreenMs, longestTaskMs, findMs, heapMb: heapGrowth / 1024 / 1024, folds }
}

/**
 * Measures from the moment the response is complete (its time is shown) to the frame in which its text is
 * drawn.
 */
async function watchFirstScreen(of) {
  await of.evaluate(() => {
    const pane = document.querySelector('[aria-label="Response"]')
    const isAnswered = () => /(\d ms|\d s)/.test(pane?.querySelector('[role=status]')?.textContent ?? '')
    const isDrawn = () => (pane?.querySelector('.cm-line')?.textContent ?? '') !== ''
    let wasCleared = false
    let answeredAt = null
    const look = () => {
      if (!isAnswered()) wasCleared = true
      if (wasCleared && isAnswered() && answeredAt === null) answeredAt = performance.now()
      if (answeredAt !== null && isDrawn())
        Reflect.set(window, 'firstScreenMs', performance.now() - answeredAt)
      else requestAnimationFrame(look)
    }
    Reflect.set(window, 'firstScreenMs', null)
    look()
  })
}

async function firstScreen(of) {
  const shown = await of.waitForFunction(() => Reflect.get(window, 'firstScreenMs') !== null, null, {
    timeout: 120_000,
  })
  await shown.dispose()
  return of.evaluate(() => Reflect.get(window, 'firstScreenMs'))
}

async function find(of, text) {
  await region(of).getByRole('button', { name: 'Find in response' }).click()
  const field = region(of).getByRole('textbox', { name: 'Find', exact: true })
  const startedAt = performance.now()
  await field.fill(text)
  await region(of)
    .getByRole('search')
    .getByRole('status')
    .getByText(/^(No matches|[\d,]+ of [\d,]+)$/)
    .waitFor({ timeout: 60_000 })
  const findMs = performance.now() - startedAt
  await field.press('Escape')
  return findMs
}

/** Drags the scroll bar to a hundred positions, and presses Page Down as often. */
async function scrollThrough(of) {
  const scroller = region(of).locator('[data-long]')
  for (let step = 1; step <= 100; step += 1) {
    await scroller.evaluate((element, part) => {
      element.scrollTop = (element.scrollHeight - element.clientHeight) * part
    }, step / 100)
    await of.waitForTimeout(20)
  }
  await region(of).getByRole('textbox', { name: 'Response body' }).focus()
  for (let press = 0; press < 100; press += 1) await of.keyboard.press('PageUp')
}

/** Folds one book, then the list of all books, and measures from the click until the placeholder shows. */
async function measureFolds(of) {
  await startTrace(browser, of)
  await region(of).getByRole('radio', { name: 'Pretty' }).click()
  const startedAt = performance.now()
  const chevron = region(of)
    .locator('.cm-foldGutter')
    .getByTitle('Fold', { exact: true })
    .filter({ visible: true })
  await chevron.nth(1).waitFor({ timeout: 120_000 })
  const knownMs = performance.now() - startedAt
  const smallMs = await fold(of, 1, /^\d+ keys$/)
  const largeMs = await fold(of, 0, /^\d+ items$/)
  return { knownMs, smallMs, largeMs, longestTaskMs: await stopTrace(browser) }
}

async function fold(of, index, words) {
  const clickedAt = of.evaluate(
    () =>
      new Promise(resolve =>
        addEventListener('click', () => resolve(performance.now()), { once: true, capture: true }),
      ),
  )
  const shownAt = of.evaluate(
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
  await region(of)
    .locator('.cm-foldGutter')
    .getByTitle('Fold', { exact: true })
    .filter({ visible: true })
    .nth(index)
    .click()
  return (await shownAt) - (await clickedAt)
}

async function heapBytes(client) {
  await client.send('HeapProfiler.collectGarbage')
  return (await client.send('Runtime.getHeapUsage')).usedSize
}

function print(name, { firstScreenMs, longestTaskMs, findMs, heapMb, folds }) {
  const line = [
    `first screen ${shown(firstScreenMs, limits.firstScreenMs)}`,
    `longest task ${shown(longestTaskMs, limits.longestTaskMs)}`,
    `find ${shown(findMs, limits.findMs)}`,
    `heap +${heapMb.toFixed(1)} MB`,
  ]
  if (folds !== null) {
    const { knownMs, smallMs, largeMs } = folds
    line.push(`pretty with folds ${knownMs.toFixed(0)} ms`)
    line.push(
      `fold of one book ${smallMs.toFixed(0)} ms, of the whole list ${(largeMs / smallMs).toFixed(2)} times that`,
    )
    line.push(`longest task of these ${shown(folds.longestTaskMs, limits.longestTaskMs)}`)
  }
  process.stdout.write(`${name.padEnd(24)} ${line.join(', ')}\n`)
}
