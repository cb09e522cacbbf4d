import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startOAuthServer, waitFor } from '@parley/testkit'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { chooseType, field } from './support/authorization-parts.ts'
import {
  appPages,
  firstPage,
  watchAfterCrash,
  watchableChromium,
  watchChromium,
} from './support/desktop/chromium-desktop.ts'
import { DesktopSession, missingForDesktop, type StartedDesktop } from './support/desktop/desktop-session.ts'
import { newRequest, savedTabs } from './support/page-parts.ts'
import { getNewToken, serverStopped, stayedOnPage } from './support/sentences.ts'

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
  const upload = join(session.folder, 'upload.json')
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  writeFileSync(upload, JSON.stringify({ info: { name: 'Shop', schema }, item: [] }))
  session.press('ctrl+k')
  await page.keyboard.type('Import')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: 'Import' })
    .locator('input[type="file"]')
    .first()
    .setInputFiles(upload)
  await expect(page.getByRole('dialog', { name: 'Import' })).toContainText('Postman')
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
  const placement = () =>
    existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')).placements.at(-1)?.[1] : null
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

test('the window stays on its page, and links go to the browser of the system (DT1)', async () => {
  const opened = session.fake('xdg-open')
  await open()
  const address = page.url()
  await page.evaluate(() => {
    location.href = 'http://evil.test/'
  })
  await expect(page.getByText(stayedOnPage)).toBeVisible()
  await page.evaluate(() => void window.open('http://opened.test/a'))
  await waitFor(() => opened().includes('http://opened.test/a'), 'the browser of the system')
  await page.evaluate(() => void window.open('file:///etc/passwd'))
  await page.evaluate(() => void window.open('javascript:alert(1)'))
  await waitFor(() => browser.contexts().flatMap(one => one.pages()).length === 1, 'the windows to be closed')
  expect(page.url()).toBe(address)
  expect(opened()).toBe('http://opened.test/a\n')
})

test('closing asks while a stream is live: cancel, keep running, close', async () => {
  await open()
  await page.getByRole('treeitem', { name: 'Stock updates', exact: true }).dblclick()
  await page.getByRole('tab', { name: 'Stock updates', exact: true, selected: true }).waitFor()
  session.press('ctrl+Return')
  await expect(page.getByText('200 OK').first()).toBeVisible()
  const ask = async () => {
    const [window] = session.windows()
    session.closeWindow(window?.id ?? '')
    await expect(page.getByRole('alertdialog')).toContainText('1 stream is live.')
  }
  await ask()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await ask()
  await page.getByRole('button', { name: 'Keep running' }).click()
  await waitFor(() => session.windows().length === 0, 'the window to close')
  await browser.close()
  expect(session.processes('server/dist/main.js')).not.toEqual([])
  expect(await session.launch([]).ended).toBe(0)
  await session.window(/ – Parley$/)
  browser = await watchChromium(session)
  page = await firstPage(browser)
  await expect(page.getByText('200 OK').first()).toBeVisible()
  await ask()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  expect(await app.ended).toBe(0)
  expect(session.processes('server/dist/main.js')).toEqual([])
})

test('a server that dies is started again from its window, which keeps what was typed @nightly', async () => {
  await open()
  session.press('ctrl+t')
  await page.keyboard.type('http://127.0.0.1:9/typed')
  session.kill('--desktop')
  await expect(page.getByText(serverStopped)).toBeVisible()
  await page.keyboard.type('/after')
  await page.getByRole('button', { name: 'Restart' }).click()
  await expect(page.getByText(serverStopped)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveText('http://127.0.0.1:9/typed/after')
  await page.getByRole('treeitem', { name: 'List books', exact: true }).dblclick()
  session.press('ctrl+Return')
  await expect(page.getByText('200 OK').first()).toBeVisible()
})

test('an app that dies takes its server along, and the journal has the tabs', async () => {
  await open()
  session.press('ctrl+t')
  const isSaved = savedTabs(page, 'journaled')
  await page.keyboard.type('http://127.0.0.1:9/journaled')
  await session.window(/^\/journaled/)
  await isSaved
  session.kill('desktop/dist/main.js')
  await waitFor(() => session.processes('server/dist/main.js').length === 0, 'the server to end', {
    timeoutMs: 10_000,
  })
  await waitFor(() => session.processes('/chromium').length === 0, 'Chromium to end', { timeoutMs: 20_000 })
  await open()
  await expect(page.getByRole('tab', { name: /journaled/ })).toBeVisible()
})

test('a Chromium that dies comes back with its windows and their tabs', async () => {
  await open()
  const isSaved = savedTabs(page, 'browser-died')
  session.press('ctrl+t')
  await page.keyboard.type('http://127.0.0.1:9/browser-died')
  await isSaved
  const before = session.processes('--remote-debugging-pipe').map(({ pid }) => pid)
  session.kill('--remote-debugging-pipe')
  await browser.close()
  await waitFor(
    () => session.processes('--remote-debugging-pipe').some(({ pid }) => !before.includes(pid)),
    'another Chromium',
    { timeoutMs: 30_000 },
  )
  await session.window(/^\/browser-died – Bookshop – Parley$/)
  expect(session.processes('server/dist/main.js')).not.toEqual([])
})

test('F11 fills the screen and leaves it, and another window has its own tabs', async () => {
  await open()
  const isFull = () => page.evaluate(() => innerHeight === screen.height && innerWidth === screen.width)
  expect(await isFull()).toBe(false)
  session.press('F11')
  await expect.poll(isFull).toBe(true)
  session.press('F11')
  await expect.poll(isFull).toBe(false)
  session.press('ctrl+shift+n')
  await waitFor(() => session.windows().length === 2, 'another window', { timeoutMs: 30_000 })
  const other = await waitFor(
    () => appPages(browser).find(one => one !== page && one.url().startsWith('http://127.0.0.1')),
    'the page of the other window',
    { timeoutMs: 30_000 },
  )
  const tabsOf = (one: Page) => one.getByRole('tablist', { name: 'Open requests' }).getByRole('tab')
  await expect(other.getByRole('textbox', { name: 'URL' })).toBeVisible()
  const before = await tabsOf(page).count()
  const others = await tabsOf(other).count()
  await other.bringToFront()
  await other.keyboard.press('Control+t')
  await expect(tabsOf(other)).toHaveCount(others + 1)
  await expect(tabsOf(page)).toHaveCount(before)
})

test('a server that is suspended goes on with its streams and windows (DT1) @nightly', async () => {
  await open()
  await page.getByRole('treeitem', { name: 'Stock updates', exact: true }).dblclick()
  await page.getByRole('tab', { name: 'Stock updates', exact: true, selected: true }).waitFor()
  session.press('ctrl+Return')
  await expect(page.getByText('200 OK').first()).toBeVisible()
  const [server] = session.processes('--desktop')
  if (server === undefined) throw new Error('The server is not running')
  process.kill(server.pid, 'SIGSTOP')
  await waitFor(() => / T /.test(readFileSync(`/proc/${server.pid}/stat`, 'utf8')), 'the server to stop')
  process.kill(server.pid, 'SIGCONT')
  await page.getByRole('treeitem', { name: 'List books', exact: true }).dblclick()
  session.press('ctrl+Return')
  await expect(page.getByText('200 OK').first()).toBeVisible()
  await session.window(/^List books – Bookshop – Parley$/)
  const [window] = session.windows()
  session.closeWindow(window?.id ?? '')
  await expect(page.getByRole('alertdialog')).toContainText('1 stream is live.')
})

test('a page that dies is loaded again once, then Restart loads it', async () => {
  await open()
  const isSaved = savedTabs(page, 'crashed')
  session.press('ctrl+t')
  await page.keyboard.type('http://127.0.0.1:9/crashed')
  await isSaved
  session.kill('--type=renderer')
  // What crashed is of no use to the test any more.
  await browser.close()
  ;({ browser, page } = await watchAfterCrash(session))
  await expect(page.getByRole('tab', { name: /crashed/ })).toBeVisible()
  session.kill('--type=renderer')
  await session.window(/^Stopped – Parley$/)
  session.press('Tab', 'Return')
  await session.window(/^\/crashed – Bookshop – Parley$/)
})

test('a sign-in uses the browser of the system, and brings the window to the front', async () => {
  const visited = session.fake('browser')
  const oauth = await startOAuthServer()
  try {
    app = session.launch(['--host', 'chromium'], {
      PARLEY_CHROMIUM: watchableChromium(session),
      PARLEY_BROWSER: join(session.folder, 'bin/browser'),
    })
    await session.window(/ – Parley$/)
    browser = await watchChromium(session)
    page = await firstPage(browser)
    await newRequest(page, `${oauth.origin}/api`)
    await chooseType(page, 'OAuth 2.0')
    await field(page, 'Authorization URL').fill(`${oauth.origin}/authorize`)
    await field(page, 'Token URL').fill(`${oauth.origin}/token`)
    await field(page, 'Client ID').fill('desktop')
    await page.getByRole('button', { name: getNewToken }).click()
    await waitFor(() => visited().includes(oauth.origin), 'the browser of the system')
    const address = new URL(visited().trim())
    expect(address.searchParams.get('code_challenge_method')).toBe('S256')
    expect(address.searchParams.get('state')).toMatch(/.{16,}/)
    const [window] = session.windows()
    session.xdotool('windowminimize', window?.id ?? '')
    await waitFor(() => session.windows().length === 0, 'the window to be minimised')
    expect(await (await fetch(address)).text()).toContain('You are signed in')
    await session.window(/ – Parley$/)
    await expect(page.getByRole('group', { name: 'Token', exact: true })).toContainText(/••••••ry-\d/)
  } finally {
    await oauth.close()
  }
})
