import type { Asked, ShellBound } from '@parley/server/desktop'
import { AppWindow, crashIntervalMs } from './app-window.ts'
import type { DesktopHost } from './desktop-host.ts'
import { openFirst } from './hosts/open-first.ts'
import type { DesktopOptions } from './read-desktop-options.ts'
import { ServerChild } from './server-child.ts'
import type { WindowState } from './window-state.ts'

export interface DesktopAppParts {
  readonly options: DesktopOptions
  /** The hosts that may show the windows, the best first. */
  readonly hosts: readonly DesktopHost[]
  readonly state: WindowState
  print(sentence: string): void
}

/** The desktop app: a server in a process of its own, and windows in a host. */
export class DesktopApp {
  readonly #parts: DesktopAppParts
  readonly #windows = new Set<AppWindow>()
  #host: DesktopHost | null = null
  #server: ServerChild
  /** Of the page; empty until the server is ready. */
  #address = ''
  #asked: Asked | null
  #isKept = false
  #reopenedAtMs = Number.NEGATIVE_INFINITY
  /** Whether the last restart of the server failed, as another program has its port. */
  #hasFailed = false
  #exitCode = 0
  #isEnding = false
  #end: (exitCode: number) => void = () => {}

  constructor(parts: DesktopAppParts) {
    this.#parts = parts
    this.#asked = parts.options.asked
    parts.hosts[0]?.prepare?.()
    this.#server = this.#startServer()
  }

  /** Resolves to the exit code when the app has ended. */
  run(): Promise<number> {
    return new Promise(resolve => {
      this.#end = resolve
    })
  }

  /** Ends the app, its windows and its server. */
  async end(): Promise<void> {
    if (this.#isEnding) return
    this.#isEnding = true
    await Promise.all([this.#host?.close(), this.#server.stop(), this.#parts.state.save()])
    this.#end(this.#exitCode)
  }

  #startServer(port = ''): ServerChild {
    const { options } = this.#parts
    const server = new ServerChild(options.serverProgram, serverArguments(options, port), this.#asked, {
      onMessage: message => this.#receive(message),
      onEnded: (code, isExpected) => {
        if (isExpected) return
        // Its windows say so and offer to start it again.
        if (this.#address !== '' && code !== 0 && this.#windows.size > 0 && server === this.#server) return
        this.#exitCode = code ?? 1
        void this.end()
      },
    })
    return server
  }

  /** Starts the server again at the address that the windows know, so that they keep what was typed. */
  #restartServer(): void {
    if (this.#server.isRunning || this.#isEnding) return
    this.#server = this.#startServer(this.#hasFailed ? '0' : new URL(this.#address).port)
  }

  #receive(message: ShellBound): void {
    switch (message.type) {
      case 'ready':
        this.#serve(message.address)
        return
      case 'show':
        this.#show(message.asked)
        return
      case 'focus':
        this.#windowOf(message.windowId)?.focus()
        return
      case 'broken':
        this.#windowOf(message.windowId)?.onCrashed()
        return
      case 'failed':
        this.#hasFailed = true
        return
      case 'running':
        // The server has printed why, and ends.
        return
    }
  }

  #windowOf(windowId: string): AppWindow | undefined {
    return [...this.#windows].find(window => window.windowId === windowId)
  }

  #serve(address: string): void {
    this.#address = address
    this.#hasFailed = false
    if (this.#windows.size > 0) for (const window of this.#windows) window.load(address)
    else this.#show(this.#asked)
    this.#asked = null
  }

  #show(asked: Asked | null): void {
    // A second start can be faster than the message that the server is ready.
    if (this.#address === '') {
      this.#asked ??= asked
      return
    }
    const [first] = this.#windows
    const window = first ?? this.#openWindow()
    if (first !== undefined) first.focus()
    if (asked !== null) window.open(asked)
  }

  #openWindow(): AppWindow {
    const { state } = this.#parts
    const window = new AppWindow({
      state,
      send: message => this.#server.send(message),
      address: () => this.#address,
      onClosed: closed => this.#forget(closed),
      onLost: lost => this.#reopen(lost),
      openWindow: () => void this.#openWindow(),
      restartServer: () => this.#restartServer(),
      keepRunning: () => {
        this.#isKept = true
      },
      quit: () => {
        for (const one of this.#windows) one.requestClose()
      },
    })
    this.#windows.add(window)
    void this.#openIn(window)
    return window
  }

  async #openIn(window: AppWindow): Promise<void> {
    const { hosts, state, print } = this.#parts
    const isFirst = this.#windows.size === 1
    const options = {
      address: this.#address,
      // Another window is put beside the first by the system.
      placement: isFirst ? state.lastPlacement : null,
      zoom: state.zoom,
      isDark: state.isDark,
      menus: state.menus,
      serverProcessId: this.#server.processId,
    }
    const opened = await openFirst(this.#host === null ? hosts : [this.#host], options, window, print)
    if (opened === null) {
      this.#exitCode = badInput
      return this.end()
    }
    this.#host = opened.host
    window.attach(opened.window)
  }

  /** Opens a window in the place of one that went with its host, unless that happens again and again. */
  #reopen(window: AppWindow): void {
    const isRepeated = performance.now() - this.#reopenedAtMs < crashIntervalMs
    this.#reopenedAtMs = performance.now()
    if (isRepeated || this.#isEnding) {
      this.#forget(window)
      return
    }
    this.#windows.delete(window)
    this.#openWindow()
  }

  #forget(window: AppWindow): void {
    this.#windows.delete(window)
    if (this.#windows.size > 0) return
    const isKept = this.#isKept
    this.#isKept = false
    if (!isKept && this.#host?.kind !== 'browser') void this.end()
  }
}

/** The exit code if no host can show a window. */
const badInput = 3

function serverArguments(options: DesktopOptions, port: string): readonly string[] {
  const { pageFolder, startsDemo, workspaceFolder } = options
  return [
    ...['--page', pageFolder],
    ...(port === '' ? [] : ['--port', port]),
    ...(startsDemo ? [] : ['--no-demo']),
    ...(workspaceFolder === null || port !== '' ? [] : [`--workspace=${workspaceFolder}`]),
  ]
}
