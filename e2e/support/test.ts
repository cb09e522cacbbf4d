import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { pageTextNames } from '@parley/server/contract'
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { themes } from './appearances.ts'
import { KeptPages } from './kept-pages.ts'
import { OwnServers } from './own-servers.ts'
import { type OpenParley, type RunningParley, runParley } from './running-parley.ts'

export { expect }

interface Options {
  /**
   * Whether the browser may report that it blocked something in a preview's frame, which proves that the
   * policy works.
   */
  readonly previewsAreStopped: boolean
}

interface Fixtures {
  /** Opens a window of the page and waits until a request can be typed; each window is watched for errors. */
  readonly openWindow: () => Promise<Page>
  /** The console errors and CSP reports of the test's pages. */
  readonly faults: string[]
  /** Loads a server in a window that is watched for errors. */
  readonly openServer: (server: OpenParley) => Promise<Page>
  /** An open window. */
  readonly parleyPage: Page
  /** A server that no other test uses. */
  readonly ownParley: OpenParley
  /** A window of a server that no other test uses, for tests that change its settings. */
  readonly ownParleyPage: Page
}

interface WorkerFixtures {
  readonly keptPages: KeptPages
  readonly ownServers: OwnServers
  readonly parley: RunningParley
}

/** Tests with the built page and the real server. A console error or a CSP report fails any of them. */
export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  previewsAreStopped: [false, { option: true }],
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const parley = await runParley()
      await use(parley)
      await parley.stop()
    },
    { scope: 'worker' },
  ],
  keptPages: [
    async ({ browser }, use) => {
      const pages = new KeptPages(browser)
      await use(pages)
      await pages.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ keptPages, faults, actionTimeout, navigationTimeout }, use, testInfo) => {
    const context = await keptPages.startTest(faults)
    context.setDefaultTimeout(actionTimeout)
    context.setDefaultNavigationTimeout(navigationTimeout)
    await use(context)
    await keptPages.endTest(testInfo.status !== testInfo.expectedStatus)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  faults: async ({}, use) => {
    const faults: string[] = []
    await use(faults)
  },
  openServer: async (
    { context: _, keptPages, parley, faults, previewsAreStopped, colorScheme, viewport },
    use,
    testInfo,
  ) => {
    const opened: { readonly page: Page; readonly server: OpenParley }[] = []
    await use(async server => {
      const page = await keptPages.take(server.origin, { colorScheme, viewport })
      opened.push({ page, server })
      await openWatched(page, server.address, { faults, previewsAreStopped })
      return page
    })
    for (const { page, server } of opened)
      if (testInfo.status === testInfo.expectedStatus) await keptPages.park(page, server.origin)
      else await page.close()
    // Otherwise the next test of this server would get its tabs.
    for (const { page, server } of opened) if (server === parley) await forgetTabs(page, server)
    expect(faults, 'console errors and CSP reports').toEqual([])
  },
  openWindow: async ({ openServer, parley }, use) => {
    await use(() => openServer(parley))
  },
  parleyPage: async ({ openWindow }, use) => {
    const page = await openWindow()
    // Otherwise leftovers of an earlier test of this server would count as errors of this one.
    await expect(page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab')).toHaveText([
      'List books',
    ])
    await expect(page.getByRole('textbox', { name: 'URL', exact: true })).toHaveText(
      '{{baseUrl}}/books?author=Le%20Guin&limit=20',
    )
    await use(page)
  },
  ownServers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const servers = await OwnServers.start()
      await use(servers)
      await servers.close()
    },
    { scope: 'worker' },
  ],
  ownParley: async ({ ownServers }, use) => {
    await ownServers.with(use)
  },
  // The server is named first, so that it ends after its page was left to the next test.
  ownParleyPage: async ({ ownParley, openServer }, use) => {
    await use(await openServer(ownParley))
  },
})

interface Watch extends Options {
  /** The errors found so far. */
  readonly faults: string[]
}

/** The latest window ID of each page: a reload is a new window to the server, which gets the same tabs. */
const windowIds = new WeakMap<Page, string>()

async function openWatched(
  page: Page,
  address: string,
  { faults, previewsAreStopped }: Watch,
): Promise<void> {
  // While something listens, the browser hands file dialogs to the test. It listens from the start, because a key
  // that opens a dialog could otherwise be faster than the request to listen.
  page.on('filechooser', () => undefined)
  page.on('console', message => {
    const isFault = message.type() === 'error' || message.type() === 'warning'
    if (isFault && !(previewsAreStopped && isOfPreview(message)))
      faults.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', error => faults.push(String(error)))
  page.on('request', request => {
    if (request.url().endsWith('/rpc/tabs/claim')) windowIds.set(page, request.postDataJSON().json.windowId)
  })
  await page.goto(address)
  await expect(page.getByRole('textbox', { name: 'URL' })).toBeVisible()
}

/** Gives up the tabs of a window that no longer shows them, and the looks of its page. */
async function forgetTabs(page: Page, { origin, token, home }: OpenParley): Promise<void> {
  const windowId = windowIds.get(page)
  windowIds.delete(page)
  if (windowId === undefined) return
  const call = async (path: string, json: unknown) => {
    const { status } = await fetch(`${origin}/rpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'parley-token': token, origin },
      body: JSON.stringify({ json }),
    })
    expect(status, `what a closed window had is given up by ${path}`).toBe(200)
  }
  await call('tabs/save', {
    windowId,
    // Higher than all numbers that the window sent.
    sequence: Number.MAX_SAFE_INTEGER,
    isLast: true,
    workspaceFolder: join(home, 'workspaces', 'bookshop'),
    tabs: [],
    activeTabId: null,
  })
  for (const name of pageTextNames) await call('session/remember', { name, text: '' })
}

/** Whether a message is about a preview's frame, which proves that the policy works and is no error of the page. */
function isOfPreview(message: ConsoleMessage): boolean {
  return /\/ticket\//.test(message.location().url + message.text())
}

/** The compact text of axe; its builder would send the long one, twice for each look. */
const axeText = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Returns the script that gives a page its axe: none if its document has it already. */
async function axeSourceFor(page: Page): Promise<string> {
  if (page.frames().length > 1) return axeText
  await page.evaluate(`'axe' in window || (() => { ${axeText} })()`)
  return ';'
}

/** Fails on any finding of axe in what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  // An element that is fading in does not have its final colours and position yet.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(one => one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity),
  )
  // The other results are not needed, and take ten times as long to transfer.
  // What React Aria announced stays for 7 s, and refers to buttons that may be gone.
  const axe = new AxeBuilder({ page, axeSource: await axeSourceFor(page) })
    .options({ resultTypes: ['violations'] })
    .exclude('[data-live-announcer]')
  // Without frames there is nothing to merge, for which axe would open a page of its own.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations } = await axe.analyze()
  const findings = violations.map(
    one => `${one.id}: ${one.nodes.map(node => node.target.join(' ')).join(', ')}`,
  )
  expect(findings, 'axe findings').toEqual([])
}

/** {@link expectAccessible} in both themes of a page that follows the system; the light one stays. */
export async function expectAccessibleInThemes(page: Page): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}
