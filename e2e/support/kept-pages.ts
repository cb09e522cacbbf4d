import type { Browser, BrowserContext, Page } from '@playwright/test'
import { newWindow } from './browser-windows.ts'

/** How a test wants to see a page. */
export interface PageLook {
  readonly colorScheme: 'dark' | 'light' | 'no-preference' | null | undefined
  readonly viewport: { readonly width: number; readonly height: number } | null | undefined
}

/** How many tests share a browser context, so that what they leave in memory does not grow without end. */
const mostTests = 40

/** Pages that wait for the next test at one address; tests with more windows are rare. */
const mostParked = 2

/**
 * The browser pages that the tests of a worker use one after another. A page that was loaded before has its
 * process and the compiled code of Parley, which saves half of the time of loading it. Between two tests it
 * shows an empty document of its server, and what the test stored, routed or listened to is removed.
 */
export class KeptPages {
  readonly #browser: Browser
  #context: BrowserContext | null = null
  #tests = 0
  /** The pages that no test uses, by origin: a browser changes the process when it goes to another origin. */
  readonly #parked = new Map<string, Page[]>()
  /** The origins whose storage is empty, or has what windows of this test stored. */
  readonly #cleared = new Set<string>()
  #policyReports: string[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** Returns the browser context for a test. Reports of the Content-Security-Policy are added to the list. */
  async startTest(policyReports: string[]): Promise<BrowserContext> {
    this.#policyReports = policyReports
    if (this.#tests >= mostTests) await this.close()
    this.#tests += 1
    this.#cleared.clear()
    this.#context ??= await this.#newContext()
    return this.#context
  }

  /** Returns a page that shows nothing of a test and is about to load the server at `origin`. */
  async take(origin: string, { colorScheme, viewport }: PageLook): Promise<Page> {
    const context = this.#context
    if (context === null) throw new Error('No test has started')
    const page = this.#parked.get(origin)?.pop() ?? (await newWindow(context))
    if (!this.#cleared.has(origin)) await clearStorage(context, page, origin)
    this.#cleared.add(origin)
    if (page.url().startsWith(origin)) await page.evaluate(() => sessionStorage.clear())
    await page.emulateMedia({ colorScheme: colorScheme ?? null, forcedColors: null, reducedMotion: null })
    if (viewport && JSON.stringify(viewport) !== JSON.stringify(page.viewportSize()))
      await page.setViewportSize(viewport)
    return page
  }

  /** Leaves a page of `take` to the next test. Must be called while its server still runs. */
  async park(page: Page, origin: string): Promise<void> {
    const parked = this.#parked.get(origin) ?? []
    this.#parked.set(origin, parked)
    if (page.isClosed()) return
    if (parked.length >= mostParked || !(await isEmptied(page, origin))) await page.close()
    else parked.push(page)
  }

  /** Removes what a test left behind; after one that failed, nothing is kept. */
  async endTest(hasFailed: boolean): Promise<void> {
    const context = this.#context
    if (context === null) return
    if (hasFailed) return await this.close()
    const parked = new Set([...this.#parked.values()].flat())
    for (const page of context.pages()) if (!parked.has(page)) await page.close()
    context.removeAllListeners('page')
    context.removeAllListeners('request')
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.clearPermissions()
    await context.clearCookies()
  }

  async close(): Promise<void> {
    await this.#context?.close()
    this.#context = null
    this.#tests = 0
    this.#parked.clear()
  }

  async #newContext(): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ colorScheme: 'light' })
    await context.exposeBinding('reportPolicyViolation', (_source, text: string) =>
      this.#policyReports.push(`CSP: ${text}`),
    )
    // From the first byte of each page.
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', event => {
        const report = Reflect.get(window, 'reportPolicyViolation')
        report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`)
      })
    })
    return context
  }
}

/** Whether the page could be brought to an empty document of its server. */
async function isEmptied(page: Page, origin: string): Promise<boolean> {
  for (const event of pageEvents) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  try {
    // A page of the same origin and policy stays in the same process; about:blank would change it.
    await page.goto(`${origin}/parked`)
    await page.mouse.move(0, 0)
    return true
  } catch {
    return false
  }
}

const pageEvents = [
  'console',
  'crash',
  'dialog',
  'download',
  'filechooser',
  'frameattached',
  'framedetached',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const

async function clearStorage(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
}
