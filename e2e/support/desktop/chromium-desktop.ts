import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@parley/testkit'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { DesktopSession } from './desktop-session.ts'

/** Writes a program that starts Chromium so that a test can look into it; the app itself uses its own pipe. */
export function watchableChromium(session: DesktopSession): string {
  const path = join(session.folder, 'watchable-chromium')
  writeFileSync(path, '#!/bin/sh\nexec /usr/bin/chromium --remote-debugging-port=0 "$@"\n')
  chmodSync(path, 0o755)
  return path
}

/** Connects to the Chromium of the app. */
export async function watchChromium(session: DesktopSession): Promise<Browser> {
  const file = join(session.home, 'chromium/DevToolsActivePort')
  const connect = async () => {
    const [port = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    // The file of an earlier start names a port that is closed, or closing.
    return port === '' ? null : chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => null)
  }
  const browser = await waitFor(connect, 'Chromium to listen', { timeoutMs: 60_000 })
  // Without a listener the driver lets a page close that asks to stay, at the same time as the app decides.
  for (const context of browser.contexts()) context.on('dialog', () => {})
  return browser
}

/** Returns the pages of the app that are open. */
export function appPages(browser: Browser): readonly Page[] {
  return browser.contexts().flatMap(context => context.pages())
}

/** Waits for a page of the app. */
export function firstPage(browser: Browser): Promise<Page> {
  return waitFor(
    () => appPages(browser).find(page => page.url().startsWith('http://127.0.0.1')),
    'the page of the app',
    { timeoutMs: 60_000 },
  )
}

/**
 * Connects to the Chromium of the app after its page died. A connection that finds the dead page never sees that it is loaded
 * again, so connections are made until one finds a page that answers.
 */
export async function watchAfterCrash(
  session: DesktopSession,
): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const deadlineMs = performance.now() + 60_000
  for (;;) {
    const browser = await watchChromium(session)
    const page = appPages(browser).find(one => one.url().startsWith('http://127.0.0.1'))
    const answers = await page
      ?.getByRole('textbox', { name: 'URL', exact: true })
      .waitFor({ timeout: 3000 })
      .then(
        () => true,
        () => false,
      )
    if (page !== undefined && answers === true) return { browser, page }
    await browser.close()
    if (performance.now() > deadlineMs) throw new Error('The page of the app was not loaded again')
  }
}
