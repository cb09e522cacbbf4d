import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@parley/testkit'
import { expect, test } from '@playwright/test'
import { DesktopSession, missingForDesktop } from './support/desktop/desktop-session.ts'
import { button, text, treeItem, WebviewDriver, webviewBinding } from './support/desktop/webview-desktop.ts'
import { stayedOnPage } from './support/sentences.ts'

const missing = [...missingForDesktop(), ...(webviewBinding === null ? ['@webviewjs/webview'] : [])]
test.skip(missing.length > 0, `The webview is not tested without ${missing.join(', ')}.`)

let session: DesktopSession
let page: WebviewDriver

test.beforeEach(async () => {
  session = await DesktopSession.start()
})

test.afterEach(async ({ browserName: _ }, info) => {
  if (info.status !== info.expectedStatus) session.screenshot(info.outputPath('desktop.png'))
  await page?.close()
  await session.close()
})

async function open(args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Promise<void> {
  page = await WebviewDriver.start(session, args, environment)
  await session.window(/ – Bookshop – Parley$/)
  await page.ready()
}

test('sends, downloads and uploads, and keys of a person reach the page', async () => {
  await open()
  await page.click(treeItem('List books'))
  await page.click(button('Send'))
  await page.find(text('200 OK'))
  await page.click(button('Download'))
  await page.find(text('books.json'))
  expect(readdirSync(join(session.folder, 'Downloads'))).toEqual(['books.json'])
  const upload = join(session.folder, 'upload.json')
  writeFileSync(upload, '[]')
  session.press('ctrl+t')
  await session.window(/^Untitled request – Bookshop – Parley$/)
  session.press('ctrl+w')
  await session.window(/^List books – Bookshop – Parley$/)
  expect(session.processes('token=')).toEqual([])
})

test('an item of the menu runs its command in the window', async () => {
  await open()
  const window = await session.window(/ – Parley$/)
  session.xdotool('mousemove', '--window', window, '20', '12')
  session.xdotool('click', '1')
  // The third item of File is Import.
  session.press('Down', 'Down', 'Down', 'Return')
  await page.find("//*[@role='dialog'][@aria-label='Import']")
  await page.type("//*[@role='dialog']//input[@type='file'][1]", collection())
  await page.find(`//*[@role='dialog']${text('Postman')}`)
})

/** Writes a collection, and returns its path. */
function collection(): string {
  const path = join(session.folder, 'shop.json')
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  writeFileSync(path, JSON.stringify({ info: { name: 'Shop', schema }, item: [] }))
  return path
}

test('the window stays on its page, and links go to the browser of the system (DT1)', async () => {
  const opened = session.fake('xdg-open')
  await open()
  await page.run("location.href = 'http://evil.test/'")
  await page.find(text(stayedOnPage))
  const window = await session.window(/ – Parley$/)
  // A webview opens windows only for a person who clicks.
  const openByClick = async (address: string) => {
    await page.run(`addEventListener('click', () => window.open('${address}'), { once: true })`)
    session.xdotool('mousemove', '--window', window, '700', '500')
    session.xdotool('click', '1')
  }
  await openByClick('http://opened.test/a')
  await waitFor(() => opened().includes('http://opened.test/a'), 'the browser of the system')
  await openByClick('file:///etc/passwd')
  await page.find(text('The link was not opened.'))
  expect(session.windows()).toHaveLength(1)
  expect(opened()).toBe('http://opened.test/a\n')
})

test('messages that are too long or of no known kind are ignored (DT1)', async () => {
  await open()
  await page.run("parleyDesktop.postMessage('x'.repeat(100_000_000))")
  await page.run("parleyDesktop.postMessage(JSON.stringify({ type: 'openLink', url: 'file:///etc/passwd' }))")
  await page.find(text('The link was not opened.'))
  for (const message of ['', '{', '{"type":"run","command":"rm"}', '[1]', 'null'])
    await page.run('parleyDesktop.postMessage(arguments[0])', message)
  session.press('ctrl+t')
  await session.window(/^Untitled request – Bookshop – Parley$/)
})

test('place, zoom and tabs are kept', async () => {
  await open()
  const window = await session.window(/ – Parley$/)
  session.xdotool('windowsize', window, '1010', '640')
  session.xdotool('windowmove', window, '150', '120')
  session.press('ctrl+plus')
  const state = join(session.home, 'window.json')
  const stored = () => (existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : null)
  await waitFor(
    () => stored()?.placements.at(-1)?.[1].width === 1010 && stored().zoom > 1,
    () => `the place to be stored (${JSON.stringify(stored())})`,
    { timeoutMs: 30_000 },
  )
  const inner = await page.run('return innerWidth')
  session.press('ctrl+q')
  await waitFor(() => session.processes('main.js').length === 0, 'the app to end', { timeoutMs: 20_000 })
  await page.close()
  await open()
  await waitFor(async () => (await page.run('return innerWidth')) === inner, 'the same size and zoom')
})

test('closing asks while a stream is live', async () => {
  await open()
  await page.click(treeItem('Stock updates'))
  await session.window(/^Stock updates – /)
  session.press('ctrl+Return')
  await page.find(text('200 OK'))
  const window = await session.window(/ – Parley$/)
  session.closeWindow(window)
  await page.find(text('1 stream is live.'))
  await page.click(button('Cancel'))
  expect(session.windows()).toHaveLength(1)
  session.closeWindow(window)
  // The window closes before the driver can answer.
  await page.click("//*[@role='alertdialog']//button[normalize-space()='Close']").catch(() => {})
  await waitFor(() => session.processes('main.js').length === 0, 'the app to end', { timeoutMs: 20_000 })
})

test('a server that dies is started again from its window, which keeps what was typed', async () => {
  await open()
  session.press('ctrl+t')
  await session.window(/^Untitled request – Bookshop – Parley$/)
  session.xdotool('type', '--delay', '30', 'http://127.0.0.1:9/typed')
  await session.window(/^\/typed – /)
  session.kill('--desktop')
  await page.click(button('Restart'))
  await waitFor(
    async () => !String(await page.run('return document.body.innerText')).includes('has stopped'),
    'the server',
  )
  await page.click(treeItem('List books'))
  await session.window(/^List books – /)
  session.press('ctrl+Return')
  await page.find(text('200 OK'))
  await page.find("//*[@role='tab'][contains(., '/typed')]")
})

test('a page that dies is loaded again', async () => {
  await open()
  const before = session.processes('WebKitWebProcess').map(({ pid }) => pid)
  session.kill('WebKitWebProcess')
  await waitFor(
    () => session.processes('WebKitWebProcess').some(({ pid }) => !before.includes(pid)),
    'another process of the page',
    { timeoutMs: 60_000 },
  )
  await session.window(/^List books – Bookshop – Parley$/)
})

test('an app that dies takes its server along', async () => {
  await open()
  session.kill('desktop/dist/main.js')
  await waitFor(() => session.processes('server/dist/main.js').length === 0, 'the server to end', {
    timeoutMs: 10_000,
  })
})

test('a second start shows the window @nightly', async () => {
  await open()
  expect(await session.launch([]).ended).toBe(0)
  expect(await session.launch(['--', 'parley://open?path=%2Ftmp']).ended).toBe(0)
  await page.find("//*[@role='dialog']//input[@value='/tmp']")
  expect(session.windows()).toHaveLength(1)
})
