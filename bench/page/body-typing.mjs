import '../../scripts/require-node.mjs'

const { existsSync } = await import('node:fs')
const { chromium } = await import('@playwright/test')
const { runParley } = await import('../../e2e/support/running-parley.ts')
const { findOrInstallChromium } = await import('../../scripts/install/find-or-install-chromium.mjs')
const { runNode } = await import('../../scripts/run-program.mjs')
const { report, row } = await import('./page-table.mjs')

/**
 * Measures typing a line of its own into a JSON body of 1 KB and of 1 MB, which scrolls nothing: the time from a key to the frame that shows it
 * (median and slowest), the processor time of the page's main thread for each key, and the bytes that the page sends to
 * keep what was typed.
 */
const limits = { medianKeyMs: 16 }
const keyCount = 100

if (!existsSync('apps/web/dist/index.html') && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)
const parley = await runParley()
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
let isWithin = true
try {
  const small = await measure(1024)
  const large = await measure(1024 * 1024)
  isWithin = large.medianMs <= limits.medianKeyMs
  await report('page typing', 'Typing in a JSON body', [
    ...rowsOf('1 KB', small),
    ...rowsOf('1 MB', large),
    row(
      'processor time of a key in 1 MB, as a multiple of that in 1 KB',
      large.cpuMs / small.cpuMs,
      null,
      '×',
    ),
  ])
} finally {
  await browser.close()
  await parley.stop()
}
process.exit(isWithin ? 0 : 1)

async function measure(bytes) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  let sentBytes = 0
  page.on('request', request => {
    sentBytes += Number(request.postDataBuffer()?.byteLength ?? 0)
  })
  await page.goto(parley.address)
  await page.getByRole('button', { name: 'New request', exact: true }).click()
  await page.getByRole('menuitem', { name: /^HTTP/ }).click()
  const tabs = page.getByRole('tablist', { name: 'Request', exact: true })
  await tabs.getByRole('tab', { name: 'Body', exact: true }).click()
  await page.getByRole('radio', { name: 'Raw', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Request body', exact: true })
  await editor.click()
  await editor.evaluate(paste, jsonOf(bytes))
  // Colours of what is shown, and the first write of the journal, are no part of typing.
  await page.waitForTimeout(3000)
  await page.keyboard.press('ControlOrMeta+Home')
  for (let row = 0; row < 5; row += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(1000)
  await editor.evaluate(noteKeys)
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  sentBytes = 0
  const before = await taskMs(client)
  for (let key = 0; key < keyCount; key += 1) await page.keyboard.press('x', { delay: 30 })
  await page.waitForTimeout(1000)
  const cpuMs = ((await taskMs(client)) - before) / keyCount
  const times = await editor.evaluate(element => element.keyMs)
  await page.close()
  times.sort((one, other) => one - other)
  return {
    medianMs: times[times.length >> 1],
    slowestMs: times.at(-1),
    cpuMs,
    keyBytes: sentBytes / keyCount,
  }
}

/** Pastes a text; a driver's own insertion of a megabyte takes minutes. Runs in the page. */
function paste(element, text) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

async function taskMs(client) {
  const { metrics } = await client.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** Notes the time from each key to the end of the frame that shows it. Runs in the page. */
function noteKeys(element) {
  element.keyMs = []
  const { port1, port2 } = new MessageChannel()
  const pressed = []
  port1.onmessage = () => element.keyMs.push(performance.now() - pressed.shift())
  element.addEventListener(
    'keydown',
    event => {
      pressed.push(event.timeStamp)
      requestAnimationFrame(() => port2.postMessage(null))
    },
    { capture: true },
  )
}

function jsonOf(bytes) {
  const rows = []
  for (let size = 0, row = 0; size < bytes; row += 1) {
    rows.push(`    { "id": ${row}, "title": "Book number ${row}", "isLent": false, "price": ${row}.50 }`)
    size += rows.at(-1).length + 2
  }
  return `{\n  "books": [\n${rows.join(',\n')}\n  ]\n}\n`
}

function rowsOf(name, { medianMs, slowestMs, cpuMs, keyBytes }) {
  return [
    row(`${name}: median key until its frame`, medianMs, limits.medianKeyMs),
    row(`${name}: slowest key`, slowestMs),
    row(`${name}: processor time of a key`, cpuMs),
    row(`${name}: sent to keep a key`, keyBytes / 1024, null, 'KB'),
  ]
}
