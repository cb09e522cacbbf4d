import './require-node.mjs'

const { mkdirSync, writeFileSync } = await import('node:fs')
const { chromium } = await import('@playwright/test')
const { runParley } = await import('../e2e/support/running-parley.ts')
const { findOrInstallChromium } = await import('./install/find-or-install-chromium.mjs')
const { root, runProgram } = await import('./run-program.mjs')
const { screens } = await import('./screens.ts')

/**
 * Rewrites docs/screenshots from the built page: every screen, in both themes and both sizes, and the page
 * that compares them with the design. With names of screens as arguments, rewrites only these.
 */
const folder = `${root}/docs/screenshots`
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
writeFileSync(`${folder}/README.md`, readme())
await runProgram('@biomejs/biome/bin/biome', ['format', '--write', `${folder}/README.md`])

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

function readme() {
  const rows = screens.flatMap(({ name, design }) =>
    sizes.flatMap(({ suffix }) =>
      themes.map(theme => {
        const target = suffix === '' ? design : name === 'workbench' ? 'workbench-compact' : undefined
        const shown = target === undefined ? '' : `![](design/${target}-${theme}.png)`
        const size = suffix === '' ? '1440 × 900' : '1024 × 700'
        return `| ${name}, ${size}, ${theme} | ${shown} | ![](${name}${suffix}-${theme}.png) |`
      }),
    ),
  )
  return `# The page compared with its design

\`npm run screenshots\` renews the pictures of the page and this list; those in \`design/\` are the target.
Controls of features that are not built are absent from the page, and the sample has other names than the
drawings.

| screen | design | page |
| ------ | ------ | ---- |
${rows.join('\n')}
`
}
