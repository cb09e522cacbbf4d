import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWebSocketServer, type TestWebSocketServer } from '@parley/testkit'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
// @ts-expect-error A program of the repository, which has no types.
import { startParley } from '../../bench/page/start-parley.mjs'
import { longestTaskOf } from '../../e2e/support/main-thread.ts'
// @ts-expect-error A script of the repository, which has no types.
import { findOrInstallChromium } from '../../scripts/install/find-or-install-chromium.mjs'
import { keepLoad } from './kept-results.ts'

/**
 * What is too much for many clients, in the page: all of it arrives, the page's main thread is never held for long, and neither the
 * server nor the page keeps what it need not. The bounds are far above what a quiet machine shows.
 */
const longestTaskMs = 400
const mostGrownMb = 400

const many = 100_000
const runRequests = 200
const runIterations = 100

let home = ''
let parley: { readonly address: string; readonly pid: number; stop(): Promise<void> }
let browser: Browser
let page: Page
let server: Server
let sockets: TestWebSocketServer
let origin = ''

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const answer = answers[url.slice(1)]
    if (answer === undefined) response.end('{}')
    else answer(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  sockets = await startWebSocketServer({
    onConnection(socket) {
      for (let at = 0; at < many; at += 1) socket.send(`{"message":${at}}`)
      socket.close(1000)
    },
  })
  const executablePath = await findOrInstallChromium()
  if (executablePath === null) throw new Error('There is no Chromium.')
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'parley-load-'))
  writeWorkspace(join(home, 'workspace'))
  parley = await startParley(home)
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(parley.address)
  await page.getByRole('button', { name: 'New request', exact: true }).waitFor()
  return async () => {
    await page.context().close()
    await parley.stop()
    rmSync(home, { recursive: true, force: true })
  }
})

afterAll(async () => {
  await browser.close()
  await sockets.close()
  server.closeAllConnections()
  server.close()
})

/** What the server answers by the path. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '50mb': response =>
    sendBytes(response, 'application/json', 50, Buffer.from(`["${'x'.repeat(1_048_570)}"],\n`)),
  '1gb': response => sendBytes(response, 'application/octet-stream', 1024, Buffer.alloc(1_048_576)),
  events(response) {
    response.setHeader('Content-Type', 'text/event-stream')
    for (let at = 0; at < many; at += 1) response.write(`id: ${at}\ndata: {"event":${at}}\n\n`)
    response.end()
  },
}

function sendBytes(response: ServerResponse, type: string, pieces: number, piece: Buffer): void {
  response.setHeader('Content-Type', type)
  let left = pieces
  const send = () => {
    while (left > 0) {
      left -= 1
      if (!response.write(piece)) return void response.once('drain', send)
    }
    response.end()
  }
  send()
}

function writeWorkspace(folder: string): void {
  mkdirSync(join(folder, 'Load'), { recursive: true })
  writeFileSync(join(folder, 'workspace.yml'), 'info:\n  name: Load\n')
  writeFileSync(join(folder, 'Load/opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Load\n')
  for (let at = 0; at < runRequests; at += 1)
    writeFileSync(
      join(folder, `Load/request-${at}.yml`),
      `info:\n  name: Request ${at}\n  type: http\nhttp:\n  method: GET\n  url: ${origin}/${at}\n`,
    )
}

const response = () => page.getByRole('region', { name: 'Response', exact: true })

async function newTab(): Promise<void> {
  await page.keyboard.press('Alt+t')
}

async function send(url: string): Promise<void> {
  await page.getByRole('textbox', { name: 'URL', exact: true }).click()
  await page.keyboard.insertText(url)
  await page.keyboard.press('Enter')
}

const loads = {
  async 'page sends'() {
    for (let at = 0; at < 20; at += 1) {
      await newTab()
      await send(`${origin}/50mb`)
    }
    for (const tab of await page.getByRole('tablist', { name: 'Open tabs' }).getByRole('tab').all()) {
      if (!(await tab.textContent())?.includes('50mb')) continue
      await tab.click()
      await response().getByText('200 OK').waitFor({ timeout: 120_000 })
    }
  },
  async 'page events'() {
    await newTab()
    await send(`${origin}/events`)
    await response().getByText('100,000 events').waitFor({ timeout: 120_000 })
  },
  async 'page messages'() {
    await page.getByRole('button', { name: 'New request', exact: true }).click()
    await page.getByRole('menuitem', { name: 'WebSocket' }).click()
    await page.getByRole('textbox', { name: 'URL', exact: true }).click()
    await page.keyboard.insertText(sockets.url)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('Closed by the server').waitFor({ timeout: 120_000 })
    await page.getByText('100,000', { exact: true }).waitFor()
  },
  async 'page download'() {
    await newTab()
    await send(`${origin}/1gb`)
    await response().getByText('200 OK').waitFor({ timeout: 300_000 })
    await response().getByText('1.0 GB').first().waitFor({ timeout: 300_000 })
  },
  async 'page run'() {
    await page.getByRole('treeitem', { name: 'Load', exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Run', exact: true }).click()
    await page.getByRole('textbox', { name: 'Iterations', exact: true }).fill(String(runIterations))
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page
      .getByRole('status')
      .filter({ hasText: `Run ended: ${(runRequests * runIterations).toLocaleString('en')} requests` })
      .waitFor({ timeout: 400_000 })
  },
} as const

for (const [name, act] of Object.entries(loads))
  test(name, async () => {
    const before = await memory()
    const taskMs = await longestTaskOf(browser, page, act)
    const after = await memory()
    const grownMb = Math.round(Math.max(after.serverMb - before.serverMb, after.pageMb - before.pageMb))
    process.stdout.write(
      `${name}: longest task ${Math.round(taskMs)} ms, ${JSON.stringify({ before, after })}\n`,
    )
    keepLoad({ load: name as keyof typeof loads, grownMb, longestTaskMs: Math.round(taskMs) })
    expect(taskMs).toBeLessThan(longestTaskMs)
    expect(grownMb).toBeLessThan(mostGrownMb)
  })

/** Returns the resident memory of the server, and the heap of the page. */
async function memory(): Promise<{ readonly serverMb: number; readonly pageMb: number }> {
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  await client.detach()
  const status = readFileSync(`/proc/${parley.pid}/status`, 'utf8')
  const resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  return { serverMb: Math.round(resident / 1024), pageMb: Math.round(usedSize / 2 ** 20) }
}
