import type { Area, HostWindow, NewWindow, WindowListener, WindowPlacement } from '../../desktop-host.ts'
import { placeInSight } from '../../window-state.ts'
import type { DevToolsPipe } from './devtools-pipe.ts'
import {
  bindingSchema,
  dialogSchema,
  frameTreeSchema,
  pausedSchema,
  screenSchema,
  windowSchema,
} from './devtools-schemas.ts'

/** Chromium has no event for a window that is moved, so its place is asked for. */
const placementIntervalMs = 1_000
const bindingName = 'parleyDesktop'
const screenExpression = '[screen.availLeft, screen.availTop, screen.availWidth, screen.availHeight]'

/** An app window of Chromium. */
export class ChromiumWindow implements HostWindow {
  readonly #pipe: DevToolsPipe
  readonly #targetId: string
  readonly #sessionId: string
  readonly #listener: WindowListener
  #mainFrameId = ''
  #origin = ''
  #timer: NodeJS.Timeout | null = null
  #lastPlace = ''
  #isClosed = false

  constructor(pipe: DevToolsPipe, targetId: string, sessionId: string, listener: WindowListener) {
    this.#pipe = pipe
    this.#targetId = targetId
    this.#sessionId = sessionId
    this.#listener = listener
  }

  /** Sets up what must be there before the page loads, lets the window go on, and brings it into sight. */
  async prepare({ placement }: Pick<NewWindow, 'placement'>): Promise<void> {
    await Promise.all([
      this.#call('Page.enable'),
      this.#call('Runtime.enable'),
      this.#call('Inspector.enable'),
      this.#call('Runtime.addBinding', { name: bindingName }),
      this.#call('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] }),
      this.#call('Runtime.runIfWaitingForDebugger'),
    ])
    const tree = frameTreeSchema.safeParse(await this.#call('Page.getFrameTree'))
    this.#mainFrameId = tree.data?.frameTree.frame.id ?? ''
    await this.#bringIntoSight(placement)
    this.#timer = setInterval(() => void this.#readPlacement(), placementIntervalMs).unref()
  }

  /** Takes an event of the page's session. */
  receive(method: string, params: unknown): void {
    switch (method) {
      case 'Runtime.bindingCalled':
        this.#receiveBinding(params)
        return
      case 'Fetch.requestPaused':
        this.#guard(params)
        return
      case 'Page.javascriptDialogOpening':
        this.#decideClosing(params)
        return
      case 'Inspector.targetCrashed':
        this.#listener.onCrashed()
        return
    }
  }

  load(address: string): void {
    this.#origin = address.startsWith('data:') ? '' : new URL(address).origin
    void this.#call('Page.navigate', { url: address })
  }

  focus(): void {
    void this.#show()
  }

  // Chromium shows the page's own title and theme, has no menus, and zooms by its own keys.
  setTitle(): void {}
  setTheme(): void {}
  setMenus(): void {}
  setZoom(): void {}

  toggleFullScreen(): void {
    void this.#setState(state => (state === 'fullscreen' ? 'normal' : 'fullscreen'))
  }

  close(): void {
    void this.#pipe.call('Target.closeTarget', { targetId: this.#targetId }).catch(() => {})
  }

  /** The window is gone; `isCrash`: with its browser, which has ended by itself. */
  end(isCrash = false): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (this.#timer !== null) clearInterval(this.#timer)
    if (isCrash) this.#listener.onLost()
    else this.#listener.onClosed()
  }

  /** A page that this one opened, which is closed. */
  reportNewWindow(address: string): void {
    this.#listener.onNewWindow(address)
  }

  #receiveBinding(params: unknown): void {
    const { data } = bindingSchema.safeParse(params)
    if (data?.name === bindingName) this.#listener.onMessage(data.payload)
  }

  /** Lets the window stay at the page's own origin. Frames in it are guarded by the page's policy. */
  #guard(params: unknown): void {
    const { requestId, frameId, request } = pausedSchema.parse(params)
    const isAllowed = frameId !== this.#mainFrameId || originOf(request.url) === this.#origin
    void (isAllowed
      ? this.#call('Fetch.continueRequest', { requestId })
      : this.#call('Fetch.failRequest', { requestId, errorReason: 'Aborted' }))
    if (!isAllowed) this.#listener.onNavigation(request.url)
  }

  /** Where sends are under way, the page asks itself; any other reason to stay is asked by Chromium. */
  #decideClosing(params: unknown): void {
    if (dialogSchema.parse(params).type !== 'beforeunload' || this.#listener.onCloseAsked()) return
    void this.#call('Page.handleJavaScriptDialog', { accept: false })
  }

  async #show(): Promise<void> {
    await this.#setState(state => (state === 'minimized' ? 'normal' : null))
    await this.#call('Page.bringToFront')
  }

  async #setState(next: (state: string) => string | null): Promise<void> {
    const found = await this.#readWindow()
    const windowState = found === null ? null : next(found.bounds.windowState)
    if (found === null || windowState === null) return
    await this.#callBrowser('Browser.setWindowBounds', { windowId: found.windowId, bounds: { windowState } })
  }

  async #bringIntoSight(placement: WindowPlacement | null): Promise<void> {
    const found = await this.#readWindow()
    const display = await this.#readDisplay()
    if (placement === null || found === null || display === null || placement.isMaximized) return
    const wanted = placeInSight(placement, [display])
    if (wanted === null) return
    const { x: left, y: top, width, height } = wanted
    const bounds = { left, top, width, height }
    await this.#callBrowser('Browser.setWindowBounds', { windowId: found.windowId, bounds })
  }

  async #readPlacement(): Promise<void> {
    const found = await this.#readWindow()
    if (found === null || this.#isClosed) return
    const { left, top, width, height, windowState } = found.bounds
    const place = JSON.stringify(found.bounds)
    // A minimised or full window keeps the place that it had.
    if (place === this.#lastPlace || windowState === 'minimized' || windowState === 'fullscreen') return
    const display = await this.#readDisplay()
    if (display === null) return
    this.#lastPlace = place
    const isMaximized = windowState === 'maximized'
    this.#listener.onPlaced({ x: left, y: top, width, height, isMaximized }, display)
  }

  async #readWindow() {
    const answer = await this.#callBrowser('Browser.getWindowForTarget', { targetId: this.#targetId })
    return windowSchema.safeParse(answer).data ?? null
  }

  async #readDisplay(): Promise<Area | null> {
    const answer = await this.#call('Runtime.evaluate', { expression: screenExpression, returnByValue: true })
    const [x, y, width, height] = screenSchema.safeParse(answer).data?.result.value ?? []
    return x === undefined || y === undefined || width === undefined || height === undefined
      ? null
      : { x, y, width, height }
  }

  /** Calls a method of the page. A window that closes meanwhile is no error. */
  #call(method: string, params: object = {}): Promise<unknown> {
    return this.#pipe.call(method, params, this.#sessionId).catch(() => null)
  }

  #callBrowser(method: string, params: object): Promise<unknown> {
    return this.#pipe.call(method, params).catch(() => null)
  }
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : ''
}
