import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { AppModelContext, createAppModel } from './app-model.ts'
import { BodyReads } from './server-client/body-reads.ts'
import { browserTokenPlace, takeLaunchToken } from './server-client/launch-token.ts'
import { createServerClient } from './server-client/server-client.ts'
import { createFileUpload } from './server-client/upload-file.ts'
import { App } from './views/App.tsx'
import { NoTokenView } from './views/NoTokenView.tsx'

function renderPage(): void {
  const container = document.getElementById('root')
  if (container === null) throw new Error('The page has no element with the id root')
  const root = createRoot(container)
  let token = takeLaunchToken(browserTokenPlace())
  if (token === null) {
    window.addEventListener('hashchange', () => location.reload(), { once: true })
    root.render(<NoTokenView />)
    return
  }
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
  const currentToken = () => token ?? ''
  const bodyReads = new BodyReads()
  const model = createAppModel(
    createServerClient(location.origin, currentToken, bodyReads),
    bodyReads,
    createFileUpload(location.origin, currentToken),
    nonce,
  )
  model.start()
  // The address of a restarted server, opened in this window, changes nothing but the fragment.
  window.addEventListener('hashchange', () => {
    token = takeLaunchToken(browserTokenPlace()) ?? token
    model.resume()
  })
  window.addEventListener('beforeunload', event => {
    if (model.hasUnkeptChanges()) event.preventDefault()
  })
  // A file that is dropped beside a place for it would else take the place of the page.
  for (const type of ['dragover', 'drop']) window.addEventListener(type, event => event.preventDefault())
  root.render(
    <AppModelContext value={model}>
      <App />
    </AppModelContext>,
  )
  preloadEditors()
}

/** What the first answer needs is fetched once the page has come to rest. */
function preloadEditors(): void {
  const preload = () => void import('./editor/response-viewer.ts')
  if ('requestIdleCallback' in window) requestIdleCallback(preload, { timeout: 2_000 })
  else setTimeout(preload, 500)
}

renderPage()
