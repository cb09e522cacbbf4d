import type { Menu } from '@parley/server/desktop'

/** The kinds of hosts that windows can be in. */
export const hostKinds = ['webview', 'chromium', 'electron', 'browser'] as const

export type HostKind = (typeof hostKinds)[number]

/** An area of the desktop in logical pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where a window is, and how it shows its page. */
export interface WindowPlacement extends Area {
  readonly isMaximized: boolean
}

/** What a window tells the app. */
export interface WindowListener {
  /** The window was moved, resized or maximised; `display` is the area of the display that it is on. */
  onPlaced(placement: WindowPlacement, display: Area): void
  /** The page sent a message; anything may have written it. */
  onMessage(text: string): void
  /** The user closes the window. Returns false if it must stay until the app closes it. */
  onCloseAsked(): boolean
  /** The window is gone. */
  onClosed(): void
  /** The window is gone with its host, which has ended by itself. */
  onLost(): void
  /** The user chose an item of a menu. */
  onMenu(id: string): void
  /** The page wanted to go to another address, which the host has refused. */
  onNavigation(address: string): void
  /** The page wanted to open an address in another window, which the host has refused. */
  onNewWindow(address: string): void
  /** The process of the page has ended by itself. */
  onCrashed(): void
}

/** A window of the app. */
export interface HostWindow {
  /** Shows an address; one that differs in its fragment only keeps the page. */
  load(address: string): void
  /** Brings the window to the front. */
  focus(): void
  setTitle(title: string): void
  setTheme(isDark: boolean): void
  setMenus(menus: readonly Menu[]): void
  setZoom(factor: number): void
  toggleFullScreen(): void
  /** Closes the window without asking. */
  close(): void
}

/** The host cannot show a window; the message is a sentence that says why. */
export class HostError extends Error {
  override readonly name = 'HostError'
}

export interface NewWindow {
  readonly address: string
  /** Null: where the system puts it. */
  readonly placement: WindowPlacement | null
  readonly zoom: number
  readonly isDark: boolean
  readonly menus: readonly Menu[]
  /** The server deletes the files that are named after it, once the page has loaded. */
  readonly serverProcessId: number
}

/** A program or library that shows the page in windows of the app (design: desktop app). */
export interface DesktopHost {
  readonly kind: HostKind
  /** Called before the server starts on the host that comes first, for what takes time. */
  prepare?(): void
  /** @throws HostError if it cannot show a window here */
  openWindow(options: NewWindow, listener: WindowListener): Promise<HostWindow>
  /** Releases what the host uses. Its windows are closed with it. */
  close(): Promise<void>
}
