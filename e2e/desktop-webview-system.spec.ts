import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startOAuthServer, waitFor } from '@parley/testkit'
import { expect, test } from '@playwright/test'
import { DesktopSession, missingForDesktop } from './support/desktop/desktop-session.ts'
import { button, text, treeItem, WebviewDriver, webviewBinding } from './support/desktop/webview-desktop.ts'
import { getNewToken } from './support/sentences.ts'

/** What the webview has of the system: screens, windows, the browser, sleep and display servers. */
const missing = [...missingForDesktop(), ...(webviewBinding === null ? ['@webviewjs/webview'] : [])]
test.skip(missing.length > 0, `The webview is not tested without ${missing.join(', ')}.`)

let session: DesktopSession
let page: WebviewDriver | null = null

test.beforeEach(async () => {
  session = await DesktopSession.start()
})

test.afterEach(async ({ browserName: _ }, info) => {
  if (info.status !== info.expectedStatus) session.screenshot(info.outputPath('desktop.png'))
  await page?.close()
  page = null
  await session.close()
})

async function open(environment: NodeJS.ProcessEnv = {}): Promise<WebviewDriver> {
  page = await WebviewDriver.start(session, [], environment)
  await session.window(/ – Bookshop – Parley$/)
  await page.ready()
  return page
}

/** Presses keys until a window has a title: a webview takes no keys before it has drawn its page. */
async function pressUntilShown(keys: string, title: RegExp): Promise<string> {
  const find = () => {
    const found = session.windows().find(one => title.test(one.title))
    if (found === undefined) session.press(keys)
    return found
  }
  return (await waitFor(find, `a window ${title}`, { timeoutMs: 60_000, intervalMs: 1000 })).id
}

/** Reads a field of the form, whatever shows it. */
const readField =
  "const field = [...document.querySelectorAll('main [aria-label]')].find(one => one.ariaLabel === arguments[0]); return field.value ?? field.textContent"

const openTabs = (shown: WebviewDriver) =>
  shown.run('return document.querySelectorAll(\'[aria-label="Open requests"] [role=tab]\').length')

test('F11 fills the screen and leaves it', async () => {
  const shown = await open()
  const isFull = async () =>
    shown.run('return innerWidth === screen.width && innerHeight >= screen.height - 40')
  expect(await isFull()).toBe(false)
  session.press('F11')
  await expect.poll(isFull, { timeout: 20_000 }).toBe(true)
  session.press('F11')
  await expect.poll(isFull, { timeout: 20_000 }).toBe(false)
})

test('the theme of the page is that of the window, and of its next start', async () => {
  const shown = await open()
  session.press('ctrl+comma')
  await shown.click(
    "//*[@role='dialog'][@aria-label='Settings']//*[@role='tab'][normalize-space()='Appearance']",
  )
  await shown.click("//*[@role='radio'][contains(., 'Dark')] | //label[contains(., 'Dark')]")
  const stored = () => {
    const path = join(session.home, 'window.json')
    return existsSync(path) && JSON.parse(readFileSync(path, 'utf8')).isDark === true
  }
  await waitFor(stored, 'the theme to be stored', { timeoutMs: 20_000 })
  await expect.poll(() => shown.run("return matchMedia('(prefers-color-scheme: dark)').matches")).toBe(true)
})

test('another window has its own tabs, and closing it leaves the first @nightly', async () => {
  const shown = await open()
  const before = await openTabs(shown)
  session.press('ctrl+shift+n')
  await waitFor(() => session.windows().length === 2, 'another window', { timeoutMs: 30_000 })
  await waitFor(
    () => session.windows().every(({ title }) => / – Bookshop – Parley$|^Bookshop – Parley$/.test(title)),
    () => `the page in both (${JSON.stringify(session.windows())})`,
    { timeoutMs: 60_000 },
  )
  const other = await pressUntilShown('ctrl+t', /^Untitled request – Bookshop – Parley$/)
  expect(await openTabs(shown)).toBe(before)
  session.closeWindow(other)
  await waitFor(() => session.windows().length === 1, 'the other window to close', { timeoutMs: 20_000 })
  await session.window(/^List books – Bookshop – Parley$/)
  expect(await openTabs(shown)).toBe(before)
  expect(session.processes('server/dist/main.js')).not.toEqual([])
})

test('a sign-in uses the browser of the system, and brings the window to the front @nightly', async () => {
  const visited = session.fake('browser')
  const oauth = await startOAuthServer()
  try {
    const shown = await open({ PARLEY_BROWSER: join(session.folder, 'bin/browser') })
    session.press('ctrl+t')
    await session.window(/^Untitled request – /)
    session.xdotool('type', '--delay', '30', `${oauth.origin}/api`)
    await session.window(/^\/api – /)
    await shown.click("//*[@role='tab'][normalize-space()='Authorization']")
    await shown.click(button('Type'))
    await shown.click("//*[@role='menuitem'][contains(., 'OAuth 2.0')]")
    const fields = {
      'Authorization URL': `${oauth.origin}/authorize`,
      'Token URL': `${oauth.origin}/token`,
      'Client ID': 'desktop',
    }
    for (const [label, value] of Object.entries(fields)) {
      await shown.click(`//main//*[@aria-label='${label}']`)
      session.xdotool('type', '--delay', '30', value)
      await expect.poll(() => shown.run(readField, label), { timeout: 20_000 }).toBe(value)
    }
    await shown.click(button(getNewToken))
    await waitFor(() => visited().includes(oauth.origin), 'the browser of the system', { timeoutMs: 20_000 })
    const address = new URL(visited().trim())
    expect(address.searchParams.get('code_challenge_method')).toBe('S256')
    expect(address.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(address.searchParams.get('state')).toMatch(/.{16,}/)
    const [window] = session.windows()
    session.xdotool('windowminimize', window?.id ?? '')
    await waitFor(() => session.windows().length === 0, 'the window to be minimised')
    expect(await (await fetch(address)).text()).toContain('You are signed in')
    await session.window(/ – Parley$/)
    await shown.find("//*[@role='group'][@aria-label='Token'][contains(., '••••••ry-')]")
  } finally {
    await oauth.close()
  }
})

test('a server that is suspended goes on with its streams and windows (DT1)', async () => {
  const shown = await open()
  await shown.click(treeItem('Stock updates'))
  await session.window(/^Stock updates – /)
  session.press('ctrl+Return')
  await shown.find(text('200 OK'))
  const [server] = session.processes('main.js --desktop')
  if (server === undefined) throw new Error('The server is not running')
  process.kill(server.pid, 'SIGSTOP')
  await waitFor(() => / T /.test(readFileSync(`/proc/${server.pid}/stat`, 'utf8')), 'the server to stop')
  // The window itself still follows its user.
  session.press('ctrl+t')
  await session.window(/^Untitled request – Bookshop – Parley$/)
  process.kill(server.pid, 'SIGCONT')
  await shown.click(treeItem('List books'))
  await session.window(/^List books – /)
  session.press('ctrl+Return')
  await shown.find(text('200 OK'))
  const [window] = session.windows()
  session.closeWindow(window?.id ?? '')
  await shown.find(text('1 stream is live.'))
})

test('on Wayland without X that does not answer the next host is tried, and each says why (DT1)', async () => {
  const opened = session.fake('chromium')
  const app = session.launch(['--host', 'webview'], {
    DISPLAY: '',
    WAYLAND_DISPLAY: 'wayland-4242',
    PARLEY_WEBVIEW_BINDING: webviewBinding ?? '',
    PARLEY_CHROMIUM: '/usr/bin/chromium',
  })
  await waitFor(
    () => opened() !== '',
    () => `the browser ${app.errors()}`,
    { timeoutMs: 30_000 },
  )
  expect(app.errors()).toMatch(/The window system refused to show a webview\./)
  expect(app.errors()).toMatch(/could not show a window\. Check that there is a display/)
})

test('on Wayland without X the window shows the page, sends, and is closed by its command (DT1)', async () => {
  test.skip(!existsSync('/usr/bin/weston'), 'Wayland is not tested without weston.')
  const environment = {
    DISPLAY: '',
    GDK_BACKEND: 'wayland',
    WAYLAND_DISPLAY: 'parley-wayland',
    XDG_RUNTIME_DIR: session.folder,
  }
  const options = [
    '--backend=headless-backend.so',
    '--socket=parley-wayland',
    '--idle-time=0',
    '--width=1400',
    '--height=900',
  ]
  const compositor = spawn('/usr/bin/weston', options, {
    env: { ...session.environment, ...environment },
    stdio: 'ignore',
  })
  try {
    await waitFor(() => existsSync(join(session.folder, 'parley-wayland')), 'the compositor')
    page = await WebviewDriver.start(session, [], environment)
    await page.click(treeItem('List books'))
    await page.click(button('Send'))
    await page.find(text('200 OK'))
    expect(session.windows()).toEqual([])
    await page.run("parleyDesktop.postMessage(JSON.stringify({ type: 'quit' }))").catch(() => {})
    await waitFor(() => session.processes('main.js').length === 0, 'the app to end', { timeoutMs: 20_000 })
  } finally {
    compositor.kill()
  }
})
