/** The kinds of hosts that windows can be in. */
export const hostKinds = ['webview', 'chromium', 'electron', 'browser'] as const

export type HostKind = (typeof hostKinds)[number]

/** Where a window is, in logical pixels, and how it shows its page. */
export interface WindowPlacement {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly isMaximized: boolean
}

/** What a window tells the app. */
export interface WindowListener {
  /** The window was moved, resized or maximised. */
  onPlaced(placement: WindowPlacement): void
  /** The window is gone. */
  onClosed(): void
}

/** A window of the app. */
export interface HostWindow {
  /** Shows an address; one that differs in its fragment only keeps the page. */
  load(address: string): void
  /** Brings the window to the front. */
  focus(): void
  /** Closes the window without asking. */
  close(): void
}

export interface NewWindow {
  readonly address: string
  /** Null: where the system puts it. */
  readonly placement: WindowPlacement | null
}

/** A program or library that shows the page in windows of the app (design: desktop app). */
export interface DesktopHost {
  readonly kind: HostKind
  openWindow(options: NewWindow, listener: WindowListener): Promise<HostWindow>
  /** Releases what the host uses. Its windows are closed with it. */
  close(): Promise<void>
}
