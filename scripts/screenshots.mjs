import './require-node.mjs'

const { copyFileSync, existsSync, mkdirSync, writeFileSync } = await import('node:fs')
const { chromium } = await import('@playwright/test')
const { runParley } = await import('../e2e/support/running-parley.ts')
const { findOrInstallChromium } = await import('./install/find-or-install-chromium.mjs')
const { root } = await import('./run-program.mjs')
const { screens } = await import('./screens.ts')

/**
 * Writes pictures of the built page into build/screenshots: every screen, in both themes and both sizes, and a page that shows
 * them all. Those that the docs show are renewed there. With names of screens as arguments, writes only these.
 */
const folder = `${root}/build/screenshots`
const shownInDocs = ['workbench-dark', 'graphql-dark', 'grpc-light', 'websocket-dark', 'assistant-light']
const themes = ['dark', 'light']
const sizes = [
  { suffix: '', width: 1440, height: 900 },
  { suffix: '-compact', width: 1024, height: 700 },
]
const wanted = process.argv.slice(2)
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
mkdirSync(folder, { recursive: true })
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  for (const screen of chosen) await takeScreen(screen)
} finally {
  await browser.close()
}
for (const name of shownInDocs)
  if (existsSync(`${folder}/${name}.png`))
    copyFileSync(`${folder}/${name}.png`, `${root}/docs/screenshots/${name}.png`)
writeFileSync(`${folder}/index.md`, index())

/** Each screen has its own server, because some change settings that the next window would have as well. */
async function takeScreen({ name, show }) {
  for (const colorScheme of themes)
    for (const { suffix, ...viewport } of sizes) {
      const parley = await runParley()
      const context = await browser.newContext({ viewport, colorScheme })
      try {
        const page = await context.newPage()
        await page.goto(parley.address)
        await page.getByRole('textbox', { name: 'URL', exact: true }).waitFor()
        await show(page)
        await page.evaluate(settle)
        await page.screenshot({ path: `${folder}/${name}${suffix}-${colorScheme}.png`, animations: 'allow' })
      } finally {
        await context.close()
        await parley.stop()
      }
    }
}

/** Waits until nothing moves any more; the progress bar of a running send never stops. */
async function settle() {
  const ending = document
    .getAnimations()
    .filter(one => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))
  // An animation whose element goes away is cancelled.
  await Promise.allSettled(ending.map(one => one.finished))
}

function index() {
  const rows = screens.flatMap(({ name }) =>
    sizes.flatMap(({ suffix, width, height }) =>
      themes.map(
        theme => `## ${name}, ${width} × ${height}, ${theme}\n\n![](${name}${suffix}-${theme}.png)\n`,
      ),
    ),
  )
  return `# The screens of the page\n\n${rows.join('\n')}`
}
