import { waitFor } from '@parley/testkit'
import { chromium } from '@playwright/test'
import { expect } from 'vitest'
import { firstPage, watchableChromium, watchChromium } from '../../e2e/support/desktop/chromium-desktop.ts'
import { DesktopSession } from '../../e2e/support/desktop/desktop-session.ts'
import { whileServing } from './built-package.testkit.ts'

/** Loads the page of an installed program in Chromium, which reports no fault, and types into it. */
export async function loadPage(
  program: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    await whileServing(program, folder, env, async address => {
      const page = await browser.newPage()
      const faults: string[] = []
      page.on('pageerror', error => faults.push(String(error)))
      page.on('console', message => {
        if (message.type() === 'error') faults.push(message.text())
      })
      await page.goto(address)
      const url = page.getByRole('textbox', { name: 'URL', exact: true })
      // The page takes keys once it shows a request.
      await url.waitFor()
      await page.keyboard.press('Alt+t')
      await page.getByRole('tab', { name: 'Untitled request', selected: true }).waitFor()
      await url.fill('http://127.0.0.1:9/typed')
      await page.getByRole('tab', { name: '/typed' }).waitFor()
      expect(faults).toEqual([])
    })
  } finally {
    await browser.close()
  }
}

/** Starts `parley desktop` of an installed program on a display of its own, sends in its window, and ends it. */
export async function useDesktop(program: string): Promise<void> {
  const session = await DesktopSession.start()
  try {
    const app = session.launch(
      ['--host', 'chromium'],
      { PARLEY_CHROMIUM: watchableChromium(session), XDG_CACHE_HOME: `${session.folder}/cache` },
      [program],
    )
    await session.window(/ – Bookshop – Parley$/)
    const browser = await watchChromium(session)
    const page = await firstPage(browser)
    await page.getByRole('treeitem', { name: 'List books', exact: true }).dblclick()
    session.press('ctrl+Return')
    await page.getByText('200 OK').first().waitFor()
    session.press('ctrl+q')
    expect(await app.ended, app.errors()).toBe(0)
    await browser.close()
    await waitFor(() => session.processes('main.js').length === 0, 'its processes to end')
  } finally {
    await session.close()
  }
}
