import { openInBrowser, writeOpeningFile } from '@parley/server/desktop'
import { type DesktopHost, HostError, type HostWindow, type NewWindow } from '../desktop-host.ts'
import { hasDisplay } from './has-display.ts'

/**
 * Shows the page in the user's own browser: the last resort. The app cannot see or change those windows, so it
 * runs until it is stopped.
 */
export class BrowserHost implements DesktopHost {
  readonly kind = 'browser'
  readonly #folder: string

  /** @param folder - the app data, for the files that lead the browser to the page */
  constructor(folder: string) {
    this.#folder = folder
  }

  async openWindow({ address, serverProcessId }: NewWindow): Promise<HostWindow> {
    if (!hasDisplay()) throw new HostError(noDisplay)
    let current = address
    const open = () => openInBrowser(writeOpeningFile(this.#folder, current, serverProcessId))
    open()
    return {
      ...withoutWindow,
      load(next) {
        current = next
      },
      focus: open,
    }
  }

  async close(): Promise<void> {}
}

const noDisplay =
  'There is no display, so no window can be shown. Set DISPLAY or WAYLAND_DISPLAY, or use parley serve --no-open.'

/** What only a window of the app can do. */
const withoutWindow = {
  setTitle() {},
  setTheme() {},
  setMenus() {},
  setZoom() {},
  toggleFullScreen() {},
  close() {},
} satisfies Partial<HostWindow>
