import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'
import './components/primitives.css'
import './styles/text-marks.css'
import './styles/forced-colors.css'
import { createRoot } from 'react-dom/client'
import { isLeftToBrowser } from './components/own-drag.ts'
import { loadUrlEditor } from './editor/url/open-url-field.ts'
import { browserIdentityWindow, takeWindowIdentity } from './events/window-identity.ts'
import { BodyReads } from './server-client/body-reads.ts'
import { setFileSaver } from './server-client/file-saver.ts'
import { createLastCall } from './server-client/last-call.ts'
import { browserTokenWindow, keepLaunchToken, takeLaunchToken } from './server-client/launch-token.ts'
import { createServerClient } from './server-client/server-client.ts'
import { createFileUpload } from './server-client/upload-file.ts'
import { loadResponseBody } from './views/ResponsePane/body/load-response-body.ts'
import { App, loadDesktopWindow } from './views/Shell/App.tsx'
import { findDesktopBridge } from './window/desktop-bridge.ts'
import { leaveCompositions } from './window/leave-compositions.ts'
import { loadOnce } from './wiring/load-once.ts'
import { type Page, startPage } from './wiring/start-page.ts'
import { StoresContext } from './wiring/use-stores.ts'
import { sendsUnderWay } from './workbench/sending/sends-under-way.ts'
import { unsavedDrafts } from './workbench/tabs/unsaved-drafts.ts'

async function renderPage(): Promise<void> {
  leaveCompositions(window)
  const container = document.getElementById('root')
  if (container === null) throw new Error('The page has no element with the id root')
  const root = createRoot(container)
  let token = takeLaunchToken(browserTokenWindow())
  if (token === null) {
    window.addEventListener('hashchange', () => location.reload(), { once: true })
    const { NoTokenView } = await import('./views/Shell/NoTokenView.tsx')
    root.render(<NoTokenView />)
    return
  }
  // While the page asks the server for its tabs.
  void loadUrlEditor()
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
  const currentToken = () => token ?? ''
  const bodyReads = new BodyReads()
  const desktop = findDesktopBridge(window)
  let started: Page | null = null
  const unsaved = () => (started === null ? null : unsavedDrafts(started.stores.workbench.store.getState()))
  const page = startPage({
    client: createServerClient(location.origin, currentToken, bodyReads, unsaved),
    bodyReads,
    uploadFile: createFileUpload(location.origin, currentToken),
    lastCall: createLastCall(location.origin, currentToken),
    identity: await takeWindowIdentity(browserIdentityWindow()),
    token: currentToken,
    async findServer(windowKey) {
      const finder = await loadServerFinder().catch(() => null)
      if (finder === null) return false
      const found = await finder.findServerAgain(finder.browserFindServerPorts(), windowKey)
      if (found === null) return false
      token = found
      keepLaunchToken(browserTokenWindow(), found)
      return true
    },
    nonce,
    desktop,
    loadResponseBody: () => void loadResponseBody().catch(() => undefined),
  })
  started = page
  // The address of a restarted server, opened in this window, changes nothing but the fragment.
  window.addEventListener('hashchange', () => {
    token = takeLaunchToken(browserTokenWindow()) ?? token
    page.resume()
  })
  followBrowser(page)
  if (desktop !== null) {
    setFileSaver(await page.stores.loadDesktopSaver())
    await loadDesktopWindow()
  }
  root.render(
    <StoresContext value={page.stores}>
      <App />
    </StoresContext>,
  )
  preloadEditors()
  // Once the server is gone, it could not be loaded.
  void loadServerFinder().catch(() => undefined)
}

/** Lets the page follow what the browser does with its window. */
function followBrowser(page: Page): void {
  window.addEventListener('beforeunload', event => {
    const { count } = sendsUnderWay(page.stores.workbench.store.getState())
    if (page.stores.desktop.mustAsk(count) || !page.canClose()) event.preventDefault()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') page.hide()
  })
  window.addEventListener('pagehide', () => page.close())
  // A page restored from the back/forward cache is closed for the server, so its window is reloaded.
  window.addEventListener('pageshow', event => {
    if (event.persisted) location.reload()
  })
  // Otherwise a file dropped outside a drop zone would replace the page.
  for (const type of ['dragover', 'drop'] as const)
    window.addEventListener(type, event => {
      if (!isLeftToBrowser(event)) event.preventDefault()
    })
}

const loadServerFinder = loadOnce(() => import('./window/find-server-again.ts'))

/** Loads what the first response needs a moment after the page is first used, so that it delays no key of the first request. */
function preloadEditors(): void {
  const preload = () => setTimeout(() => void import('./editor/viewer/response-viewer.ts'), preloadDelayMs)
  addEventListener('keydown', preload, { once: true })
  addEventListener('pointerdown', preload, { once: true })
}

const preloadDelayMs = 1_000

void renderPage()
