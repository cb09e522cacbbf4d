/**
 * The members of `@webviewjs/webview` that the desktop app uses. The package is optional, so its own types may be
 * missing; `tests/webview-binding.slow.ts` compares them with these.
 */
export interface WebviewBinding {
  readonly Application: new () => Application
  readonly Theme: { readonly Light: Theme; readonly Dark: Theme }
  readonly FullscreenType: { readonly Borderless: FullscreenType }
}

/** An opaque value of `WebviewBinding.Theme`. */
type Theme = number

/** An opaque value of `WebviewBinding.FullscreenType`. */
type FullscreenType = number

export interface Application {
  createBrowserWindow(options: BrowserWindowOptions): BrowserWindow
  createWebContext(options: {
    readonly dataDirectory: string
    readonly allowsAutomation: boolean
  }): WebContext
  setMenu(menu: MenuOptions): void
  on(event: 'custom-menu-click', listener: (event: MenuClick) => void): void
  whenReady(options: { readonly interval: number }): Promise<void>
  exit(): void
}

interface MenuClick {
  readonly customMenuEvent?: { readonly id: string }
}

/** The folder and cookies that webviews share. The app only hands it over, so it is as the package declares it. */
export interface WebContext {
  readonly dataDirectory: string | null
  isCustomProtocolRegistered(scheme: string): boolean
  setAllowsAutomation(flag: boolean): void
  dispose(): void
  isDisposed(): boolean
  [Symbol.dispose](): void
}

interface BrowserWindowOptions {
  title: string
  logical: boolean
  width: number
  height: number
  visible: boolean
  menu: MenuOptions
  showMenu: boolean
}

export interface MenuOptions {
  items: MenuItemOptions[]
}

export interface MenuItemOptions {
  id?: string
  label?: string
  submenu?: MenuOptions
  role?: string
}

export interface BrowserWindow {
  readonly fullscreen: FullscreenType | null
  createWebview(options: WebviewOptions): Webview
  dispose(): void
  focus(): void
  getAvailableMonitors(): Monitor[]
  getCurrentMonitor(): Monitor | null
  getInnerSize(logical: boolean): Size
  getPosition(logical: boolean): Position
  isMaximized(): boolean
  isMinimized(): boolean
  on(event: 'move' | 'resize' | 'focus', listener: () => void): void
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): void
  setFullscreen(type: FullscreenType | null): void
  setMaximized(value: boolean): void
  setMinSize(width: number, height: number, logical: boolean): void
  setMinimized(value: boolean): void
  setPosition(x: number, y: number, logical: boolean): void
  setSize(width: number, height: number, logical: boolean): void
  setTheme(theme: Theme): void
  setTitle(title: string): void
  show(): void
}

interface WebviewOptions {
  webContext: WebContext
  ipcName: string
  url: string
  theme: Theme
  navigationHandler: (url: string) => boolean
  newWindowHandler: (event: { readonly url?: string }) => boolean
}

export interface Webview {
  loadUrl(url: string): void
  onIpcMessage(handler: (message: { readonly body: Buffer; readonly uri: string }) => void): void
  setBackgroundColor(red: number, green: number, blue: number, alpha: number): void
  zoom(factor: number): void
}

/** Physical pixels, unless a call asked for logical ones. */
interface Size {
  readonly width: number
  readonly height: number
}

interface Position {
  readonly x: number
  readonly y: number
}

export interface Monitor {
  readonly scaleFactor: number
  readonly size: Size
  readonly position: Position
}
