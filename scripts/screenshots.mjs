import './require-node.mjs'

const { mkdirSync } = await import('node:fs')
const { chromium } = await import('@playwright/test')
const { runParley } = await import('../e2e/support/running-parley.ts')
const { findOrInstallChromium } = await import('./find-or-install-chromium.mjs')
const { root } = await import('./run-program.mjs')

/** Renews docs/screenshots from the built page: the views that exist, in both themes and both sizes. */
const folder = `${root}/docs/screenshots`
mkdirSync(folder, { recursive: true })
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)
const parley = await runParley()
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

const wide = { width: 1440, height: 900 }
const compact = { width: 1024, height: 700 }
const region = page => page.getByRole('region', { name: 'Response', exact: true })
const open = (page, name) => page.getByRole('treeitem', { name, exact: true }).dblclick()
const send = page => page.getByRole('button', { name: 'Send', exact: true }).click()

const views = [
  { name: 'empty', size: wide, show: closeAll },
  { name: 'workbench', size: wide, show: showAnswer },
  { name: 'workbench-compact', size: compact, show: showAnswer },
  { name: 'workbench-side', size: wide, show: showBeside },
  { name: 'body', size: wide, show: showBody },
  { name: 'headers', size: wide, show: showHeaders },
  { name: 'awaiting', size: wide, show: showAwaiting },
  { name: 'failed', size: wide, show: showFailed },
  ...['General', 'Appearance', 'Editor', 'Keyboard', 'About'].map(name => ({
    name: `settings-${name.toLowerCase()}`,
    size: wide,
    show: page => showSettings(page, name),
  })),
]

for (const colorScheme of ['dark', 'light']) {
  for (const { name, size, show } of views) {
    const context = await browser.newContext({ viewport: size, colorScheme })
    const page = await context.newPage()
    await page.goto(parley.address)
    await page.getByRole('textbox', { name: 'URL', exact: true }).waitFor()
    await show(page)
    await page.evaluate(() => Promise.all(document.getAnimations().map(one => one.finished)))
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` })
    // The layout is a setting, which the next window would have as well.
    if (show === showBeside) await page.getByRole('button', { name: 'Toggle layout' }).click()
    await context.close()
  }
}
await browser.close()
await parley.stop()

async function closeAll(page) {
  await page.getByRole('tab', { name: 'List books' }).click({ button: 'middle' })
  await page.getByRole('heading', { name: 'Send your first request' }).waitFor()
}

async function showAnswer(page) {
  await send(page)
  await region(page).getByText('200 OK').waitFor()
  await region(page).getByText('The Left Hand of Darkness').waitFor()
}

async function showBeside(page) {
  await page.getByRole('button', { name: 'Toggle layout' }).click()
  await showAnswer(page)
}

async function showSettings(page, name) {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name }).click()
}

async function showBody(page) {
  await open(page, 'Add a book')
  await send(page)
  await region(page).getByText('201 Created').waitFor()
  await region(page).getByRole('tab', { name: 'Headers' }).click()
}

async function showHeaders(page) {
  await open(page, 'Echo')
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: 'Headers' })
    .click()
  await send(page)
  await region(page).getByText('200 OK').waitFor()
}

async function showAwaiting(page) {
  await open(page, 'Slow answer')
  await send(page)
  await region(page)
    .getByText(/^1\.\d s$/)
    .waitFor()
}

async function showFailed(page) {
  const url = page.getByRole('textbox', { name: 'URL', exact: true })
  await url.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('http://127.0.0.1:9/books')
  await send(page)
  await region(page).getByText('Request failed').waitFor()
}
