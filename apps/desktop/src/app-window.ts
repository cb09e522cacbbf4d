import { type Asked, type PageMessage, parsePageMessage, type ServerBound } from '@parley/server/desktop'
import type { Area, HostWindow, WindowListener, WindowPlacement } from './desktop-host.ts'
import { crashPageAddress, restartAddress } from './notice-pages.ts'
import { openDocument } from './open-document.ts'
import type { WindowState } from './window-state.ts'

/** A page or host that ends by itself twice within this time is not opened again without being asked. */
export const crashIntervalMs = 60_000

/** What a window needs of the app. */
export interface AppWindowParts {
  readonly state: WindowState
  send(message: ServerBound): void
  /** The address of the page. */
  address(): string
  onClosed(window: AppWindow): void
  onLost(window: AppWindow): void
  openWindow(): void
  restartServer(): void
  /** What is under way in the window goes on after it. */
  keepRunning(): void
  quit(): void
}

/** The command of the page that asks before a window with sends under way closes. */
const closeCommand = 'closeWindow'
const zoomSteps = { in: 1.1, out: 1 / 1.1 } as const

/** A window of the app: what its page and its host report, and what follows. */
export class AppWindow implements WindowListener {
  readonly #parts: AppWindowParts
  /** What waits until the page follows its events. */
  readonly #waiting: ((windowId: string) => void)[] = []
  #host: HostWindow | null = null
  #sendCount = 0
  #crashedAtMs = Number.NEGATIVE_INFINITY
  /** The ID by which the server knows the page; null until it follows its events. */
  windowId: string | null = null

  constructor(parts: AppWindowParts) {
    this.#parts = parts
  }

  /** Called when the host has opened the window. */
  attach(host: HostWindow): void {
    this.#host = host
  }

  focus(): void {
    this.#host?.focus()
  }

  load(address: string): void {
    this.#host?.load(address)
  }

  /** Has the page open a file or link, as soon as it can. */
  open(asked: Asked): void {
    this.#whenJoined(windowId => this.#parts.send({ type: 'open', windowId, asked }))
  }

  /** Closes the window, or asks in it if sends are under way. */
  requestClose(): void {
    if (this.onCloseAsked()) this.#host?.close()
    else this.focus()
  }

  onPlaced(placement: WindowPlacement, display: Area): void {
    this.#parts.state.setPlacement(placement, display)
  }

  onMessage(text: string): void {
    const message = parsePageMessage(text)
    if (message !== null) this.#receive(message)
  }

  onCloseAsked(): boolean {
    if (this.#sendCount === 0 || this.windowId === null) return true
    this.#parts.send({ type: 'command', windowId: this.windowId, id: closeCommand })
    return false
  }

  onClosed(): void {
    this.#parts.onClosed(this)
  }

  onLost(): void {
    this.#parts.onLost(this)
  }

  onMenu(id: string): void {
    if (this.windowId !== null) this.#parts.send({ type: 'command', windowId: this.windowId, id })
  }

  onNavigation(address: string): void {
    if (address === restartAddress) this.load(this.#parts.address())
    else this.#whenJoined(windowId => this.#parts.send({ type: 'refused', windowId }))
  }

  onNewWindow(url: string): void {
    this.#whenJoined(windowId => this.#parts.send({ type: 'openLink', windowId, url }))
  }

  onCrashed(): void {
    const isRepeated = performance.now() - this.#crashedAtMs < crashIntervalMs
    this.#crashedAtMs = performance.now()
    this.#sendCount = 0
    this.windowId = null
    this.load(isRepeated ? crashPageAddress(this.#parts.state.isDark) : this.#parts.address())
  }

  #receive(message: PageMessage): void {
    const { state } = this.#parts
    switch (message.type) {
      case 'joined':
        this.windowId = message.windowId
        for (const act of this.#waiting.splice(0)) act(message.windowId)
        return
      case 'title':
        this.#host?.setTitle(message.title)
        return
      case 'theme':
        state.setTheme(message.isDark)
        this.#host?.setTheme(message.isDark)
        return
      case 'menus':
        state.setMenus(message.menus)
        this.#host?.setMenus(message.menus)
        return
      case 'sends':
        this.#sendCount = message.count
        return
      case 'zoom':
        state.setZoom(message.step === 'reset' ? 1 : state.zoom * zoomSteps[message.step])
        this.#host?.setZoom(state.zoom)
        return
      case 'fullScreen':
        this.#host?.toggleFullScreen()
        return
      case 'close':
        if (message.keepsRunning) this.#keepRunning()
        this.#host?.close()
        return
      case 'openLink':
        this.onNewWindow(message.url)
        return
      case 'document':
        openDocument(message.name)
        return
      case 'newWindow':
        this.#parts.openWindow()
        return
      case 'restart':
        this.#parts.restartServer()
        return
      case 'quit':
        this.#parts.quit()
        return
    }
  }

  #keepRunning(): void {
    this.#parts.keepRunning()
    if (this.windowId !== null) this.#parts.send({ type: 'keepRunning', windowId: this.windowId })
  }

  #whenJoined(act: (windowId: string) => void): void {
    if (this.windowId === null) this.#waiting.push(act)
    else act(this.windowId)
  }
}
