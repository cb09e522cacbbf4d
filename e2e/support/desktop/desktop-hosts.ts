import { type Page, test } from '@playwright/test'
import { firstPage, watchableChromium, watchChromium } from './chromium-desktop.ts'
import type { DesktopSession } from './desktop-session.ts'
import { WebviewDriver, webviewBinding } from './webview-desktop.ts'

/** Runs the body of a function in the page, and returns what it returns. */
export type RunInPage = (body: string) => Promise<unknown>

/** The page of an app that is open. */
export interface HostedPage {
  readonly run: RunInPage
  /** Ends the connection to it. */
  close(): Promise<unknown>
}

/** What opens the app in each host that has a window of its own. Skips the test where a host is missing. */
export const desktopHosts: Readonly<
  Record<'chromium' | 'webview', (session: DesktopSession) => Promise<HostedPage>>
> = {
  async chromium(session) {
    session.launch(['--host', 'chromium'], { PARLEY_CHROMIUM: watchableChromium(session) })
    await session.window(/ – Bookshop – Parley$/)
    const browser = await watchChromium(session)
    return { run: runIn(await firstPage(browser)), close: () => browser.close() }
  },
  async webview(session) {
    test.skip(webviewBinding === null, 'The webview is not tested without @webviewjs/webview.')
    const page = await WebviewDriver.start(session)
    await session.window(/ – Bookshop – Parley$/)
    return { run: body => page.run(body), close: () => page.close() }
  },
}

/** Returns what runs in a page of Playwright. */
export function runIn(page: Page): RunInPage {
  return body => page.evaluate(text => new Function(text)(), body)
}
