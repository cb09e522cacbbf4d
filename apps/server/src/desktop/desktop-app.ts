import type { Asked } from './shell-messages.ts'

/** What the server needs of the desktop app that has its windows. */
export interface DesktopApp {
  /** Brings a window to the front, or opens one, which opens what was asked for. */
  show(asked: Asked | null): void
  /** Brings a window to the front, as what it waited for in the browser has happened. */
  focus(windowId: string): void
  /** The page of a window is gone without having closed, as the process of a page that crashes. */
  reportBroken(windowId: string): void
}
