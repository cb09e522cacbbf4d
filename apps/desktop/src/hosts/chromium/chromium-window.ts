import type { HostWindow, WindowListener } from '../../desktop-host.ts'
import type { DevToolsPipe } from './devtools-pipe.ts'
import { windowSchema } from './devtools-schemas.ts'

/** Chromium has no event for a window that is moved, so its place is asked for. */
const placementIntervalMs = 1_000

/** An app window of Chromium. */
export class ChromiumWindow implements HostWindow {
  readonly #pipe: DevToolsPipe
  readonly #targetId: string
  readonly #sessionId: string
  readonly #listener: WindowListener
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(pipe: DevToolsPipe, targetId: string, sessionId: string, listener: WindowListener) {
    this.#pipe = pipe
    this.#targetId = targetId
    this.#sessionId = sessionId
    this.#listener = listener
  }

  /** Sets up what must be there before the page loads. */
  async prepare(): Promise<void> {
    await this.#call('Page.enable')
    this.#timer = setInterval(() => void this.#readPlacement(), placementIntervalMs).unref()
  }

  load(address: string): void {
    void this.#call('Page.navigate', { url: address })
  }

  focus(): void {
    void this.#show()
  }

  close(): void {
    void this.#pipe.call('Target.closeTarget', { targetId: this.#targetId }).catch(() => {})
  }

  /** The window is gone. */
  end(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#listener.onClosed()
  }

  async #show(): Promise<void> {
    const found = await this.#readWindow()
    if (found?.bounds.windowState === 'minimized')
      await this.#call('Browser.setWindowBounds', {
        windowId: found.windowId,
        bounds: { windowState: 'normal' },
      })
    await this.#call('Page.bringToFront')
  }

  async #readPlacement(): Promise<void> {
    const found = await this.#readWindow()
    if (found === null || this.#isClosed) return
    const { left, top, width, height, windowState } = found.bounds
    // A minimised or full window keeps the place that it had.
    if (windowState === 'minimized' || windowState === 'fullscreen') return
    this.#listener.onPlaced({ x: left, y: top, width, height, isMaximized: windowState === 'maximized' })
  }

  async #readWindow() {
    const answer = await this.#pipe
      .call('Browser.getWindowForTarget', { targetId: this.#targetId })
      .catch(() => null)
    return windowSchema.safeParse(answer).data ?? null
  }

  /** Calls a method of the page. A window that closes meanwhile is no error. */
  async #call(method: string, params: object = {}): Promise<unknown> {
    return this.#pipe.call(method, params, this.#sessionId).catch(() => null)
  }
}
