import type { Menu } from '@parley/server/desktop'
import type { Area, HostWindow, NewWindow, WindowListener } from '../../desktop-host.ts'
import { backgrounds } from '../../notice-pages.ts'
import { minimumSize, placeInSight } from '../../window-state.ts'
import { nativeMenu } from './native-menu.ts'
import type {
  Application,
  BrowserWindow,
  Monitor,
  WebContext,
  Webview,
  WebviewBinding,
} from './webview-binding.ts'

const ipcName = 'parleyDesktop'
const usualSize = { width: 1280, height: 800 } as const

/** A window with a webview. */
export class WebviewWindow implements HostWindow {
  readonly #binding: WebviewBinding
  readonly #application: Application
  readonly #window: BrowserWindow
  readonly #webview: Webview
  readonly #listener: WindowListener
  /** The origin at which the page stays. */
  #origin: string
  #refusedAddress: string | null = null
  #isClosed = false
  onDisposed: () => void = () => {}
  onFocused: () => void = () => {}

  constructor(
    binding: WebviewBinding,
    application: Application,
    context: WebContext,
    options: NewWindow,
    listener: WindowListener,
  ) {
    this.#binding = binding
    this.#application = application
    this.#listener = listener
    this.#origin = new URL(options.address).origin
    this.#window = application.createBrowserWindow({
      title: 'Starting… – Parley',
      logical: true,
      ...usualSize,
      visible: false,
      menu: nativeMenu(options.menus),
      showMenu: true,
    })
    this.#window.setMinSize(minimumSize.width, minimumSize.height, true)
    this.#place(options)
    const { Dark, Light } = binding.Theme
    this.#webview = this.#window.createWebview({
      webContext: context,
      ipcName,
      url: options.address,
      theme: options.isDark ? Dark : Light,
      navigationHandler: address => this.#guard(address),
      newWindowHandler: ({ url = '' }) => {
        this.#refusedAddress = null
        listener.onNewWindow(url)
        return false
      },
    })
    this.#webview.setBackgroundColor(...colourOf(options.isDark), 255)
    this.#webview.onIpcMessage(({ body, uri }) => {
      // Only the page itself is heard, not what a frame in it may show.
      if (originOf(uri) !== this.#origin) return
      // The binding opens no window and disposes of none within its own event.
      setImmediate(() => listener.onMessage(body.toString('utf8')))
    })
    this.setZoom(options.zoom)
    this.setMenus(options.menus)
    this.#follow()
    this.#window.show()
    this.#window.focus()
  }

  load(address: string): void {
    this.#origin = address.startsWith('data:') ? '' : new URL(address).origin
    this.#webview.loadUrl(address)
  }

  focus(): void {
    if (this.#window.isMinimized()) this.#window.setMinimized(false)
    this.#window.show()
    this.#window.focus()
  }

  setTitle(title: string): void {
    this.#window.setTitle(title)
  }

  setTheme(isDark: boolean): void {
    const { Dark, Light } = this.#binding.Theme
    this.#window.setTheme(isDark ? Dark : Light)
    this.#webview.setBackgroundColor(...colourOf(isDark), 255)
  }

  /** On Linux a window keeps the menus that it was created with; the binding reports clicks from this call on. */
  setMenus(menus: readonly Menu[]): void {
    this.#application.setMenu(nativeMenu(menus))
  }

  setZoom(factor: number): void {
    this.#webview.zoom(factor)
  }

  toggleFullScreen(): void {
    const { Borderless } = this.#binding.FullscreenType
    this.#window.setFullscreen(this.#window.fullscreen === null ? Borderless : null)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#window.dispose()
    this.onDisposed()
    this.#listener.onClosed()
  }

  /** The user chose an item of the menu in this window. */
  receiveMenu(id: string): void {
    this.#listener.onMenu(id)
  }

  #place({ placement }: NewWindow): void {
    const displays = this.#window.getAvailableMonitors().map(areaOf)
    const wanted = placeInSight(placement, displays)
    if (wanted === null) return
    this.#window.setSize(wanted.width, wanted.height, true)
    this.#window.setPosition(wanted.x, wanted.y, true)
    if (wanted.isMaximized) this.#window.setMaximized(true)
  }

  #follow(): void {
    const report = () => this.#report()
    this.#window.on('move', report)
    this.#window.on('resize', report)
    this.#window.on('focus', () => this.onFocused())
    this.#window.on('close', event => {
      event.preventDefault()
      // The binding disposes of a window only outside of its own event.
      if (this.#listener.onCloseAsked()) setImmediate(() => this.close())
    })
  }

  #report(): void {
    const window = this.#window
    if (this.#isClosed || window.isMinimized() || window.fullscreen !== null) return
    const monitor = window.getCurrentMonitor()
    if (monitor === null) return
    const { x, y } = window.getPosition(true)
    const { width, height } = window.getInnerSize(true)
    this.#listener.onPlaced({ x, y, width, height, isMaximized: window.isMaximized() }, areaOf(monitor))
  }

  /** Lets the page stay at its own origin; what a frame in it loads is guarded by the page's policy. */
  #guard(address: string): boolean {
    const isAllowed =
      originOf(address) === this.#origin || address === 'about:blank' || isOwnPage(address, this.#origin)
    if (isAllowed) return true
    this.#refusedAddress = address
    // An address for a new window is asked about here as well, just before it is reported as one.
    setImmediate(() => {
      if (this.#refusedAddress !== address) return
      this.#refusedAddress = null
      this.#listener.onNavigation(address)
    })
    return false
  }
}

/** Whether an address is a page of the app itself, which it shows in place of the page. */
function isOwnPage(address: string, origin: string): boolean {
  return origin === '' && address.startsWith('data:text/html')
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : ''
}

function colourOf(isDark: boolean): [number, number, number] {
  const hex = Number.parseInt(backgrounds[isDark ? 'dark' : 'light'].slice(1), 16)
  return [(hex >> 16) & 255, (hex >> 8) & 255, hex & 255]
}

function areaOf({ position, size, scaleFactor }: Monitor): Area {
  return {
    x: position.x / scaleFactor,
    y: position.y / scaleFactor,
    width: size.width / scaleFactor,
    height: size.height / scaleFactor,
  }
}
