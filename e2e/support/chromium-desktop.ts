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
  const [port = ''] = await waitFor(
    () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : null),
    'Chromium to listen',
    { timeoutMs: 60_000 },
  )
  return chromium.connectOverCDP(`http://127.0.0.1:${port}`)
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
