import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newHttpRequest, noScripts, writeItem } from '@parley/model'
import { startSink, waitFor } from '@parley/testkit'
import { chromium } from '@playwright/test'
import { expect } from 'vitest'
import { firstPage, watchableChromium, watchChromium } from '../../e2e/support/desktop/chromium-desktop.ts'
import { DesktopSession } from '../../e2e/support/desktop/desktop-session.ts'
import { whileServing } from './built-package.testkit.ts'

/** Writes a workspace with a request whose script sets a header, and returns its folder. */
function writeScripted(folder: string, url: string): string {
  const workspace = join(folder, 'scripted')
  mkdirSync(workspace, { recursive: true })
  writeFileSync(join(workspace, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Scripted\n')
  const scripts = { ...noScripts, preRequest: 'req.setHeader("X-Scripted", "yes")' }
  const request = writeItem(newHttpRequest({ name: 'One', url, scripts }))
  writeFileSync(join(workspace, 'one.yml'), JSON.stringify(request))
  return workspace
}

/**
 * Loads the page of an installed program in Chromium, which reports no fault, types into it, and sends a request with a
 * script.
 */
export async function loadPage(
  program: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const sink = await startSink()
  try {
    const workspace = writeScripted(folder, sink.url)
    const use = async (address: string) => {
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
      await page.getByRole('treeitem', { name: 'One', exact: true }).dblclick()
      await page.getByRole('tab', { name: 'One', selected: true }).waitFor()
      await page.keyboard.press('Control+Enter')
      const [request] = await waitFor(
        () => (sink.requests.length > 0 ? sink.requests : null),
        'the request of the page',
      )
      expect(request?.headers).toContainEqual({ name: 'X-Scripted', value: 'yes' })
      expect(faults).toEqual([])
    }
    await whileServing(program, folder, env, use, [workspace])
  } finally {
    await browser.close()
    await sink.close()
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
