import { nodeFilesAtOnce, privateFolderMode } from '@parley/files'
import { noSandboxSentence, runsAsRoot } from '@parley/server/desktop'
import {
  type DesktopHost,
  HostError,
  type HostWindow,
  type NewWindow,
  type WindowListener,
} from '../../desktop-host.ts'
import { startPageAddress } from '../../notice-pages.ts'
import { hasDisplay } from '../has-display.ts'
import { chromiumArguments } from './chromium-arguments.ts'
import { type ChromiumProcess, openInRunning, startChromium } from './chromium-process.ts'
import { ChromiumWindow } from './chromium-window.ts'
import { attachedSchema, detachedSchema, pausedSchema } from './devtools-schemas.ts'

export interface ChromiumOptions {
  /** The path of a browser of the Chromium family; null: there is none. */
  readonly program: string | null
  /** The folder of the app's own browser profile. */
  readonly profileFolder: string
  print(sentence: string): void
}

interface Attached {
  readonly targetId: string
  readonly sessionId: string
}

const sessionEvents = [
  'Runtime.bindingCalled',
  'Fetch.requestPaused',
  'Page.javascriptDialogOpening',
  'Inspector.targetCrashed',
]

/**
 * Shows windows as app windows of an installed Chromium with a profile of its own, which the app controls over
 * Chromium's DevTools pipe. The launch token goes over the pipe, so that it is in no process list and no file.
 */
export class ChromiumHost implements DesktopHost {
  readonly kind = 'chromium'
  readonly #options: ChromiumOptions
  #browser: ChromiumProcess | null = null
  /** By session and by target. */
  readonly #windows = new Map<string, ChromiumWindow>()
  /** Windows that were asked for and are not there yet, in order. */
  readonly #expected: { resolve(attached: Attached): void; reject(error: Error): void }[] = []

  constructor(options: ChromiumOptions) {
    this.#options = options
  }

  async openWindow(options: NewWindow, listener: WindowListener): Promise<HostWindow> {
    const { program, profileFolder, print } = this.#options
    if (program === null) throw new HostError(noChromium)
    if (!hasDisplay()) throw new HostError('There is no display, so Chromium can show no window.')
    this.#makeProfile()
    const address = startPageAddress(options.isDark)
    const args = chromiumArguments({ profileFolder, address, placement: options.placement })
    const opened = new Promise<Attached>((resolve, reject) => this.#expected.push({ resolve, reject }))
    if (this.#browser === null) {
      if (runsAsRoot()) print(noSandboxSentence)
      this.#browser = this.#start(program, args)
    } else openInRunning(program, args)
    const { pipe } = this.#browser
    const { targetId, sessionId } = await opened
    const window = new ChromiumWindow(pipe, targetId, sessionId, listener)
    this.#windows.set(sessionId, window)
    this.#windows.set(targetId, window)
    await window.prepare(options)
    window.load(options.address)
    return window
  }

  async close(): Promise<void> {
    await this.#browser?.close()
  }

  #makeProfile(): void {
    const { profileFolder } = this.#options
    try {
      nodeFilesAtOnce.makeFolder(profileFolder, privateFolderMode)
    } catch {
      throw new HostError(`Chromium’s profile ${profileFolder} could not be created. Check its permissions.`)
    }
  }

  #start(program: string, args: readonly string[]): ChromiumProcess {
    const browser = startChromium(program, args, isCrash => this.#end(isCrash))
    const { pipe } = browser
    pipe.on('Target.attachedToTarget', params => this.#attach(browser, params))
    pipe.on('Target.detachedFromTarget', params => this.#detach(params))
    for (const method of sessionEvents)
      pipe.on(method, (params, sessionId) => this.#windows.get(sessionId ?? '')?.receive(method, params))
    const attaching = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }
    // A Chromium that ends here is reported by its end.
    pipe.call('Target.setAutoAttach', { ...attaching, filter: [{ type: 'page' }] }).catch(() => {})
    return browser
  }

  #attach(browser: ChromiumProcess, params: unknown): void {
    const { sessionId, targetInfo } = attachedSchema.parse(params)
    const { targetId, openerId } = targetInfo
    const expected = openerId === undefined ? this.#expected.shift() : undefined
    if (expected === undefined) this.#refuse(browser, { targetId, sessionId }, openerId ?? '')
    else expected.resolve({ targetId, sessionId })
  }

  /** Closes a window that a page has opened, and reports the address that it was to show. */
  #refuse({ pipe }: ChromiumProcess, { targetId, sessionId }: Attached, openerId: string): void {
    let isRefused = false
    const close = (address: string | null) => {
      if (isRefused) return
      isRefused = true
      if (address !== null) this.#windows.get(openerId)?.reportNewWindow(address)
      void pipe.call('Target.closeTarget', { targetId }).catch(() => {})
    }
    pipe.on('Fetch.requestPaused', (params, id) => {
      if (id === sessionId) close(pausedSchema.parse(params).request.url)
    })
    pipe.on('Page.frameStoppedLoading', (_params, id) => {
      if (id === sessionId) close(null)
    })
    const calls = ['Page.enable', 'Fetch.enable', 'Runtime.runIfWaitingForDebugger']
    for (const method of calls) void pipe.call(method, {}, sessionId).catch(() => {})
  }

  #detach(params: unknown): void {
    const { targetId, sessionId } = detachedSchema.parse(params)
    this.#windows.get(targetId)?.end()
    this.#windows.delete(targetId)
    this.#windows.delete(sessionId)
  }

  #end(isCrash: boolean): void {
    this.#browser = null
    const failed = new HostError(`${this.#options.program} could not show a window. ${notShown}`)
    for (const { reject } of this.#expected.splice(0)) reject(failed)
    const windows = new Set(this.#windows.values())
    this.#windows.clear()
    for (const window of windows) window.end(isCrash)
  }
}

const noChromium =
  'No Chromium, Chrome or Edge was found. Install one of them, or name its program with PARLEY_CHROMIUM.'
const notShown = 'Check that there is a display, or name another program with PARLEY_CHROMIUM.'
