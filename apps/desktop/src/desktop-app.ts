import type { ShellBound } from '@parley/server/desktop'
import type { DesktopHost, HostWindow } from './desktop-host.ts'
import type { DesktopOptions } from './read-desktop-options.ts'
import { ServerChild } from './server-child.ts'

/** The desktop app: a server in a process of its own, and windows in a host. */
export class DesktopApp {
  readonly #host: DesktopHost
  readonly #server: ServerChild
  readonly #windows = new Set<HostWindow>()
  #address = ''
  #exitCode = 0
  #isEnding = false
  #end: (exitCode: number) => void = () => {}

  constructor(host: DesktopHost, options: DesktopOptions) {
    this.#host = host
    this.#server = new ServerChild(options.serverProgram, serverArguments(options), options.asked, {
      onMessage: message => this.#receive(message),
      onEnded: code => {
        this.#exitCode = code ?? 1
        void this.end()
      },
    })
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
    await Promise.all([this.#host.close(), this.#server.stop()])
    this.#end(this.#exitCode)
  }

  #receive(message: ShellBound): void {
    switch (message.type) {
      case 'ready':
        this.#address = message.address
        void this.#openWindow()
        return
      case 'show':
        if (this.#windows.size === 0) void this.#openWindow()
        for (const window of this.#windows) window.focus()
        return
      case 'running':
      case 'failed':
        // The server has printed why, and ends.
        return
    }
  }

  async #openWindow(): Promise<void> {
    const window = await this.#host.openWindow(
      { address: this.#address, placement: null },
      {
        onPlaced() {},
        onClosed: () => {
          this.#windows.delete(window)
          if (this.#windows.size === 0) void this.end()
        },
      },
    )
    this.#windows.add(window)
  }
}

function serverArguments(options: DesktopOptions): readonly string[] {
  const { pageFolder, startsDemo, workspaceFolder } = options
  return [
    ...['--page', pageFolder],
    ...(startsDemo ? [] : ['--no-demo']),
    ...(workspaceFolder === null ? [] : [`--workspace=${workspaceFolder}`]),
  ]
}
