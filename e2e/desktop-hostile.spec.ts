import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@parley/testkit'
import { expect, test } from '@playwright/test'
import * as z from 'zod'
import { DesktopSession, missingForDesktop } from './support/desktop/desktop-session.ts'
import { webviewBinding } from './support/desktop/webview-desktop.ts'

const missing = missingForDesktop()
test.skip(missing.length > 0, `The desktop app is not tested without ${missing.join(', ')}.`)

let session: DesktopSession

test.beforeEach(async () => {
  session = await DesktopSession.start()
})

test.afterEach(() => session.close())

interface Failure {
  readonly args: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
  readonly code: number
  readonly sentence: RegExp
}

/** Each ends with a sentence that says what to do, and leaves no process behind. */
const failures: Readonly<Record<string, Failure>> = {
  'no display (DT1)': {
    args: [],
    environment: { DISPLAY: '', WAYLAND_DISPLAY: '' },
    code: 3,
    sentence: /There is no display, so no window can be shown\. Set DISPLAY/,
  },
  'an unknown host': {
    args: ['--host', 'lynx'],
    code: 3,
    sentence: /--host takes webview, chromium, browser\./,
  },
  'a path that is not there': {
    args: ['/no/such/path'],
    code: 3,
    sentence: /\/no\/such\/path does not exist\./,
  },
  'an option in the place of a link (DT1)': {
    args: ['--', '--no-sandbox'],
    code: 3,
    sentence: /does not exist\./,
  },
  'two targets': { args: ['/tmp', '/tmp'], code: 3, sentence: /too many arguments|one workspace/ },
}

for (const [name, { args, environment, code, sentence }] of Object.entries(failures))
  test(`${name} ends with a sentence`, async () => {
    const app = session.launch([...args], environment)
    expect(await app.ended, app.errors()).toBe(code)
    expect(app.errors()).toMatch(sentence)
    expect(session.processes('main.js')).toEqual([])
  })

/** In each the next host shows the window, and one sentence says why. */
const fallbacks: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  'a binding that is missing (DT1)': { PARLEY_WEBVIEW_BINDING: '/no/such/binding.node' },
  'a binding that is no library (DT1)': { PARLEY_WEBVIEW_BINDING: '/etc/hostname' },
}

for (const [name, environment] of Object.entries(fallbacks))
  test(`${name} leaves Chromium as the host`, async () => {
    const app = session.launch([], environment)
    await session.window(/ – Parley$/)
    expect(app.errors()).toMatch(/No webview can be used: .+\./)
    expect(session.processes('--remote-debugging-pipe')).not.toEqual([])
  })

const { glibcVersionRuntime } = z
  .object({ header: z.object({ glibcVersionRuntime: z.string() }) })
  .parse(process.report.getReport()).header

test('a binding for a newer C library leaves Chromium as the host, as packages ship it (DT1)', async () => {
  const [, minor = '0'] = glibcVersionRuntime.split('.')
  test.skip(webviewBinding === null || Number(minor) >= 39, 'The C library of this system is new enough.')
  const app = session.launch([])
  await session.window(/ – Parley$/)
  expect(app.errors()).toMatch(/No webview can be used: this system’s C library is older than GLIBC 2\.39\./)
  expect(session.processes('--remote-debugging-pipe')).not.toEqual([])
})

test('a profile that cannot be created is said, and the browser is the last resort (DT1)', async () => {
  const opened = session.fake('xdg-open')
  mkdirSync(session.home, { mode: 0o700 })
  writeFileSync(join(session.home, 'chromium'), '')
  // Without a Chromium in the path, the browser of the system gets the page.
  const app = session.launch(['--host', 'chromium'], { PARLEY_CHROMIUM: '/usr/bin/chromium' })
  await waitFor(
    () => /profile .+ could not be created/.test(app.errors()),
    () => app.errors(),
    { timeoutMs: 20_000 },
  )
  expect(opened()).not.toContain('token')
})

test('on a display that does not answer the browser is the last resort, which gets a file without the token', async () => {
  // The page opens in an app window of the Chromium in the path, as parley serve opens it.
  const opened = session.fake('chromium')
  const app = session.launch(['--host', 'chromium'], {
    DISPLAY: ':4242',
    PARLEY_CHROMIUM: '/usr/bin/chromium',
  })
  await waitFor(
    () => opened() !== '',
    () => `the browser ${app.errors()}`,
    { timeoutMs: 30_000 },
  )
  expect(app.errors()).toMatch(/could not show a window\. Check that there is a display/)
  expect(opened()).toMatch(/^(?:--no-sandbox\n--test-type\n)?--app=file:\/\/\S+\/open-\d+-[\w-]+\.html\n$/)
})

test('Settings choose the host of the next start, and --host wins', async () => {
  const opened = session.fake('chromium')
  mkdirSync(session.home, { mode: 0o700 })
  writeFileSync(join(session.home, 'settings.json'), '{"appearance":{"desktopWindow":"browser"}}')
  const first = session.launch([], { PARLEY_CHROMIUM: '/usr/bin/chromium' })
  await waitFor(
    () => opened().includes('--app=file:'),
    () => `the browser ${first.errors()}`,
    { timeoutMs: 30_000 },
  )
  expect(session.processes('--remote-debugging-pipe')).toEqual([])
  session.kill('desktop/dist/main.js')
  await first.ended
  await waitFor(() => session.processes('server/dist/main.js').length === 0, 'the server to end')
  session.launch(['--host', 'chromium'], { PARLEY_CHROMIUM: '/usr/bin/chromium' })
  await session.window(/ – Parley$/)
  expect(session.processes('--remote-debugging-pipe')).not.toEqual([])
})

test('Wayland without X is tried by each host in turn, and the browser is the last resort (DT1)', async () => {
  const opened = session.fake('chromium')
  const app = session.launch(['--host', 'chromium'], {
    DISPLAY: '',
    WAYLAND_DISPLAY: 'wayland-4242',
    PARLEY_CHROMIUM: '/usr/bin/chromium',
  })
  await waitFor(
    () => opened() !== '',
    () => `the browser ${app.errors()}`,
    { timeoutMs: 30_000 },
  )
  expect(app.errors()).toMatch(/could not show a window\. Check that there is a display/)
})

for (const [kind, target] of [
  ['file', 'shop.json'],
  ['link', 'parley://import?url=http%3A%2F%2F127.0.0.1%3A9%2Fapi.json'],
] as const)
  test(`beside parley serve, a ${kind} is named as not opened, and its page opens in the browser`, async () => {
    const opened = session.fake('chromium')
    const server = session.serve()
    await waitFor(() => existsSync(join(session.home, 'instance.json')), 'parley serve', {
      timeoutMs: 30_000,
    })
    const path = join(session.folder, target)
    if (kind === 'file') writeFileSync(path, '{}')
    const app = session.launch(['--host', 'chromium', '--', kind === 'file' ? path : target])
    expect(await app.ended, app.errors()).toBe(0)
    expect(app.errors()).toContain(`The ${kind} was not opened; open it on that page.`)
    await waitFor(
      () => opened().includes('--app=file:'),
      () => `the page in the browser (${opened()} ${app.errors()})`,
    )
    expect(opened()).not.toMatch(/shop\.json|parley:|token/)
    expect(session.processes('--remote-debugging-pipe')).toEqual([])
    expect(server.child.exitCode).toBe(null)
  })

test('of two starts in the same second, one shows its window (DT1)', async () => {
  const first = session.launch(['--host', 'chromium'])
  const second = session.launch(['--host', 'chromium'])
  await session.window(/ – Parley$/)
  const code = await Promise.race([first.ended, second.ended])
  expect(code).toBe(0)
  await waitFor(() => session.processes('main.js --desktop').length === 1, 'one server')
  // A window that shows is not listed before it is managed.
  await waitFor(() => session.windows().length > 0, 'the window')
  expect(session.windows()).toHaveLength(1)
})

test('with two pixels for one, a window is in sight and keeps its size (DT1)', async () => {
  const program = join(session.folder, 'scaled-chromium')
  writeFileSync(program, '#!/bin/sh\nexec /usr/bin/chromium --force-device-scale-factor=2 "$@"\n')
  chmodSync(program, 0o755)
  const app = session.launch(['--host', 'chromium'], { PARLEY_CHROMIUM: program })
  const window = await session.window(/ – Bookshop – Parley$/)
  const state = join(session.home, 'window.json')
  await waitFor(() => existsSync(state), 'the place to be stored', { timeoutMs: 20_000 })
  const [display, placement] = JSON.parse(readFileSync(state, 'utf8')).placements.at(-1)
  const [, , width] = display.split(',').map(Number)
  expect(width).toBe(700)
  expect(placement.x).toBeLessThan(width)
  session.xdotool('windowactivate', '--sync', window)
  let code: number | null | undefined
  void app.ended.then(ended => {
    code = ended
  })
  // Chromium drops keys before it has drawn a page for the first time.
  const pressUntilEnded = () => {
    if (code === undefined) session.press('ctrl+q')
    return code !== undefined
  }
  await waitFor(pressUntilEnded, 'the app to end', { timeoutMs: 60_000, intervalMs: 1000 })
  expect(code).toBe(0)
})

test('no token is in a command line, a log or a file that others can read', async () => {
  const app = session.launch([], webviewBinding === null ? {} : { PARLEY_WEBVIEW_BINDING: webviewBinding })
  await session.window(/ – Bookshop – Parley$/)
  const { address } = JSON.parse(readFileSync(join(session.home, 'instance.json'), 'utf8'))
  const token = String(address).split('token=')[1] ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(session.processes(token)).toEqual([])
  expect(app.errors()).not.toContain(token)
})
