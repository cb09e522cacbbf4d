import type * as Electron from 'electron'
import {
  type DesktopHost,
  HostError,
  type HostWindow,
  type NewWindow,
  type WindowListener,
} from '../../desktop-host.ts'
import { backgrounds } from '../../notice-pages.ts'
import { minimumSize, placeInSight } from '../../window-state.ts'
import { electronMenu } from './electron-menu.ts'

/** The parts of Electron that the host uses. */
export type UsedElectron = Pick<
  typeof Electron,
  'app' | 'BrowserWindow' | 'Menu' | 'ipcMain' | 'nativeTheme' | 'screen' | 'session'
>

/** The channel of the preload script. */
export const channel = 'parley-desktop'

/**
 * Shows windows in Electron, for systems that the webview's binding is not built for. Parley's own tests run it
 * against a stub only; the workflow `electron.yml` builds and starts it elsewhere.
 */
export class ElectronHost implements DesktopHost {
  readonly kind = 'electron'
  readonly #electron: UsedElectron
  readonly #preload: string

  /** @param preload - the path of the preload script */
  constructor(electron: UsedElectron, preload: string) {
    this.#electron = electron
    this.#preload = preload
  }

  async openWindow(options: NewWindow, listener: WindowListener): Promise<HostWindow> {
    const { app, session, BrowserWindow, screen } = this.#electron
    await app.whenReady().catch(() => {
      throw new HostError('Electron could not start.')
    })
    session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
    session.defaultSession.setPermissionCheckHandler(() => false)
    const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)
    const placement = placeInSight(options.placement, displays)
    const window = new BrowserWindow({
      title: 'Starting… – Parley',
      width: 1280,
      height: 800,
      ...(placement === null ? {} : areaOf(placement)),
      minWidth: minimumSize.width,
      minHeight: minimumSize.height,
      backgroundColor: backgrounds[options.isDark ? 'dark' : 'light'],
      webPreferences: {
        preload: this.#preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
      },
    })
    if (placement?.isMaximized === true) window.maximize()
    const shown = new ElectronWindow(this.#electron, window, listener)
    shown.setZoom(options.zoom)
    shown.setMenus(options.menus)
    shown.load(options.address)
    return shown
  }

  async close(): Promise<void> {
    for (const window of this.#electron.BrowserWindow.getAllWindows()) window.destroy()
  }
}

class ElectronWindow implements HostWindow {
  readonly #electron: UsedElectron
  readonly #window: Electron.BrowserWindow
  readonly #listener: WindowListener
  #origin = ''

  constructor(electron: UsedElectron, window: Electron.BrowserWindow, listener: WindowListener) {
    this.#electron = electron
    this.#window = window
    this.#listener = listener
    const { webContents } = window
    webContents.setWindowOpenHandler(({ url }) => {
      listener.onNewWindow(url)
      return { action: 'deny' }
    })
    webContents.on('will-navigate', event => this.#guard(event))
    webContents.on('will-redirect', event => this.#guard(event))
    webContents.on('will-attach-webview', event => event.preventDefault())
    webContents.on('render-process-gone', () => listener.onCrashed())
    webContents.ipc.on(channel, (event, text: unknown) => {
      const isOwn = event.senderFrame !== null && new URL(event.senderFrame.url).origin === this.#origin
      if (isOwn && typeof text === 'string') listener.onMessage(text)
    })
    window.on('close', event => {
      if (!listener.onCloseAsked()) event.preventDefault()
    })
    window.on('closed', () => listener.onClosed())
    window.on('resize', () => this.#report())
    window.on('move', () => this.#report())
  }

  load(address: string): void {
    this.#origin = address.startsWith('data:') ? 'null' : new URL(address).origin
    void this.#window.loadURL(address)
  }

  setTitle = (title: string): void => this.#window.setTitle(title)
  setZoom = (factor: number): void => this.#window.webContents.setZoomFactor(factor)
  toggleFullScreen = (): void => this.#window.setFullScreen(!this.#window.isFullScreen())
  close = (): void => this.#window.destroy()

  focus(): void {
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
  }

  setTheme(isDark: boolean): void {
    this.#electron.nativeTheme.themeSource = isDark ? 'dark' : 'light'
  }

  setMenus(menus: NewWindow['menus']): void {
    const { Menu } = this.#electron
    const menu = Menu.buildFromTemplate(electronMenu(menus, id => this.#listener.onMenu(id)))
    if (process.platform === 'darwin') Menu.setApplicationMenu(menu)
    else this.#window.setMenu(menu)
  }

  #guard(event: Electron.Event<{ readonly url: string; readonly isMainFrame: boolean }>): void {
    if (!event.isMainFrame || new URL(event.url).origin === this.#origin) return
    event.preventDefault()
    this.#listener.onNavigation(event.url)
  }

  #report(): void {
    if (this.#window.isMinimized() || this.#window.isFullScreen()) return
    const bounds = this.#window.getNormalBounds()
    const { workArea } = this.#electron.screen.getDisplayMatching(bounds)
    this.#listener.onPlaced({ ...bounds, isMaximized: this.#window.isMaximized() }, workArea)
  }
}

function areaOf({ x, y, width, height }: NonNullable<NewWindow['placement']>) {
  return { x, y, width, height }
}
