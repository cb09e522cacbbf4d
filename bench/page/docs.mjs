import '../../scripts/require-node.mjs'

const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { chromium } = await import('@playwright/test')
const { hostileMarkdown } = await import('../../apps/web/src/markdown/hostile-markdown.testkit.ts')
const { longestTaskOf } = await import('../../e2e/support/main-thread.ts')
const { openDocs } = await import('../../e2e/support/rooms/docs.ts')
const { findOrInstallChromium } = await import('../../scripts/install/find-or-install-chromium.mjs')
const { report, row } = await import('./page-table.mjs')
const { startParley } = await import('./start-parley.mjs')

/** The longest task of the main thread while docs are opened: ordinary ones, and those that are costly to draw. */
const longestTaskMs = 50
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)
const home = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const texts = { ordinary: '# Ordinary\n\nText with `code`.\n\n- one\n- two\n', ...hostileMarkdown }
for (const [index, text] of Object.values(texts).entries()) {
  const folder = join(home, 'workspace', `Docs ${index}`)
  mkdirSync(folder, { recursive: true })
  const content = { opencollection: '1.0.0', info: { name: `Docs ${index}` }, docs: text }
  writeFileSync(join(folder, 'opencollection.yml'), JSON.stringify(content))
}
writeFileSync(join(home, 'workspace', 'workspace.yml'), 'info:\n  name: Docs\n')
const server = await startParley(home)
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const browser = await chromium.launch({ executablePath, args })
const page = await browser.newPage()
await page.goto(server.address)
const rows = []
for (const [index, name] of Object.keys(texts).entries()) {
  const tasks = []
  // Docs cost the same each time they are opened; garbage collection in between must not count.
  for (let round = 0; round < 3; round += 1) {
    tasks.push(await longestTaskOf(browser, page, () => openDocs(page, `Docs ${index}`)))
    await page.keyboard.press('Alt+w')
  }
  rows.push(row(name, Math.min(...tasks), longestTaskMs))
}
await browser.close()
await server.stop()
rmSync(home, { recursive: true, force: true })
await report('page Docs', 'The longest task while docs are opened', rows)
