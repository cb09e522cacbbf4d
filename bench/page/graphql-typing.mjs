import '../../scripts/require-node.mjs'

const { existsSync } = await import('node:fs')
const { createServer } = await import('node:http')
const { chromium } = await import('@playwright/test')
const { buildSchema, introspectionFromSchema } = await import('graphql')
const { longestTaskOf } = await import('../../e2e/support/main-thread.ts')
const { runParley } = await import('../../e2e/support/running-parley.ts')
const { findOrInstallChromium } = await import('../../scripts/install/find-or-install-chromium.mjs')
const { runNode } = await import('../../scripts/run-program.mjs')
const { watchKeys } = await import('./watch-keys.mjs')

/**
 * Measures a GraphQL editor with a large schema: typing compared with no schema, the first completion compared with a
 * small schema, and the longest task while the explorer is scrolled. Each figure is the best of three rounds.
 */
const limits = { typing: 1.5, completion: 3, scrollTaskMs: 50 }
const rounds = 3
const query = '{ f1 { a b(c: 1) { a b(c: 2) { a } } } f2 { a b(c: 3) { a } } }'

if (!existsSync('apps/web/dist/index.html') && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)
const schemas = new Map([20, 2_000, 10_000].map(count => [`/${count}`, introspectionOf(count)]))
const server = createServer((request, response) => {
  request.resume()
  response.setHeader('Content-Type', 'application/json').end(schemas.get(request.url ?? ''))
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const parley = await runParley()
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
let isWithin = true
try {
  await measureAll()
} finally {
  await browser.close()
  await parley.stop()
  server.closeAllConnections()
  server.close()
}
process.exit(isWithin ? 0 : 1)

async function measureAll() {
  const without = await bestOf(() => measureTyping(0))
  const large = await bestOf(() => measureTyping(2_000))
  for (const [figure, label] of [
    ['longestTaskMs', 'longest task while typing'],
    ['slowestKeyMs', 'slowest key'],
  ])
    compare(label, ['no schema', without[figure]], ['2,000 types', large[figure]], limits.typing)
  const [few, many] = [
    await bestOf(() => measureCompletion(20)),
    await bestOf(() => measureCompletion(2_000)),
  ]
  compare('first completion', ['20 types', few.ms], ['2,000 types', many.ms], limits.completion)
  const { longestTaskMs } = await bestOf(() => measureScroll(10_000))
  isWithin &&= longestTaskMs <= limits.scrollTaskMs
  console.log(
    `longest task while the explorer of 10,000 types is scrolled: ${longestTaskMs.toFixed(1)} ms (at most ${limits.scrollTaskMs} ms)`,
  )
}

function compare(label, [baseName, base], [name, measured], limit) {
  const ratio = measured / base
  isWithin &&= ratio <= limit
  console.log(
    `${label}: ${base.toFixed(1)} ms with ${baseName}, ${measured.toFixed(1)} ms with ${name}: ${ratio.toFixed(2)} × (at most ${limit})`,
  )
}

/** Returns the lowest of each figure. */
async function bestOf(measure) {
  const best = await measure()
  for (let round = 1; round < rounds; round += 1)
    for (const [figure, value] of Object.entries(await measure()))
      best[figure] = Math.min(best[figure], value)
  return best
}

async function measureTyping(typeCount) {
  const { page, editor } = await openQuery(typeCount)
  await editor.evaluate(watchKeys)
  const longestTaskMs = await longestTaskOf(browser, page, async () => {
    for (const letter of query) await page.keyboard.press(letter, { delay: 5 })
  })
  const typed = (await editor.textContent()).replace(/\s+/g, ' ').trim()
  if (typed !== query) throw new Error(`Typed was ${typed}`)
  const slowestKeyMs = await editor.evaluate(element => element.slowestKeyMs)
  await page.close()
  return { longestTaskMs, slowestKeyMs }
}

async function measureCompletion(typeCount) {
  const { page, editor } = await openQuery(typeCount)
  await page.keyboard.insertText('{ f1 {  } }')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft')
  await editor.evaluate(watchCompletions)
  await page.keyboard.press('Control+Space')
  const ms = await editor.evaluate(element => element.shownAfter)
  await page.close()
  return { ms }
}

async function measureScroll(typeCount) {
  const { page } = await openQuery(typeCount)
  await page.getByRole('button', { name: 'Schema', exact: true }).click()
  const tree = page.getByRole('tree', { name: 'Schema' })
  await tree.getByRole('treeitem').nth(5).waitFor()
  await tree.hover()
  const longestTaskMs = await longestTaskOf(browser, page, async () => {
    for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, step % 4 === 3 ? 40_000 : 400)
    await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
  })
  await page.close()
  return { longestTaskMs }
}

/** Opens a new GraphQL request whose schema has this many types; 0: without a schema. */
async function openQuery(typeCount) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(parley.address)
  await page.getByRole('button', { name: 'New request', exact: true }).click()
  await page.getByRole('menuitem', { name: /^GraphQL/ }).click()
  const editor = page.getByRole('textbox', { name: 'Query' })
  await editor.waitFor()
  if (typeCount > 0) {
    await page.getByRole('textbox', { name: 'URL', exact: true }).click()
    await page.keyboard.insertText(`http://127.0.0.1:${server.address().port}/${typeCount}`)
    await page.getByRole('button', { name: 'Schema', exact: true }).click()
    await page.getByRole('button', { name: 'Refresh schema' }).click()
    await page.getByText(/^Loaded at/).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Schema', exact: true }).click()
  }
  await editor.click()
  // The first letters load the code that suggests names.
  await page.keyboard.type('# ')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  return { page, editor }
}

/** Sets `shownAfter` to a promise of the time from the next key to the first suggestion. */
function watchCompletions(element) {
  const pressed = new Promise(resolve => {
    element.addEventListener('keydown', event => resolve(event.timeStamp), { capture: true })
  })
  const shown = new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.cm-tooltip-autocomplete [role=option]') === null) return
      observer.disconnect()
      resolve(performance.now())
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  element.shownAfter = Promise.all([pressed, shown]).then(([from, to]) => to - from)
}

function introspectionOf(count) {
  const types = Array.from({ length: count }, (_, at) => `type T${at} { "Text." a: Int b(c: Int): T${at} }`)
  const sdl = `type Query { ${types.map((_, at) => `f${at}: T${at}`).join(' ')} } ${types.join(' ')}`
  return JSON.stringify({ data: introspectionFromSchema(buildSchema(sdl)) })
}
