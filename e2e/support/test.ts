import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { type RunningParley, runParley } from './running-parley.ts'

export { expect }

interface Options {
  /** Whether the browser may say that it stopped something in the frame of a preview: the proof that it holds. */
  readonly previewsAreStopped: boolean
}

interface Fixtures {
  /** Opens a window of the page and waits until a request can be typed; each is watched for faults. */
  readonly openWindow: () => Promise<Page>
  /** A window that is open. */
  readonly parleyPage: Page
  /** A server that no other test has. */
  readonly ownParley: RunningParley
  /** A window of a server that no other test has: what changes its settings wants one. */
  readonly ownParleyPage: Page
}

interface WorkerFixtures {
  readonly parley: RunningParley
}

/** Tests over the built page and the real server. A console error or a CSP report fails any of them. */
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
    // The next test of this server would else be given its tabs.
    for (const page of pages) await forgetTabs(page, parley)
    expect(faults, 'console errors and CSP reports').toEqual([])
  },
  parleyPage: async ({ openWindow }, use) => {
    const page = await openWindow()
    // What an earlier test of this server left would be taken for a fault of this one.
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
  /** What was found so far. */
  readonly faults: string[]
}

/** The latest window of each page: a reload is another one to the server, which is given the same tabs. */
const windowIds = new WeakMap<Page, string>()

async function openWatched(
  context: BrowserContext,
  address: string,
  { faults, previewsAreStopped }: Watch,
): Promise<Page> {
  const page = await context.newPage()
  // As long as something listens, the browser hands its dialog for files to the test: from the start, as a key
  // that opens one could otherwise overtake the request to do so.
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

/** Closes a window, and all that was open in it. */
async function forgetTabs(page: Page, { origin, token, home }: RunningParley): Promise<void> {
  const windowId = windowIds.get(page)
  await page.close({ runBeforeUnload: false })
  if (windowId === undefined) return
  const workspaceFolder = join(home, 'workspaces', 'bookshop')
  const { status } = await fetch(`${origin}/rpc/tabs/keep`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'parley-token': token, origin },
    body: JSON.stringify({
      json: {
        windowId,
        // Later than all that the window sent.
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

/** What the browser says of a preview's frame is the proof that it holds; the page itself is not at fault. */
function isOfPreview(message: ConsoleMessage): boolean {
  return /\/ticket\//.test(message.location().url + message.text())
}

/** Reports of the Content-Security-Policy from the first byte of each page on. */
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
  // What is fading in has neither its colours nor its place yet.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(one => one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity),
  )
  // The other results are of no use here, and ten times as long to hand over.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  // Without frames there is nothing to merge, for which axe would open a page of its own.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations } = await axe.analyze()
  const findings = violations.map(
    one => `${one.id}: ${one.nodes.map(node => node.target.join(' ')).join(', ')}`,
  )
  expect(findings, 'axe findings').toEqual([])
}
