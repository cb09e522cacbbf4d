import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@parley/testkit'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { firstPage, watchableChromium, watchChromium } from './support/desktop/chromium-desktop.ts'
import { DesktopSession, missingForDesktop } from './support/desktop/desktop-session.ts'
import { savedTabs } from './support/page-parts.ts'

const missing = missingForDesktop()
test.skip(missing.length > 0, `The desktop app is not tested without ${missing.join(', ')}.`)
test.skip(
  process.getuid?.() !== 0 ||
    spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0,
  'Nobody but root, and not in every container, can mount a small disk.',
)

let session: DesktopSession
let browser: Browser | null = null
let page: Page

/** The app data is on a small disk of its own. */
test.beforeEach(async () => {
  session = await DesktopSession.start()
  mkdirSync(session.home, { mode: 0o700 })
  execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0700', 'tmpfs', session.home])
})

test.afterEach(async () => {
  await browser?.close()
  browser = null
  await session.close(() => execFileSync('/usr/bin/umount', ['--lazy', session.home]))
})

const filler = () => join(session.home, 'filler')

/** Leaves no room on the disk: whole blocks first, then byte by byte. */
function fillDisk(): void {
  for (const size of [1_048_576, 4096, 1])
    for (;;)
      try {
        writeFileSync(filler(), Buffer.alloc(size, 'x'), { flag: 'a', mode: 0o600 })
      } catch {
        break
      }
  expect(statfsSync(session.home).bavail).toBe(0)
}

async function open(): Promise<ReturnType<DesktopSession['launch']>> {
  const app = session.launch(['--host', 'chromium'], { PARLEY_CHROMIUM: watchableChromium(session) })
  await session.window(/ – Parley$/)
  browser = await watchChromium(session)
  page = await firstPage(browser)
  await expect(page.getByRole('textbox', { name: 'URL' })).toBeVisible()
  return app
}

test('a disk without room at the start is a sentence, and the next start with room works (DT1)', async () => {
  fillDisk()
  const full = session.launch(['--host', 'chromium'])
  expect(await full.ended, full.errors()).toBe(3)
  expect(full.errors()).toMatch(/the disk is full \((?:ENOSPC|SQLITE_13)\)/)
  expect(full.errors()).toMatch(/Free some space|Set PARLEY_HOME/)
  expect(full.errors()).not.toMatch(/^\s+at /m)
  expect(session.processes('main.js')).toEqual([])
  rmSync(filler())
  await open()
})

test('a disk that fills while the window is open is said, and what was typed is kept once there is room', async () => {
  await open()
  const isSaved = savedTabs(page, 'before-full')
  session.press('ctrl+t')
  await page.keyboard.type('http://127.0.0.1:9/before-full')
  await isSaved
  fillDisk()
  await page.keyboard.type('/typed-on-a-full-disk')
  await expect(page.getByText(/disk is full/).first()).toBeVisible()
  // A send still works; it is only not in the history.
  await page.getByRole('treeitem', { name: 'List books', exact: true }).dblclick()
  session.press('ctrl+Return')
  await expect(page.getByText('200 OK').first()).toBeVisible()
  rmSync(filler())
  await page.getByRole('tab', { name: /typed-on-a-full-disk/ }).click()
  const isKept = savedTabs(page, 'with-room')
  await page.getByRole('textbox', { name: 'URL' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type('/with-room')
  await isKept
  session.kill('desktop/dist/main.js')
  await waitFor(() => session.processes('main.js').length === 0, 'the app to end', { timeoutMs: 20_000 })
  await browser?.close()
  await open()
  await expect(page.getByRole('tab', { name: /typed-on-a-full-disk\/with-room/ })).toBeVisible()
  const damaged = existsSync(session.home) && readFileSync(join(session.home, 'instance.json'), 'utf8')
  expect(damaged).toContain('127.0.0.1')
})
