import { EventEmitter } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import type { WindowListener } from '../../desktop-host.ts'
import { channel, ElectronHost, type UsedElectron } from './electron-host.ts'

/** A window of Electron, as far as the host uses it: what was called, and events on demand. */
class StubWindow extends EventEmitter {
  static all: StubWindow[] = []
  static getAllWindows = () => StubWindow.all
  readonly calls: unknown[][] = []
  readonly webContents = Object.assign(new EventEmitter(), {
    ipc: new EventEmitter(),
    openHandler: (_details: { url: string }): unknown => undefined,
    setWindowOpenHandler: (handler: (details: { url: string }) => unknown) => {
      this.webContents.openHandler = handler
    },
    setZoomFactor: (factor: number) => this.calls.push(['zoom', factor]),
  })
  readonly options: Record<string, unknown>
  constructor(options: Record<string, unknown>) {
    super()
    this.options = options
    StubWindow.all.push(this)
  }
  loadURL = async (address: string) => void this.calls.push(['load', address])
  setMenu = (menu: unknown) => void this.calls.push(['menu', menu])
  setTitle = (title: string) => void this.calls.push(['title', title])
  destroy = () => void this.emit('closed')
  isMinimized = () => false
  isFullScreen = () => false
  isMaximized = () => false
  getNormalBounds = () => ({ x: 1, y: 2, width: 1000, height: 700 })
}

const workArea = { x: 0, y: 0, width: 1400, height: 900 }
let answers: boolean[]
let seen: unknown[][]
let mayClose: boolean

function stub(): UsedElectron {
  const session = {
    defaultSession: {
      setPermissionRequestHandler: (handler: (...args: unknown[]) => void) =>
        handler(null, 'media', (answer: boolean) => answers.push(answer)),
      setPermissionCheckHandler: (handler: () => boolean) => answers.push(handler()),
    },
  }
  const electron = {
    app: { whenReady: async () => {} },
    BrowserWindow: StubWindow,
    Menu: { buildFromTemplate: (template: unknown) => template, setApplicationMenu() {} },
    nativeTheme: { themeSource: 'system' },
    screen: {
      getPrimaryDisplay: () => ({ workArea }),
      getAllDisplays: () => [{ workArea }],
      getDisplayMatching: () => ({ workArea }),
    },
    session,
  }
  // The stub has what the host uses, which is a small part of Electron.
  return electron as unknown as UsedElectron
}

const listener: WindowListener = {
  onPlaced: (...args) => void seen.push(['placed', ...args]),
  onMessage: text => void seen.push(['message', text]),
  onCloseAsked: () => mayClose,
  onClosed: () => void seen.push(['closed']),
  onLost: () => void seen.push(['lost']),
  onMenu: id => void seen.push(['menu', id]),
  onNavigation: address => void seen.push(['navigation', address]),
  onNewWindow: address => void seen.push(['newWindow', address]),
  onCrashed: () => void seen.push(['crashed']),
}

beforeEach(() => {
  StubWindow.all = []
  answers = []
  seen = []
  mayClose = true
})

async function open() {
  const host = new ElectronHost(stub(), '/preload.cjs')
  const menus = [
    { label: 'File', items: [{ kind: 'command', id: 'save', label: 'Save', keys: 'Mod+S' } as const] },
  ]
  const shown = await host.openWindow(
    {
      address: 'http://127.0.0.1:1/#token=t',
      placement: null,
      zoom: 1.5,
      isDark: true,
      menus,
      serverProcessId: 1,
    },
    listener,
  )
  const [window] = StubWindow.all
  if (window === undefined) throw new Error('No window was created')
  return { host, shown, window }
}

test('the page has a sandbox, a context of its own and no permissions', async () => {
  const { window } = await open()
  expect(window.options).toMatchObject({
    minWidth: 900,
    minHeight: 560,
    webPreferences: {
      preload: '/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
    },
  })
  expect(answers).toEqual([false, false])
  expect(window.calls).toContainEqual(['load', 'http://127.0.0.1:1/#token=t'])
  expect(window.calls).toContainEqual(['zoom', 1.5])
})

test.each(['will-navigate', 'will-redirect'])('%s leaves the page where it is (DT1)', async name => {
  const { window } = await open()
  let prevented = 0
  const go = (url: string, isMainFrame = true) =>
    window.webContents.emit(name, { url, isMainFrame, preventDefault: () => (prevented += 1) })
  go('http://127.0.0.1:1/other')
  go('http://evil.test/', false)
  expect(prevented).toBe(0)
  go('http://evil.test/')
  go('file:///etc/passwd')
  expect(prevented).toBe(2)
  expect(seen).toEqual([
    ['navigation', 'http://evil.test/'],
    ['navigation', 'file:///etc/passwd'],
  ])
})

test('another window is never opened (DT1)', async () => {
  const { window } = await open()
  expect(window.webContents.openHandler({ url: 'https://example.com/' })).toEqual({ action: 'deny' })
  expect(seen).toEqual([['newWindow', 'https://example.com/']])
})

test('only the page itself is heard (DT1)', async () => {
  const { window } = await open()
  const say = (url: string | null, text: unknown) =>
    window.webContents.ipc.emit(channel, { senderFrame: url === null ? null : { url } }, text)
  say('http://127.0.0.1:1/', 'own')
  say('http://evil.test/', 'other')
  say(null, 'none')
  say('http://127.0.0.1:1/', { not: 'a text' })
  expect(seen).toEqual([['message', 'own']])
})

test('closing can be refused; a crash, a place and a menu are reported', async () => {
  const { window, shown, host } = await open()
  mayClose = false
  let prevented = 0
  window.emit('close', { preventDefault: () => (prevented += 1) })
  expect(prevented).toBe(1)
  window.webContents.emit('render-process-gone')
  window.emit('move')
  const menu = window.calls.find(([name]) => name === 'menu')?.[1]
  expect(menu).toMatchObject([
    {
      label: 'File',
      submenu: [{ label: 'Save', accelerator: 'CommandOrControl+S', registerAccelerator: false }],
    },
  ])
  shown.setTitle('A – Parley')
  expect(window.calls).toContainEqual(['title', 'A – Parley'])
  await host.close()
  expect(seen).toEqual([
    ['crashed'],
    ['placed', { x: 1, y: 2, width: 1000, height: 700, isMaximized: false }, workArea],
    ['closed'],
  ])
})
