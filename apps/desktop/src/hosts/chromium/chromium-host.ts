import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { DesktopHost, HostWindow, NewWindow, WindowListener } from '../../desktop-host.ts'
import { startPageAddress } from '../start-page.ts'
import { chromiumArguments } from './chromium-arguments.ts'
import { ChromiumWindow } from './chromium-window.ts'
import { DevToolsPipe } from './devtools-pipe.ts'
import { attachedSchema, detachedSchema } from './devtools-schemas.ts'

export interface ChromiumOptions {
  /** The path of a browser of the Chromium family. */
  readonly program: string
  /** The folder of the app's own browser profile. */
  readonly profileFolder: string
}

/**
 * Shows windows as app windows of an installed Chromium with a profile of its own, which the app controls over
 * Chromium's DevTools pipe. The launch token goes over the pipe, so that it is in no process list and no file.
 */
export class ChromiumHost implements DesktopHost {
  readonly kind = 'chromium'
  readonly #options: ChromiumOptions
  #browser: { readonly process: ChildProcess; readonly pipe: DevToolsPipe } | null = null
  readonly #windows = new Map<string, ChromiumWindow>()
  /** Windows that were asked for and are not there yet, in order. */
  readonly #expected: ((target: { readonly targetId: string; readonly sessionId: string }) => void)[] = []

  constructor(options: ChromiumOptions) {
    this.#options = options
  }

  async openWindow({ address, placement }: NewWindow, listener: WindowListener): Promise<HostWindow> {
    const opened = new Promise<{ readonly targetId: string; readonly sessionId: string }>(resolve =>
      this.#expected.push(resolve),
    )
    const pipe = await this.#start(placement)
    const { targetId, sessionId } = await opened
    const window = new ChromiumWindow(pipe, targetId, sessionId, listener)
    this.#windows.set(targetId, window)
    await window.prepare()
    window.load(address)
    return window
  }

  async close(): Promise<void> {
    const browser = this.#browser
    if (browser === null) return
    const ended = new Promise<void>(resolve => browser.process.once('exit', () => resolve()))
    await browser.pipe.call('Browser.close').catch(() => {})
    await ended
  }

  /** Starts Chromium with a window; if it runs, a second start of the program makes it open another. */
  async #start(placement: NewWindow['placement']): Promise<DevToolsPipe> {
    const { program, profileFolder } = this.#options
    const args = chromiumArguments({ profileFolder, address: startPageAddress(), placement })
    if (this.#browser !== null) {
      spawn(program, args, { stdio: 'ignore' }).on('error', () => {})
      return this.#browser.pipe
    }
    const child = spawn(program, [...args, '--remote-debugging-pipe'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    const [, , , toBrowser, fromBrowser] = child.stdio
    const pipe = new DevToolsPipe(fromBrowser as Readable, toBrowser as Writable)
    this.#browser = { process: child, pipe }
    child.once('exit', () => this.#end())
    child.once('error', () => this.#end())
    pipe.on('Target.attachedToTarget', params => this.#attach(params))
    pipe.on('Target.detachedFromTarget', params => {
      const { targetId } = detachedSchema.parse(params)
      this.#windows.get(targetId)?.end()
      this.#windows.delete(targetId)
    })
    await pipe.call('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    })
    return pipe
  }

  #attach(params: unknown): void {
    const { sessionId, targetInfo } = attachedSchema.parse(params)
    const { targetId } = targetInfo
    void this.#browser?.pipe.call('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => {})
    this.#expected.shift()?.({ targetId, sessionId })
  }

  #end(): void {
    this.#browser = null
    for (const window of this.#windows.values()) window.end()
    this.#windows.clear()
  }
}
