import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { findSharedWorker, type SharedWorker } from './support/browser-processes.ts'
import { newWindow } from './support/browser-windows.ts'
import { responsePane, responseStatus, sendButton, typeUrl, urlField } from './support/page-parts.ts'
import { type RunningParley, runParleyIn } from './support/running-parley.ts'
import { test as base, expect } from './support/test.ts'

/** Windows of one browser share one event stream (product decisions, Windows; attacks UI9). */

/**
 * A server that counts its requests, and holds its responses below `/held/` back until it is told to send
 * them.
 */
interface Target {
  readonly url: string
  timesSent(path: string): number
  giveHeld(): void
}

interface Fixtures {
  readonly home: string
  readonly running: RunningParley
  readonly target: Target
  /** A browser whose processes may be killed. */
  readonly ownBrowser: Browser
  readonly ownContext: BrowserContext
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  home: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'parley-windows-'))
    await use(home)
    await rm(home, { recursive: true, force: true })
  },
  running: async ({ home }, use) => {
    const parley = await runParleyIn({ PARLEY_HOME: home })
    await use(parley)
    await parley.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  target: async ({}, use) => {
    const paths: string[] = []
    const held: ServerResponse[] = []
    const server = createServer((request, response) => {
      paths.push(request.url ?? '')
      if (request.url?.startsWith('/held/')) held.push(response)
      else response.end(`for ${request.url}`)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await use({
      url: `http://127.0.0.1:${port}`,
      timesSent: path => paths.filter(one => one === path).length,
      giveHeld: () => {
        for (const response of held) response.end('given at last')
      },
    })
    server.closeAllConnections()
    server.close()
  },
  ownBrowser: async ({ playwright, launchOptions }, use) => {
    const browser = await playwright.chromium.launch(launchOptions)
    await use(browser)
    await browser.close()
  },
  ownContext: async ({ ownBrowser }, use) => use(await ownBrowser.newContext()),
})

async function openWindows(context: BrowserContext, address: string, count: number): Promise<Page[]> {
  const pages: Page[] = []
  while (pages.length < count) {
    const page = await newWindow(context)
    await page.goto(address)
    await expect(urlField(page)).toBeVisible()
    pages.push(page)
  }
  return pages
}

/** Sends a request that gets no response yet. */
async function sendHeld(page: Page, target: Target, name: string): Promise<void> {
  await page.bringToFront()
  await typeUrl(page, `${target.url}/held/${name}`)
  await sendButton(page).click()
  await expect(responsePane(page).getByText('Awaiting response')).toBeVisible()
  await expect.poll(() => target.timesSent(`/held/${name}`)).toBe(1)
}

async function expectHeld(page: Page, target: Target, name: string): Promise<void> {
  target.giveHeld()
  await expect(responsePane(page)).toContainText('given at last')
  expect(target.timesSent(`/held/${name}`)).toBe(1)
}

/** Expects that each window sends once and gets its response. */
async function expectSendsWork(pages: readonly Page[], target: Target, round: string): Promise<void> {
  for (const [index, page] of pages.entries()) {
    const path = `/${round}-${index}`
    await page.bringToFront()
    await typeUrl(page, target.url + path)
    await sendButton(page).click()
    await expect(responsePane(page)).toContainText(`for ${path}`)
    await expect(responseStatus(page)).toContainText('200 OK')
    expect(target.timesSent(path)).toBe(1)
  }
}

/** Adds a collection like another program, and expects that each window shows it. */
async function expectChangesShown(pages: readonly Page[], home: string, name: string): Promise<void> {
  const folder = join(home, 'workspaces', 'bookshop', name)
  await mkdir(folder)
  await writeFile(join(folder, 'opencollection.yml'), `opencollection: 1.0.0\ninfo:\n  name: ${name}\n`)
  for (const page of pages) await expect(page.getByRole('treeitem', { name, exact: true })).toBeVisible()
}

/** Ends the process of a worker like a crash. */
async function kill({ processId }: SharedWorker): Promise<void> {
  process.kill(processId, 'SIGKILL')
  await expect.poll(() => existsSync(`/proc/${processId}/stat`), 'the process is there').toBe(false)
}

const isAlive = (page: Page): Promise<boolean> => page.evaluate(() => true).catch(() => false)

/** Gives every window the address of a restarted server. */
async function openAddress(pages: readonly Page[], address: string): Promise<void> {
  for (const page of pages) {
    await page.goto(address)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
}

const windowCount = 30

test(`${windowCount} windows work at once, and continue when the worker’s process is killed and the server restarted`, async ({
  ownBrowser,
  ownContext,
  running,
  target,
  home,
}) => {
  test.setTimeout(600_000)
  const pages = await openWindows(ownContext, running.address, windowCount)
  const some = [pages[1], pages[windowCount / 2], pages[windowCount - 1]].filter(page => page !== undefined)
  const [one] = some
  if (one === undefined) throw new Error('No windows')
  await expectChangesShown(pages, home, 'First')
  for (const [index, page] of some.entries()) await sendHeld(page, target, `${index}`)
  for (const page of some.slice(1)) {
    await page.bringToFront()
    await responsePane(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(responsePane(page).getByText('Send the request to see the response')).toBeVisible()
  }
  const worker = await findSharedWorker(ownBrowser)
  await kill(worker)
  const left: Page[] = []
  for (const page of pages) if (await isAlive(page)) left.push(page)
  await expectChangesShown(left, home, 'Second')
  await expectHeld(one, target, '0')
  await expectSendsWork(some, target, 'after-kill')

  await running.kill()
  await expect(one.getByText('Parley’s server has stopped.')).toBeVisible()
  const restarted = await runParleyIn({ PARLEY_HOME: home }, '--port', new URL(running.origin).port)
  await openAddress(left, restarted.address)
  await expectChangesShown(left, home, 'Third')
  await expectSendsWork(some, target, 'after-restart')
  await restarted.stop()
})

interface Event {
  readonly name: string
  /** Whether the first window survives; null: that depends on where the browser runs the worker. */
  readonly keepsFirst: boolean | null
  happen(first: Page, worker: SharedWorker, address: string): Promise<unknown>
  /** Called once the other windows work. */
  end?(first: Page, worker: SharedWorker): Promise<unknown>
}

const events: readonly Event[] = [
  { name: 'the first window is closed', keepsFirst: false, happen: first => first.close() },
  {
    name: 'the worker is terminated',
    keepsFirst: true,
    happen: (_, worker) => worker.terminate(),
  },
  {
    name: 'the process of the worker is killed',
    keepsFirst: null,
    happen: (_, worker) => kill(worker),
  },
  {
    name: 'the process of the worker is suspended and continues',
    keepsFirst: true,
    happen: async (_, worker) => process.kill(worker.processId, 'SIGSTOP'),
    end: async (_, worker) => process.kill(worker.processId, 'SIGCONT'),
  },
  {
    name: 'the first window crashes',
    keepsFirst: false,
    happen: async first => {
      const crashed = first.waitForEvent('crash')
      await first.goto('chrome://crash').catch(() => undefined)
      await crashed
    },
  },
  {
    name: 'the browser deletes what it stored for the page, and another window is opened',
    keepsFirst: true,
    happen: async (first, _, address) => {
      const session = await first.context().newCDPSession(first)
      const origin = new URL(first.url()).origin
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      await openWindows(first.context(), address, 1)
    },
  },
  { name: 'the first window is loaded again', keepsFirst: true, happen: first => first.reload() },
]

for (const { name, keepsFirst, happen, end } of events)
  test(`the windows continue, miss nothing and send nothing twice when ${name}`, async ({
    ownBrowser,
    ownContext,
    running,
    target,
    home,
  }) => {
    let loadsOfWorkers = 0
    ownContext.on('request', request => {
      if (request.url().includes('events-worker')) loadsOfWorkers += 1
    })
    const [first, second, third] = await openWindows(ownContext, running.address, 3)
    if (first === undefined || second === undefined || third === undefined) throw new Error('No windows')
    await sendHeld(first, target, 'first')
    await sendHeld(third, target, 'third')
    const worker = await findSharedWorker(ownBrowser)
    await second.bringToFront()
    await happen(first, worker, running.address)
    const others = [second, third]
    await expectChangesShown(others, home, 'While')
    await expectHeld(third, target, 'third')
    await expectSendsWork(others, target, 'while')
    await end?.(first, worker)
    const isFirstThere = keepsFirst ?? (await isAlive(first))
    const all = isFirstThere ? [first, ...others] : others
    if (isFirstThere) await expectHeld(first, target, 'first')
    await expectChangesShown(all, home, 'After')
    await expectSendsWork(all, target, 'after')
    expect(loadsOfWorkers, 'how often a window joined a worker').toBeLessThan(20)
  })

test('a workspace that one window opens is shown by all of them, which continue', async ({
  context,
  running,
  target,
  home,
}) => {
  const pages = await openWindows(context, running.address, 3)
  const folder = join(home, 'Cinema')
  await mkdir(join(folder, 'Films'), { recursive: true })
  await writeFile(
    join(folder, 'Films', 'opencollection.yml'),
    'opencollection: 1.0.0\ninfo:\n  name: Films\n',
  )
  const [page] = pages
  await page?.getByRole('button', { name: 'Workspace: Bookshop', exact: true }).click()
  await page?.getByRole('menuitem', { name: 'Open workspace' }).click()
  await page?.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await page?.keyboard.press('Enter')
  for (const one of pages) await expect(one.getByRole('treeitem', { name: 'Films' })).toBeVisible()
  for (const one of pages) await one.getByRole('button', { name: 'New request', exact: true }).click()
  for (const one of pages) await one.getByRole('menuitem', { name: 'HTTP' }).click()
  await expectSendsWork(pages, target, 'elsewhere')
})

/** Features that some webviews lack. */
for (const missing of ['SharedWorker', 'locks'])
  test(`a browser without ${missing} gives each window its own stream`, async ({
    context,
    running,
    target,
    home,
  }) => {
    await context.addInitScript(name => {
      Reflect.deleteProperty(name === 'locks' ? Navigator.prototype : window, name)
    }, missing)
    const pages = await openWindows(context, running.address, 2)
    await expectChangesShown(pages, home, 'Alone')
    await expectSendsWork(pages, target, 'alone')
    await pages[0]?.reload()
    await expect(responsePane(pages[0] as Page)).toContainText('for /alone-0')
  })
