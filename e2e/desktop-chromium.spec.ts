import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@parley/testkit'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { firstPage, watchableChromium, watchChromium } from './support/chromium-desktop.ts'
import { DesktopSession, missingForDesktop, type StartedDesktop } from './support/desktop-session.ts'

const missing = missingForDesktop()
test.skip(missing.length > 0, `The desktop app is not tested without ${missing.join(', ')}.`)

let session: DesktopSession
let app: StartedDesktop
let browser: Browser
let page: Page

/** Starts the app in Chromium's app window, and connects to its page. */
async function open(args: readonly string[] = []): Promise<void> {
  app = session.launch(['--host', 'chromium', ...args], { PARLEY_CHROMIUM: watchableChromium(session) })
  await session.window(/ – Parley$/)
  browser = await watchChromium(session)
  page = await firstPage(browser)
  await expect(page.getByRole('textbox', { name: 'URL' })).toBeVisible()
}

test.beforeEach(async () => {
  session = await DesktopSession.start()
})

test.afterEach(async () => {
  await browser?.close()
  await session.close()
})

test('keys of a person reach the page, and closing the last window ends the app', async () => {
  await open()
  const tabs = page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab')
  const before = await tabs.count()
  session.press('ctrl+t')
  await expect(tabs).toHaveCount(before + 1)
  await expect(page.getByRole('textbox', { name: 'URL' })).toBeFocused()
  await session.window(/^Untitled request – Bookshop – Parley$/)
  session.press('ctrl+n')
  await expect(tabs).toHaveCount(before + 2)
  session.press('ctrl+w')
  await expect(tabs).toHaveCount(before + 1)
  session.press('ctrl+w')
  await expect(tabs).toHaveCount(before)
  for (let left = before; left > 0; left -= 1) session.press('ctrl+w')
  await session.window(/^Bookshop – Parley$/)
  expect(session.processes('token=')).toEqual([])
  session.press('ctrl+q')
  expect(await app.ended).toBe(0)
  expect(session.processes('main.js')).toEqual([])
  expect(app.errors()).not.toContain('token')
})

test('sends, uploads and downloads', async () => {
  await open()
  await page.getByRole('treeitem', { name: 'List books', exact: true }).dblclick()
  session.press('ctrl+Return')
  await expect(page.getByText('200 OK').first()).toBeVisible()
  for (const name of ['books.json', 'books (1).json']) {
    await page.getByRole('button', { name: 'Download' }).first().click()
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  }
  expect(readdirSync(join(session.folder, 'Downloads')).toSorted()).toEqual(['books (1).json', 'books.json'])
})

test('a second start shows the window and opens a file, a link and nothing else', async () => {
  await open()
  const start = (...args: string[]) => session.launch(['--', ...args]).ended
  expect(await session.launch([]).ended).toBe(0)
  const collection = join(session.folder, 'shop.json')
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  writeFileSync(collection, JSON.stringify({ info: { name: 'Shop', schema }, item: [] }))
  expect(await start(collection)).toBe(0)
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await expect(dialog).toContainText('Postman')
  await page.keyboard.press('Escape')
  expect(await start('parley://import?url=http%3A%2F%2F127.0.0.1%3A9%2Fapi.json')).toBe(0)
  await expect(dialog.getByRole('textbox')).toHaveValue('http://127.0.0.1:9/api.json')
  await page.keyboard.press('Escape')
  expect(await start('parley://open?path=%2Ftmp')).toBe(0)
  await expect(page.getByRole('dialog').getByLabel('Folder')).toHaveValue('/tmp')
  await page.keyboard.press('Escape')
  expect(await start('parley://run?command=rm')).toBe(0)
  await expect(page.getByText('Parley does not know this link.')).toBeVisible()
  expect(session.windows()).toHaveLength(1)
})

test('the place of the window is kept', async () => {
  await open()
  const window = await session.window(/ – Parley$/)
  session.xdotool('windowsize', window, '1010', '640')
  session.xdotool('windowmove', window, '150', '120')
  const state = join(session.home, 'window.json')
  const placement = () => (existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')).placements.at(-1)?.[1] : null)
  await waitFor(() => placement()?.width === 1010 && placement()?.x > 100, 'the place to be stored', {
    timeoutMs: 30_000,
  })
  const { x, y } = placement()
  session.press('ctrl+q')
  expect(await app.ended).toBe(0)
  await browser.close()
  await open()
  expect(await page.evaluate(() => [outerWidth, outerHeight])).toEqual([1010, 640])
  await waitFor(() => Math.abs(placement().x - x) < 20 && Math.abs(placement().y - y) < 60, 'the same place')
})

test('the window stays on its page, and links go to the browser of the system', async () => {
  const opened = session.fake('xdg-open')
  await open()
  const address = page.url()
  await page.evaluate(() => {
    location.href = 'http://evil.test/'
  })
  await expect(page.getByText('The window stayed on this page.')).toBeVisible()
  await page.evaluate(() => void window.open('http://opened.test/a'))
  await waitFor(() => opened().includes('http://opened.test/a'), 'the browser of the system')
  await page.evaluate(() => void window.open('file:///etc/passwd'))
  await page.evaluate(() => void window.open('javascript:alert(1)'))
  await waitFor(() => browser.contexts().flatMap(one => one.pages()).length === 1, 'the windows to be closed')
  expect(page.url()).toBe(address)
  expect(opened()).toBe('http://opened.test/a\n')
})
