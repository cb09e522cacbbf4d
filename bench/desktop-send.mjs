import '../scripts/require-node.mjs'

const { spawn } = await import('node:child_process')
const { readFileSync } = await import('node:fs')
const { createServer } = await import('node:http')
const { join } = await import('node:path')
const { waitFor } = await import('@parley/testkit')
const { firstPage, watchableChromium, watchChromium } = await import(
  '../e2e/support/desktop/chromium-desktop.ts'
)
const { DesktopSession, missingForDesktop } = await import('../e2e/support/desktop/desktop-session.ts')
const { WebviewDriver, webviewBinding } = await import('../e2e/support/desktop/webview-desktop.ts')

/**
 * Compares the time of a send in the windows of the desktop app with that of the same page of `parley serve` in a
 * Chromium, from the press of Send until the response is shown. They take turns, so a change of the machine's speed
 * affects all alike. `node bench/desktop-send.mjs ROUNDS`.
 */
const rounds = Number(process.argv[2] ?? 200)
const missing = [...missingForDesktop(), ...(webviewBinding === null ? ['@webviewjs/webview'] : [])]
if (missing.length > 0) {
  process.stderr.write(`Not measured: ${missing.join(', ')} cannot be installed here.\n`)
  process.exit(0)
}
let count = 0
const target = createServer((_, response) => {
  response.setHeader('Content-Type', 'text/plain')
  response.end(`answer-${count}.`)
})
await new Promise(resolve => target.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${target.address().port}/`
const closing = []
const pages = { serve: await openServe(), chromium: await openChromium(), webview: await openWebview() }
const times = Object.fromEntries(Object.keys(pages).map(name => [name, []]))
for (const run of Object.values(pages)) await prepare(run)
for (let round = -20; round < rounds; round += 1)
  for (const [name, run] of Object.entries(pages)) {
    count += 1
    const elapsedMs = await run(sendScript(`answer-${count}.`))
    // The first sends load and compile what shows a response.
    if (round >= 0) times[name].push(elapsedMs)
  }
const median = list => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
for (const [name, list] of Object.entries(times))
  process.stdout.write(
    `${name.padEnd(9)} a send takes ${median(list).toFixed(1)} ms (${(median(list) / median(times.serve)).toFixed(2)} ×)\n`,
  )
for (const close of closing.toReversed()) await close()
target.close()
process.exit(0)

async function session() {
  const started = await DesktopSession.start()
  closing.push(() => started.close())
  return started
}

/** The page of `parley serve` in an app window of the Chromium that is the desktop's host, too. */
async function openServe() {
  const own = await session()
  own.serve()
  const read = () => JSON.parse(readFileSync(join(own.home, 'instance.json'), 'utf8')).address
  const address = await waitFor(() => attempt(read), 'parley serve', { timeoutMs: 60_000 })
  const options = [
    '--no-first-run',
    `--user-data-dir=${join(own.home, 'chromium')}`,
    '--window-size=1280,800',
  ]
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : []
  const child = spawn(watchableChromium(own), [...options, ...sandbox, `--app=${address}`], {
    env: own.environment,
    stdio: 'ignore',
  })
  closing.push(async () => child.kill())
  return runIn(own)
}

async function openChromium() {
  const own = await session()
  own.launch(['--host', 'chromium', '--no-demo'], { PARLEY_CHROMIUM: watchableChromium(own) })
  return runIn(own)
}

async function openWebview() {
  const own = await session()
  const page = await WebviewDriver.start(own, ['--no-demo'])
  closing.push(() => page.close())
  return script => page.run(script)
}

async function runIn(own) {
  const browser = await watchChromium(own)
  closing.push(() => browser.close())
  const page = await firstPage(browser)
  return script => page.evaluate(body => new Function(body)(), script)
}

function attempt(read) {
  try {
    return read()
  } catch {
    return null
  }
}

/** Opens a tab with a request to the target. */
async function prepare(run) {
  await waitFor(
    () => run(`return document.querySelector('[aria-label="New request"]') !== null`),
    'the page',
    {
      timeoutMs: 60_000,
    },
  )
  await run(
    `dispatchEvent(new KeyboardEvent('keydown', { key: 't', code: 'KeyT', altKey: true, bubbles: true }))`,
  )
  await waitFor(() => run(`return /^Untitled request/.test(document.title)`), 'a tab', { timeoutMs: 30_000 })
  await run(
    `document.querySelector('main [aria-label="URL"]').focus(); document.execCommand('insertText', false, '${url}')`,
  )
}

/** Presses Send and resolves to the milliseconds until the response pane shows the text. */
function sendScript(text) {
  return `return new Promise(resolve => {
    const pane = document.querySelector('[aria-label="Response"]')
    const startedAt = performance.now()
    const isShown = () => pane.textContent.includes('${text}')
    const observer = new MutationObserver(() => {
      if (!isShown()) return
      observer.disconnect()
      resolve(performance.now() - startedAt)
    })
    observer.observe(pane, { childList: true, subtree: true, characterData: true })
    const send = [...document.querySelectorAll('main button')].find(one => one.textContent.trim() === 'Send')
    send.click()
  })`
}
