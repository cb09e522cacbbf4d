import '../../scripts/require-node.mjs'

const { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = await import('node:fs')
const { createServer } = await import('node:http')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { chromium } = await import('@playwright/test')
const { findOrInstallChromium } = await import('../../scripts/install/find-or-install-chromium.mjs')
const { runNode } = await import('../../scripts/run-program.mjs')
const { startParley } = await import('../page/start-parley.mjs')

/**
 * Measures the live view of a load test in the page: the processor time of the page's process and of the server while a test of
 * Locust runs and is shown, as a share of one core. Linux only, with Locust installed.
 */
const most = 0.05
const seconds = 20
if (!existsSync('/usr/bin/locust')) {
  process.stderr.write('Locust is not installed: apt-get install python3-locust\n')
  process.exit(1)
}
if (!existsSync('apps/web/dist/index.html') && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)
const executablePath = await findOrInstallChromium()
if (executablePath === null) process.exit(1)

const answering = createServer((_, response) => response.end('{"id":7}'))
await new Promise(listening => answering.listen(0, '127.0.0.1', listening))
const home = mkdtempSync(join(tmpdir(), 'parley-bench-'))
writeShop(join(home, 'workspace', 'Shop'), `http://127.0.0.1:${answering.address().port}`)
const parley = await startParley(home)
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(parley.address)
  await page.getByRole('treeitem', { name: 'Shop' }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Load test…', exact: true }).click()
  for (const [name, value] of [
    ['Users', '10'],
    ['Duration', String(seconds + 10)],
    ['Think time, at most', '50'],
    ['Think time, at least', '50'],
  ]) {
    await page.getByRole('textbox', { name, exact: true }).fill(value)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('button', { name: 'Run here', exact: true }).click()
  await page.getByRole('table', { name: 'Figures by request' }).waitFor({ timeout: 30_000 })
  const before = await used()
  await page.waitForTimeout(seconds * 1000)
  if (!(await page.getByRole('button', { name: 'Stop', exact: true }).isVisible()))
    throw new Error('The load test ended too early.')
  const after = await used()
  const share = of => (after[of] - before[of]) / seconds
  const all = share('page') + share('server')
  process.stdout.write(
    `The live view of a load test: ${percent(all)} of a core (at most ${percent(most)}): page ${percent(share('page'))}, server ${percent(share('server'))}\n`,
  )
} finally {
  await browser.close()
  await parley.stop()
  answering.close()
  answering.closeAllConnections()
  rmSync(home, { recursive: true, force: true })
}

/** Returns the seconds of processor time so far. */
async function used() {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const page = processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  const fields = readFileSync(`/proc/${parley.pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return { page, server: (Number(fields[11]) + Number(fields[12])) / 100 }
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`
}

function writeShop(folder, origin) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
  for (const name of ['List', 'Read', 'Add', 'Change', 'Remove'])
    writeFileSync(
      join(folder, `${name}.yml`),
      `info:\n  name: ${name}\n  type: http\nhttp:\n  method: GET\n  url: ${origin}/${name}\n`,
    )
}
