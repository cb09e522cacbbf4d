import { createServer } from 'node:http'
import { defaultSendSettings, getNewAccessToken } from '@parley/engine'
import { newAuth, newHttpRequest, type OAuth2Auth } from '@parley/model'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, vi } from 'vitest'
import { listenForRedirect } from './listen-for-redirect.ts'
import { startEngine } from './send-through-engine.testkit.ts'

/** The clients that the authorization server knows. */
export const oidcClients = {
  service: { id: 'service: +/1', secret: 'secret &+%' },
  desktop: { id: 'desktop' },
} as const

/** Starts a certified authorization server of a third party around the tests of a file, and an engine. */
export function useOidcProvider() {
  const server = createServer()
  let engine: ReturnType<typeof startEngine>
  let issuer = ''
  beforeAll(async () => {
    // It warns about its default keys and its own sign-in pages, both of which are intended here.
    vi.spyOn(console, 'warn').mockReturnValue()
    vi.spyOn(console, 'info').mockReturnValue()
    engine = startEngine()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    server.on('request', createProvider(issuer).callback())
  })
  afterAll(async () => {
    engine.close()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    vi.restoreAllMocks()
  })
  return {
    get issuer() {
      return issuer
    },
    get engine() {
      return engine
    },
    /** Returns the authorization of a request with a token of the server. */
    oauth2: (fields: Partial<OAuth2Auth>): OAuth2Auth => ({
      ...newAuth('oauth2'),
      tokenUrl: `${issuer}/token`,
      authorizationUrl: `${issuer}/auth`,
      ...fields,
    }),
    /** Gets a token while a person signs in. */
    authorize: (auth: OAuth2Auth, clock: { now(): number; monotonic(): number }) =>
      getNewAccessToken(
        {
          request: newHttpRequest({ auth }),
          context: {
            ancestors: [],
            environment: null,
            workspaceVariables: [],
            globalVariables: [],
            liveScopes: [],
            defaultSettings: defaultSendSettings,
          },
        },
        { ...engine.ports, clock },
        {
          listen: (callbackUrl, state) => listenForRedirect({ callbackUrl, state }),
          openBrowser: signIn,
          showDeviceCode() {},
          wait: async () => {},
        },
        new AbortController().signal,
      ),
  }
}

function createProvider(issuer: string): Provider {
  const { service, desktop } = oidcClients
  return new Provider(issuer, {
    clients: [
      {
        client_id: service.id,
        client_secret: service.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
      {
        client_id: desktop.id,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['http://127.0.0.1/callback'],
      },
    ],
    scopes: ['openid', 'offline_access', 'api'],
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: true },
      introspection: { enabled: true },
    },
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    cookies: { keys: ['a key of a test'] },
    ttl: { AccessToken: 60, ClientCredentials: 60 },
  })
}

/** Acts as a person with a browser: follows redirects, keeps cookies, submits the forms. */
async function signIn(start: string): Promise<void> {
  const cookies = new Map<string, string>()
  let url = start
  let form: URLSearchParams | null = null
  for (let step = 0; step < 20; step += 1) {
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === null ? {} : { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    form = null
    if (location !== null) url = new URL(location, url).href
    else if (new URL(url).pathname === '/callback') return
    else {
      const page = await response.text()
      const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? []
      const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? []
      form = new URLSearchParams({ prompt, login: 'ada', password: 'any' })
      url = new URL(action, url).href
    }
  }
  throw new Error('The sign-in did not end')
}
