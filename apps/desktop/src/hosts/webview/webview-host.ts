import { createRequire } from 'node:module'
import { nodeFilesAtOnce, privateFolderMode } from '@parley/files'
import type * as Binding from '@webviewjs/webview'
import {
  type DesktopHost,
  HostError,
  type HostWindow,
  type NewWindow,
  type WindowListener,
} from '../../desktop-host.ts'
import { hasDisplay } from '../has-display.ts'
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
  #app: { readonly binding: typeof Binding; readonly application: Binding.Application } | null = null
  #context: Binding.WebContext | null = null

  constructor(options: WebviewOptions) {
    this.#options = options
  }

  async openWindow(options: NewWindow, listener: WindowListener): Promise<HostWindow> {
    this.#app ??= this.#start()
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

  #start() {
    const { environment } = this.#options
    if (!hasDisplay(environment)) throw new HostError('There is no display, so no webview can be shown.')
    const binding = loadBinding(environment.PARLEY_WEBVIEW_BINDING)
    try {
      const application = new binding.Application()
      application.on('custom-menu-click', ({ customMenuEvent }) => {
        // The binding does not say of which window the menu is.
        if (customMenuEvent !== undefined) [...this.#windows].at(-1)?.receiveMenu(customMenuEvent.id)
      })
      void application.whenReady({ interval: pumpIntervalMs })
      return { binding, application }
    } catch {
      throw new HostError('The window system refused to show a webview.')
    }
  }

  #createContext(application: Binding.Application): Binding.WebContext {
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

/** Where the binding's loader looks for its native library first. */
const libraryVariable = 'NAPI_RS_NATIVE_LIBRARY_PATH'

/**
 * @param path - of another build of the native library, for tests
 * @throws HostError if the binding is not installed or the system lacks what it needs
 */
function loadBinding(path: string | undefined): typeof Binding {
  try {
    if (path !== undefined) process.env[libraryVariable] = path
    return createRequire(import.meta.url)('@webviewjs/webview')
  } catch (error) {
    throw new HostError(`No webview can be used: ${reasonOf(messagesOf(error).join(' '))}.`)
  } finally {
    // Other native modules read it too.
    if (path !== undefined) delete process.env[libraryVariable]
  }
}

/** The messages of an error and its causes: the binding's own is about another package manager. */
function messagesOf(error: unknown): readonly string[] {
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : []
}

function reasonOf(message: string): string {
  const missing = /([\w.+-]+\.so[\w.]*): cannot open shared object/.exec(message)?.[1]
  if (missing !== undefined) return `${missing} is not installed`
  const version = /version [`‘']?(GLIBC_[\d.]+)/.exec(message)?.[1]
  if (version !== undefined) return `this system’s C library is older than ${version.replace('_', ' ')}`
  return 'its binding is not installed for this system'
}
