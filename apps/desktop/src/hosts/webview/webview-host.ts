import { nodeFilesAtOnce, privateFolderMode } from '@parley/files'
import {
  type DesktopHost,
  HostError,
  type HostWindow,
  type NewWindow,
  type WindowListener,
} from '../../desktop-host.ts'
import { hasDisplay } from '../has-display.ts'
import { loadBinding } from './load-binding.ts'
import { reasonAgainstWebview, refusal } from './probe-webview.ts'
import type { Application, WebContext, WebviewBinding } from './webview-binding.ts'
import { WebviewWindow } from './webview-window.ts'

export interface WebviewOptions {
  /** The folder of the webview's own data. */
  readonly profileFolder: string
  readonly environment: NodeJS.ProcessEnv
}

/** How often the window system is asked for events: as often as a display shows a new picture. */
const pumpIntervalMs = 16

/** Shows windows in the system's own webview: WebKitGTK or WebView2, by the binding `@webviewjs/webview`. */
export class WebviewHost implements DesktopHost {
  readonly kind = 'webview'
  readonly #options: WebviewOptions
  /** The window that had the focus last is the last. */
  readonly #windows = new Set<WebviewWindow>()
  #app: { readonly binding: WebviewBinding; readonly application: Application } | null = null
  #context: WebContext | null = null
  #reasonAgainst: Promise<string | null> | null = null

  constructor(options: WebviewOptions) {
    this.#options = options
  }

  /** Begins to ask the window system, which takes about as long as the server takes to start. */
  prepare(): void {
    if (hasDisplay(this.#options.environment))
      this.#reasonAgainst = reasonAgainstWebview(this.#options.environment)
  }

  async openWindow(options: NewWindow, listener: WindowListener): Promise<HostWindow> {
    this.#app ??= await this.#start()
    const { binding, application } = this.#app
    this.#context ??= this.#createContext(application)
    const window = new WebviewWindow(binding, application, this.#context, options, listener)
    this.#windows.add(window)
    window.onFocused = () => {
      this.#windows.delete(window)
      this.#windows.add(window)
    }
    window.onDisposed = () => this.#windows.delete(window)
    return window
  }

  async close(): Promise<void> {
    for (const window of this.#windows) window.close()
    this.#app?.application.exit()
  }

  async #start() {
    const { environment } = this.#options
    if (!hasDisplay(environment)) throw new HostError('There is no display, so no webview can be shown.')
    const binding = loadBinding(environment.PARLEY_WEBVIEW_BINDING)
    this.#reasonAgainst ??= reasonAgainstWebview(environment)
    const reason = await this.#reasonAgainst
    if (reason !== null) throw new HostError(reason)
    try {
      const application = new binding.Application()
      application.on('custom-menu-click', ({ customMenuEvent }) => {
        // The binding does not say of which window the menu is.
        if (customMenuEvent !== undefined) [...this.#windows].at(-1)?.receiveMenu(customMenuEvent.id)
      })
      void application.whenReady({ interval: pumpIntervalMs })
      return { binding, application }
    } catch {
      throw new HostError(refusal)
    }
  }

  #createContext(application: Application): WebContext {
    const { profileFolder, environment } = this.#options
    try {
      nodeFilesAtOnce.makeFolder(profileFolder, privateFolderMode)
    } catch {
      throw new HostError(
        `The webview’s folder ${profileFolder} could not be created. Check its permissions.`,
      )
    }
    return application.createWebContext({
      dataDirectory: profileFolder,
      // Only for tests: WebKitWebDriver drives the window.
      allowsAutomation: environment.PARLEY_WEBVIEW_AUTOMATION === '1',
    })
  }
}
