import '../../scripts/require-node.mjs'

const { createServer } = await import('node:http')
const { chromium } = await import('@playwright/test')
const { assistantPanel, setUpAssistant } = await import('../../e2e/support/assistant-parts.ts')
const { runParley } = await import('../../e2e/support/running-parley.ts')
const { findOrInstallChromium } = await import('../../scripts/install/find-or-install-chromium.mjs')
const { report, row } = await import('./page-table.mjs')

/**
 * Measures the assistant in Chromium: the time from the first byte of an answer to its first characters on the page, and from
 * Stop to the end of the connection, as medians of several questions.
 */
const limitMs = 100
const questions = 9

const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)

/** When the last answer began, and when its connection ended, by `Date.now()`. */
const times = { began: 0, ended: 0 }
const model = createServer((request, response) => {
  request.resume()
  response.once('close', () => {
    times.ended = Date.now()
  })
  request.once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    times.began = Date.now()
    response.write(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'First words' } }] })}\n\n`,
    )
  })
})
await new Promise(resolve => model.listen(0, '127.0.0.1', resolve))
const parley = await runParley()
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
let isWithin = true
try {
  const { firstMs, stopMs } = await measure()
  isWithin = firstMs <= limitMs && stopMs <= limitMs
  await report('page assistant', 'The assistant', [
    row('first characters of an answer, after its first byte', firstMs, limitMs),
    row('end of the connection, after Stop', stopMs, limitMs),
  ])
} finally {
  await browser.close()
  await parley.stop()
  model.close()
  model.closeAllConnections()
}
process.exit(isWithin ? 0 : 1)

async function measure() {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(parley.address)
  await page.getByRole('treeitem', { name: 'Not found', exact: true }).click()
  await page.getByRole('tab', { name: 'Not found', exact: true, selected: true }).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: 'Explain', exact: true }).click()
  await setUpAssistant(page, { url: `http://127.0.0.1:${model.address().port}` })
  const panel = assistantPanel(page)
  const [first, stop] = [[], []]
  for (let question = 0; question < questions; question += 1) {
    await panel.getByRole('textbox', { name: 'Ask about this request' }).fill('Why?')
    const shown = panel.evaluate(noteText, question + 1)
    await panel.getByRole('button', { name: 'Ask', exact: true }).click()
    first.push((await shown) - times.began)
    times.ended = 0
    const stopping = panel.getByRole('button', { name: 'Stop', exact: true })
    const pressed = stopping.evaluate(noteClick)
    await stopping.click()
    const stoppedAt = await pressed
    while (times.ended === 0) await new Promise(resolve => setTimeout(resolve, 5))
    stop.push(times.ended - stoppedAt)
    await panel.getByRole('button', { name: 'Ask', exact: true }).waitFor()
  }
  return { firstMs: median(first), stopMs: median(stop) }
}

/** Resolves to when the panel shows so many answers. Runs in the page. */
function noteText(element, count) {
  return new Promise(resolve => {
    const watcher = new MutationObserver(() => {
      if (element.textContent.split('First words').length <= count) return
      watcher.disconnect()
      resolve(Date.now())
    })
    watcher.observe(element, { subtree: true, childList: true, characterData: true })
  })
}

/** Resolves to when the element is clicked. Runs in the page. */
function noteClick(element) {
  return new Promise(resolve => {
    element.addEventListener('click', () => resolve(Date.now()), { capture: true, once: true })
  })
}

function median(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1]
}
