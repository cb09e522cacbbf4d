import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { atNightUnless } from '../at-night.ts'
import { findSharedWorker, type SharedWorker } from '../browser-processes.ts'
import { newWindow } from '../browser-windows.ts'
import { responsePane, responseStatus, sendButton, typeUrl, urlField } from '../page-parts.ts'
import { type RunningParley, runParleyIn } from '../running-parley.ts'
import { awaiting } from '../sentences.ts'
import { test as base, expect } from '../test.ts'

/** Windows of one browser share one event stream (behaviour, Windows; attacks UI9). */

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

export const test = base.extend<Fixtures>({
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

export async function openWindows(context: BrowserContext, address: string, count: number): Promise<Page[]> {
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
export async function sendHeld(page: Page, target: Target, name: string): Promise<void> {
  await page.bringToFront()
  await typeUrl(page, `${target.url}/held/${name}`)
  await sendButton(page).click()
  await expect(responsePane(page).getByText(awaiting)).toBeVisible()
  await expect.poll(() => target.timesSent(`/held/${name}`)).toBe(1)
}

export async function expectHeld(page: Page, target: Target, name: string): Promise<void> {
  target.giveHeld()
  await expect(responsePane(page)).toContainText('given at last')
  expect(target.timesSent(`/held/${name}`)).toBe(1)
}

/** Expects that each window sends once and gets its response. */
export async function expectSendsWork(pages: readonly Page[], target: Target, round: string): Promise<void> {
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
export async function expectChangesShown(pages: readonly Page[], home: string, word: string): Promise<void> {
  // Before the collections of the sample, so that its row is in sight.
  const name = `A ${word}`
  const folder = join(home, 'workspaces', 'bookshop', name)
  await mkdir(folder)
  await writeFile(join(folder, 'opencollection.yml'), `opencollection: 1.0.0\ninfo:\n  name: ${name}\n`)
  for (const page of pages) await expect(page.getByRole('treeitem', { name, exact: true })).toBeVisible()
}

/** Ends the process of a worker like a crash. */
export async function kill({ processId }: SharedWorker): Promise<void> {
  process.kill(processId, 'SIGKILL')
  await expect.poll(() => existsSync(`/proc/${processId}/stat`), 'the process is there').toBe(false)
}

export const isAlive = (page: Page): Promise<boolean> => page.evaluate(() => true).catch(() => false)

/** Gives every window the address of a restarted server. */
export async function openAddress(pages: readonly Page[], address: string): Promise<void> {
  for (const page of pages) {
    await page.goto(address)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
}

export interface Event {
  readonly name: string
  /** Whether the first window survives; null: that depends on where the browser runs the worker. */
  readonly keepsFirst: boolean | null
  happen(first: Page, worker: SharedWorker, address: string): Promise<unknown>
  /** Called once the other windows work. */
  end?(first: Page, worker: SharedWorker): Promise<unknown>
}

/**
 * Tests that a number of windows, two or more, go on after an event.
 * @param isChosen whether not only `npm run nightly` does
 */
export function testEvent({ name, keepsFirst, happen, end }: Event, windows: number, isChosen = true): void {
  test(`the windows continue, miss nothing and send nothing twice when ${name} (LS11)${atNightUnless(isChosen)}`, async ({
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
    const [first, ...others] = await openWindows(ownContext, running.address, windows)
    const [second, last] = [others.at(0), others.at(-1)]
    if (first === undefined || second === undefined || last === undefined) throw new Error('No windows')
    await sendHeld(first, target, 'first')
    await sendHeld(last, target, 'last')
    const worker = await findSharedWorker(ownBrowser)
    await second.bringToFront()
    await happen(first, worker, running.address)
    await expectChangesShown(others, home, 'While')
    await expectHeld(last, target, 'last')
    await expectSendsWork(others, target, 'while')
    await end?.(first, worker)
    const isFirstThere = keepsFirst ?? (await isAlive(first))
    const all = isFirstThere ? [first, ...others] : others
    if (isFirstThere) await expectHeld(first, target, 'first')
    await expectChangesShown(all, home, 'After')
    await expectSendsWork(all, target, 'after')
    expect(loadsOfWorkers, 'how often a window joined a worker').toBeLessThan(20)
  })
}

/** The browser may run the worker in the process of the first window. */
export const workerKilled: Event = {
  name: 'the process of the worker is killed',
  keepsFirst: null,
  happen: (_, worker) => kill(worker),
}
