import '../../scripts/require-node.mjs'

const { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { chromium } = await import('@playwright/test')
const { longestTaskOf } = await import('../../e2e/support/main-thread.ts')
const { runParley } = await import('../../e2e/support/running-parley.ts')
const { findOrInstallChromium } = await import('../../scripts/install/find-or-install-chromium.mjs')
const { runNode } = await import('../../scripts/run-program.mjs')
const { watchKeys } = await import('./watch-keys.mjs')

/** Measures typing in a gRPC message of 5,000 lines: checked by its definition, compared with no definition. */
const limit = 1.5
const rounds = 3
const fieldCount = 5_000

if (!existsSync('apps/web/dist/index.html') && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)
const folder = mkdtempSync(join(tmpdir(), 'parley-grpc-typing-'))
writeWorkspace()
const parley = await runParley('--workspace', folder)
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
let isWithin = true
try {
  const without = await bestOf(() => measureTyping('Unchecked'))
  const checked = await bestOf(() => measureTyping('Checked'))
  for (const [figure, label] of [
    ['longestTaskMs', 'longest task while typing'],
    ['slowestKeyMs', 'slowest key'],
  ]) {
    const ratio = checked[figure] / without[figure]
    isWithin &&= ratio <= limit
    console.log(
      `${label}: ${without[figure].toFixed(1)} ms without a definition, ${checked[figure].toFixed(1)} ms with one: ${ratio.toFixed(2)} × (at most ${limit})`,
    )
  }
} finally {
  await browser.close()
  await parley.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isWithin ? 0 : 1)

/** Returns the lowest of each figure. */
async function bestOf(measure) {
  const best = await measure()
  for (let round = 1; round < rounds; round += 1)
    for (const [figure, value] of Object.entries(await measure()))
      best[figure] = Math.min(best[figure], value)
  return best
}

async function measureTyping(name) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(parley.address)
  await page.getByRole('button', { name: 'Search or run a command' }).click()
  await page.keyboard.type(name)
  await page
    .getByRole('option', { name: new RegExp(`^.*\\b${name}\\b`) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('textbox', { name: 'Message', exact: true })
  await page.getByRole('tab', { name: new RegExp(name), selected: true }).waitFor()
  await editor.locator('.cm-line').nth(1).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('End')
  if (name === 'Checked') {
    // A wrong name is marked once the definition is loaded.
    await page.keyboard.type('"nope": 1,')
    await page.locator('.cm-query-error').first().waitFor({ timeout: 60_000 })
  }
  await editor.evaluate(watchKeys)
  const longestTaskMs = await longestTaskOf(browser, page, async () => {
    for (const letter of '"field_1": "some text of a field", ')
      await page.keyboard.press(letter, { delay: 30 })
  })
  const slowestKeyMs = await editor.evaluate(element => element.slowestKeyMs)
  await page.close()
  return { longestTaskMs, slowestKeyMs }
}

function writeWorkspace() {
  const lines = Array.from({ length: fieldCount }, (_, at) => `      "field_${at}": "text"`)
  const message = `    {\n${lines.join(',\n')}\n    }`
  const fields = Array.from(
    { length: fieldCount },
    (_, at) => `  string field_${at} = ${at + 1 + (at > 18_000 ? 2_000 : 0)};`,
  )
  const proto = `syntax = "proto3";\npackage bench;\nmessage Big {\n${fields.join('\n')}\n}\nservice S {\n  rpc Call(Big) returns (Big);\n}\n`
  const request = (name, more) =>
    `info:\n  name: ${name}\n  type: grpc\ngrpc:\n  url: 127.0.0.1:9\n  method: bench.S/Call\n  methodType: unary\n${more}  message: |\n${message}\n`
  mkdirSync(join(folder, 'Shop'))
  writeFileSync(join(folder, 'workspace.yml'), 'opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\n')
  writeFileSync(join(folder, 'Shop/opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
  writeFileSync(join(folder, 'Shop/big.proto'), proto)
  writeFileSync(join(folder, 'Shop/checked.yml'), request('Checked', '  protoFilePath: big.proto\n'))
  writeFileSync(join(folder, 'Shop/unchecked.yml'), request('Unchecked', ''))
}
