import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { type RunningParley, runParley } from './running-parley.ts'

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
  /** An open window. */
  readonly parleyPage: Page
  /** A server that no other test uses. */
  readonly ownParley: RunningParley
  /** A window of a server that no other test uses, for tests that change its settings. */
  readonly ownParleyPage: Page
}

interface WorkerFixtures {
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
  openWindow: async ({ context, parley, previewsAreStopped }, use) => {
    const faults: string[] = []
    await watchPolicy(context, faults)
    const pages: Page[] = []
    await use(async () => {
      const page = await openWatched(context, parley.address, { faults, previewsAreStopped })
      pages.push(page)
      return page
    })
    // Otherwise the next test of this server would get its tabs.
    for (const page of pages) await forgetTabs(page, parley)
    expect(faults, 'console errors and CSP reports').toEqual([])
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  ownParley: async ({}, use) => {
    const parley = await runParley()
    await use(parley)
    await parley.stop()
  },
  ownParleyPage: async ({ context, ownParley, previewsAreStopped }, use) => {
    const faults: string[] = []
    await watchPolicy(context, faults)
    await use(await openWatched(context, ownParley.address, { faults, previewsAreStopped }))
    expect(faults, 'console errors and CSP reports').toEqual([])
  },
})

interface Watch extends Options {
  /** The errors found so far. */
  readonly faults: string[]
}

/** The latest window ID of each page: a reload is a new window to the server, which gets the same tabs. */
const windowIds = new WeakMap<Page, string>()

async function openWatched(
  context: BrowserContext,
  address: string,
  { faults, previewsAreStopped }: Watch,
): Promise<Page> {
  const page = await context.newPage()
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
  return page
}

/** Closes a window with all its tabs. */
async function forgetTabs(page: Page, { origin, token, home }: RunningParley): Promise<void> {
  const windowId = windowIds.get(page)
  await page.close({ runBeforeUnload: false })
  if (windowId === undefined) return
  const workspaceFolder = join(home, 'workspaces', 'bookshop')
  const { status } = await fetch(`${origin}/rpc/tabs/save`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'parley-token': token, origin },
    body: JSON.stringify({
      json: {
        windowId,
        // Higher than all numbers that the window sent.
        sequence: Number.MAX_SAFE_INTEGER,
        isLast: true,
        workspaceFolder,
        tabs: [],
        activeTabId: null,
      },
    }),
  })
  expect(status, 'the tabs of a closed window are given up').toBe(200)
}

/** Whether a message is about a preview's frame, which proves that the policy works and is no error of the page. */
function isOfPreview(message: ConsoleMessage): boolean {
  return /\/ticket\//.test(message.location().url + message.text())
}

/** Collects reports of the Content-Security-Policy, from the first byte of each page. */
async function watchPolicy(context: BrowserContext, faults: string[]): Promise<void> {
  await context.exposeBinding('reportPolicyViolation', (_source, text: string) => faults.push(`CSP: ${text}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const report = Reflect.get(window, 'reportPolicyViolation')
      report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`)
    })
  })
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
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  // Without frames there is nothing to merge, for which axe would open a page of its own.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations } = await axe.analyze()
  const findings = violations.map(
    one => `${one.id}: ${one.nodes.map(node => node.target.join(' ')).join(', ')}`,
  )
  expect(findings, 'axe findings').toEqual([])
}
