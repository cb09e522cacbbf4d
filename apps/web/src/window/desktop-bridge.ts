import type { Menu, PageMessage } from '@parley/server/contract'

/** The host of the window: an app window of Chromium, whose own keys zoom and fill the screen, or another. */
export type DesktopKind = 'chromium' | 'webview'

/** What the page asks of the desktop app that has its window. There is none in a browser. */
export interface DesktopBridge {
  readonly kind: DesktopKind
  /** Says that commands for this window arrive from now on. */
  join(windowId: string): void
  setTitle(title: string): void
  setTheme(isDark: boolean): void
  setMenus(menus: readonly Menu[]): void
  /** Shows the number of sends under way, which also decides whether closing asks. */
  badge(count: number): void
  openExternal(url: string): void
  openDocument(name: 'documentation' | 'licences'): void
  openWindow(): void
  zoom(step: 'in' | 'out' | 'reset'): void
  toggleFullScreen(): void
  /** Starts the server again, which has ended. */
  restart(): void
  /** Closes the window without asking; `keepsRunning`: what is under way goes on. */
  close(keepsRunning: boolean): void
  quit(): void
}

/** Returns the bridge that the host put into the window; null in a browser. */
export function findDesktopBridge(window: object): DesktopBridge | null {
  const given: unknown = Reflect.get(window, 'parleyDesktop')
  if (typeof given === 'function') return bridgeOf('chromium', text => given.call(window, text))
  const post: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, 'postMessage') : null
  return typeof post === 'function' ? bridgeOf('webview', text => post.call(given, text)) : null
}

function bridgeOf(kind: DesktopKind, post: (text: string) => void): DesktopBridge {
  const send = (message: PageMessage) => post(JSON.stringify(message))
  return {
    kind,
    join: windowId => send({ type: 'joined', windowId }),
    setTitle: title => send({ type: 'title', title: title.slice(0, 10_000) }),
    setTheme: isDark => send({ type: 'theme', isDark }),
    setMenus: menus => send({ type: 'menus', menus: [...menus] }),
    badge: count => send({ type: 'sends', count }),
    openExternal: url => send({ type: 'openLink', url }),
    openDocument: name => send({ type: 'document', name }),
    openWindow: () => send({ type: 'newWindow' }),
    zoom: step => send({ type: 'zoom', step }),
    toggleFullScreen: () => send({ type: 'fullScreen' }),
    restart: () => send({ type: 'restart' }),
    close: keepsRunning => send({ type: 'close', keepsRunning }),
    quit: () => send({ type: 'quit' }),
  }
}
