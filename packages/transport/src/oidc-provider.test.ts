import { createServer, type Server } from 'node:http'
import { defaultSendSettings, getNewAccessToken } from '@parley/engine'
import { newAuth, newHttpRequest, type OAuth2Auth } from '@parley/model'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listenForRedirect } from './listen-for-redirect.ts'
import { startEngine } from './send-through-engine.testkit.ts'

/** Checks agreement with a certified authorization server of a third party. */

let server: Server
let issuer: string
let engine: ReturnType<typeof startEngine>

beforeAll(async () => {
  // It warns about its default keys and its own sign-in pages, both of which are intended here.
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
  engine = startEngine()
  server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'service: +/1',
        client_secret: 'secret &+%',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
      {
        client_id: 'desktop',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['http://127.0.0.1/callback'],
      },
    ],
    scopes: ['openid', 'offline_access', 'api'],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: true } },
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    cookies: { keys: ['a key of a test'] },
    ttl: { AccessToken: 60, ClientCredentials: 60 },
  })
  server.on('request', provider.callback())
})

afterAll(async () => {
  engine.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  vi.restoreAllMocks()
})

const oauth2 = (fields: Partial<OAuth2Auth>): OAuth2Auth => ({
  ...newAuth('oauth2'),
  tokenUrl: `${issuer}/token`,
  authorizationUrl: `${issuer}/auth`,
  ...fields,
})

test('client credentials, whose ID and secret need encoding', async () => {
  const auth = oauth2({
    grantType: 'clientCredentials',
    clientId: 'service: +/1',
    clientSecret: 'secret &+%',
    scope: 'api',
  })
  const { response } = await engine.exchange({ url: `${issuer}/.well-known/openid-configuration`, auth })
  expect(response.statusCode).toBe(200)
  const wrong = await engine.send({ url: issuer, auth: { ...auth, clientId: 'nobody' } })
  expect(wrong).toMatchObject({
    failure: {
      failure: { code: 'TOKEN_NOT_RECEIVED', subject: 'invalid_client: client authentication failed' },
    },
  })
})

test('a person signs in with PKCE, the token opens the API, and is refreshed', async () => {
  const auth = oauth2({ grantType: 'authorizationCode', clientId: 'desktop', scope: 'openid offline_access' })
  let nowMs = Date.now()
  const clock = { now: () => nowMs, monotonic: () => nowMs }
  const context = {
    ancestors: [],
    environment: null,
    workspaceVariables: [],
    globalVariables: [],
    liveScopes: [],
    defaultSettings: defaultSendSettings,
  }
  const given = await getNewAccessToken(
    { request: newHttpRequest({ auth }), context },
    { ...engine.ports, clock },
    {
      listen: (callbackUrl, state) => listenForRedirect({ callbackUrl, state }),
      openBrowser: signIn,
      showDeviceCode() {},
      wait: async () => {},
    },
    new AbortController().signal,
  )
  expect(given).toMatchObject({ ok: true, value: { state: 'held' } })
  const me = await engine.exchange({ url: `${issuer}/me`, auth }, { clock })
  expect(engine.bodyText(me.response)).toBe('{"sub":"ada"}')
  nowMs += 61_000
  const again = await engine.exchange({ url: `${issuer}/me`, auth }, { clock })
  expect(again.notices).toEqual([])
  expect(again.response.statusCode).toBe(200)
})

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
