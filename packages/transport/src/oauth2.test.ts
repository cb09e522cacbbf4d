import { createServer } from 'node:http'
import {
  clearToken,
  defaultSendSettings,
  getNewAccessToken,
  type SignInHost,
  tokenState,
} from '@parley/engine'
import { newAuth, newHttpRequest, type OAuth2Auth } from '@parley/model'
import { type OAuthServer, startOAuthServer } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listenForRedirect } from './listen-for-redirect.ts'
import { startEngine } from './send-through-engine.testkit.ts'

let engine: ReturnType<typeof startEngine>
let server: OAuthServer
let nowMs: number

beforeEach(() => {
  engine = startEngine()
  nowMs = Date.UTC(2026, 0, 1)
})

afterEach(async () => {
  engine.close()
  await server.close()
})

const clock = { now: () => nowMs, monotonic: () => nowMs }

function oauth2(fields: Partial<OAuth2Auth> = {}, token: Partial<OAuth2Auth['token']> = {}): OAuth2Auth {
  const base = newAuth('oauth2')
  return {
    ...base,
    grantType: 'clientCredentials',
    tokenUrl: `${server.origin}/token`,
    authorizationUrl: `${server.origin}/authorize`,
    deviceAuthorizationUrl: `${server.origin}/device`,
    clientId: 'the client',
    clientSecret: 'secret-canary',
    ...fields,
    token: { ...base.token, ...token },
  }
}

const call = (auth: OAuth2Auth) => engine.exchange({ url: `${server.origin}/api`, auth }, { clock })
const refusal = async (auth: OAuth2Auth) => {
  const outcome = await engine.send({ url: `${server.origin}/api`, auth }, { clock })
  if (outcome.ok) throw new Error('It was sent')
  return outcome.failure.failure
}
const paths = () => server.calls.map(one => one.path)
const lastToken = () => server.calls.findLast(one => one.path === '/api')?.headers.authorization

const context = {
  ancestors: [],
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
  defaultSettings: defaultSendSettings,
}
const ownerOf = (auth: OAuth2Auth) => ({ request: newHttpRequest({ auth }), context })

/** A person who signs in at once: fetches the page as a browser would. */
function person(fields: Partial<SignInHost> = {}): SignInHost & { readonly shown: string[] } {
  const shown: string[] = []
  return {
    shown,
    listen: (callbackUrl, state) => listenForRedirect({ callbackUrl, state }),
    async openBrowser(url) {
      shown.push(url)
      await fetch(url)
    },
    showDeviceCode: code => void shown.push(JSON.stringify(code)),
    async wait(milliseconds) {
      nowMs += milliseconds
    },
    ...fields,
  }
}
const getToken = (auth: OAuth2Auth, host: SignInHost = person(), signal = new AbortController().signal) =>
  getNewAccessToken(ownerOf(auth), { ...engine.ports, clock }, host, signal)

describe('client credentials', () => {
  test('are exchanged for a token, which all requests with the same configuration share', async () => {
    server = await startOAuthServer()
    const { request, response } = await call(oauth2({ scope: ' a b ' }))
    expect(response.statusCode).toBe(200)
    await call(oauth2({ scope: ' a b ' }))
    expect(paths()).toEqual(['/token', '/api', '/api'])
    expect(server.calls[0]).toMatchObject({
      parameters: { grant_type: 'client_credentials', scope: 'a b' },
      headers: {
        authorization: `Basic ${Buffer.from('the%20client:secret-canary').toString('base64')}`,
        'user-agent': 'Parley/1.0',
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect(JSON.stringify(request)).not.toContain('canary')
    await call(oauth2({ scope: 'other' }))
    expect(paths().slice(3)).toEqual(['/token', '/api'])
  })

  test('are sent in the body if that is chosen, with further parameters', async () => {
    server = await startOAuthServer()
    const parameter = { request: 'token', name: 'audience', value: 'https://api' } as const
    const additionalParameters = [
      { ...parameter, placement: 'body' },
      { ...parameter, name: 'X-Tenant', value: 't', placement: 'header' },
      { ...parameter, name: 'q', value: 'a b', placement: 'query' },
      { ...parameter, request: 'refresh', name: 'never', placement: 'body' },
    ] as const
    await call(oauth2({ clientAuthentication: 'body', additionalParameters }))
    expect(server.calls[0]?.headers.authorization).toBeUndefined()
    expect(server.calls[0]?.headers['x-tenant']).toBe('t')
    expect(server.calls[0]?.parameters).toEqual({
      grant_type: 'client_credentials',
      client_id: 'the client',
      client_secret: 'secret-canary',
      audience: 'https://api',
      q: 'a b',
    })
  })

  test('without a secret the client names itself alone', async () => {
    server = await startOAuthServer()
    await call(oauth2({ clientSecret: '' }))
    expect(server.calls[0]?.headers.authorization).toBeUndefined()
    expect(server.calls[0]?.parameters).toEqual({ grant_type: 'client_credentials', client_id: 'the client' })
  })
})

test('user name and password are exchanged for a token', async () => {
  server = await startOAuthServer()
  await call(oauth2({ grantType: 'password', username: 'ada', password: 'p-canary' }))
  expect(server.calls[0]?.parameters).toEqual({
    grant_type: 'password',
    username: 'ada',
    password: 'p-canary',
  })
})

describe('a token goes', () => {
  test('behind another prefix', async () => {
    server = await startOAuthServer()
    await call(oauth2({}, { placementName: 'Token' }))
    expect(lastToken()).toBe('Token access-token-canary-1')
  })

  test('into the query, masked', async () => {
    server = await startOAuthServer()
    const { request, response } = await call(
      oauth2({}, { placement: 'query', placementName: 'access_token' }),
    )
    expect(response.statusCode).toBe(200)
    expect(request.targetUri).toBe(`${server.origin}/api?access_token=••••••`)
  })

  test('exactly as it was pasted', async () => {
    server = await startOAuthServer()
    await call(oauth2({ grantType: 'pasteAccessToken', accessToken: ' pasted ' }))
    expect(lastToken()).toBe('Bearer pasted')
    expect(paths()).toEqual(['/api'])
  })
})

describe('an expired token', () => {
  test('is refreshed before sending, and the new refresh token kept', async () => {
    server = await startOAuthServer({ givesRefreshToken: true, expiresIn: 60 })
    const auth = oauth2()
    await call(auth)
    for (const expected of ['refresh-canary-1', 'refresh-canary-2']) {
      nowMs += 60_000
      const { notices } = await call(auth)
      expect(notices).toEqual([])
      const { parameters } = server.calls.findLast(one => one.path === '/token') ?? {}
      expect(parameters).toEqual({ grant_type: 'refresh_token', refresh_token: expected })
    }
    expect(lastToken()).toBe('Bearer access-token-canary-3')
  })

  test('is refreshed once for sends at the same time', async () => {
    server = await startOAuthServer({ givesRefreshToken: true, expiresIn: 60 })
    const auth = oauth2()
    await call(auth)
    nowMs += 60_000
    const all = await Promise.all([call(auth), call(auth), call(auth)])
    expect(all.map(one => one.response.statusCode)).toEqual([200, 200, 200])
    expect(paths().filter(path => path === '/token')).toHaveLength(2)
  })

  test('is not refreshed again for a send that saw the old one', async () => {
    server = await startOAuthServer({ givesRefreshToken: true, expiresIn: 60 })
    const auth = oauth2()
    await call(auth)
    nowMs += 60_000
    const { tokens } = engine.ports.authSession
    let isRenewedMeanwhile = false
    const held = async (key: string) => {
      const old = await tokens.held(key)
      if (!isRenewedMeanwhile) {
        isRenewedMeanwhile = true
        await call(auth)
      }
      return old
    }
    const slow = { held, hold: tokens.hold.bind(tokens), clear: tokens.clear.bind(tokens) }
    const authSession = { ...engine.ports.authSession, tokens: slow }
    const { notices } = await engine.exchange({ url: `${server.origin}/api`, auth }, { clock, authSession })
    expect(notices).toEqual([])
    expect(lastToken()).toBe('Bearer access-token-canary-2')
    expect(paths().filter(path => path === '/token')).toHaveLength(2)
  })

  test('of client credentials without a refresh token is fetched again', async () => {
    server = await startOAuthServer({ expiresIn: 60 })
    await call(oauth2())
    nowMs += 60_000
    await call(oauth2())
    expect(lastToken()).toBe('Bearer access-token-canary-2')
  })

  test('that cannot be renewed goes out with a notice', async () => {
    server = await startOAuthServer({ expiresIn: 60 })
    await call(oauth2())
    nowMs += 60_000
    const text = '{"error":"invalid_client","error_description":"not secret-canary"}'
    server.answerNext({ statusCode: 401, text })
    const { notices, response } = await call(oauth2())
    expect(notices).toEqual([{ code: 'TOKEN_NOT_RENEWED', reason: 'invalid_client: not ••••••' }])
    expect(lastToken()).toBe('Bearer access-token-canary-1')
    expect(response.statusCode).toBe(200)
  })

  test('is kept if renewal is switched off', async () => {
    server = await startOAuthServer({ expiresIn: 60 })
    const auth = oauth2({}, { refreshAutomatically: false })
    await call(auth)
    nowMs += 60_000
    expect((await call(auth)).notices).toEqual([
      { code: 'TOKEN_NOT_RENEWED', reason: 'automatic renewal is turned off' },
    ])
    expect(paths()).toEqual(['/token', '/api', '/api'])
  })
})

describe('a 401', () => {
  test.each(['header', 'query'] as const)(
    'leads to one retry with a new token in the %s',
    async placement => {
      server = await startOAuthServer()
      const placementName = placement === 'header' ? 'Bearer' : 'access_token'
      const auth = oauth2({}, { renewOnUnauthorized: true, placement, placementName })
      await call(auth)
      server.revokeAll()
      const { response, hops, request } = await call(auth)
      expect(response.statusCode).toBe(200)
      expect(hops).toMatchObject([{ statusCode: 401, location: '' }])
      expect(JSON.stringify([request, hops])).not.toContain('canary')
      expect(paths()).toEqual(['/token', '/api', '/api', '/token', '/api'])
    },
  )

  test('is the response if the new token is refused as well, or renewal is off', async () => {
    server = await startOAuthServer()
    const auth = oauth2({}, { renewOnUnauthorized: true })
    await call(auth)
    server.revokeAll()
    server.answerNext({ text: '{"access_token":"unknown"}' })
    expect((await call(auth)).response.statusCode).toBe(401)
    expect(paths()).toEqual(['/token', '/api', '/api', '/token', '/api'])
    expect((await call(oauth2())).hops).toEqual([])
  })
})

describe('responses of real servers', () => {
  test.each([
    [
      'a form',
      { mediaType: 'application/x-www-form-urlencoded', text: 'access_token=a%2Bb+c&expires_in=5' },
      'a+b c',
    ],
    ['JSON called text', { mediaType: 'text/plain', text: '{"access_token":"abc"}' }, 'abc'],
    ['seconds as text', { text: '{"access_token":"abc","expires_in":"5"}' }, 'abc'],
    ['201', { statusCode: 201, text: '{"access_token":"abc"}' }, 'abc'],
    ['a byte order mark', { text: '\uFEFF{"access_token":"abc"}' }, 'abc'],
  ])('%s is read', async (_, answer, token) => {
    server = await startOAuthServer()
    server.answerNext(answer)
    await call(oauth2())
    expect(lastToken()).toBe(`Bearer ${token}`)
  })

  test.each([
    ['an error', { statusCode: 400, text: '{"error":"invalid_scope"}' }, 'invalid_scope'],
    ['an error with 200', { text: 'error=bad&error_description=No+way' }, 'bad: No way'],
    ['a page', { statusCode: 502, text: '<html>a=b</html>' }, 'The server responded with 502 Bad Gateway'],
    ['no token', { text: '{}' }, 'The server’s response has no access_token'],
    [
      'too much',
      { text: `{"access_token":"${'a'.repeat(2 ** 20)}"}` },
      'The server’s response is larger than 1 MB',
    ],
    [
      'a token with a line break',
      { text: '{"access_token":"a\\r\\nX-Evil: 1"}' },
      'The server’s response has a token that cannot be sent in a header',
    ],
    ['a list', { text: '[{"access_token":"a"}]' }, 'The server’s response has no access_token'],
    [
      'a token that is an object',
      { text: '{"access_token":{"a":1}}' },
      'The server’s response has no access_token',
    ],
    [
      'its client in other words',
      {
        statusCode: 400,
        text: `{"error":"e","error_description":"Basic ${Buffer.from('the%20client:secret-canary').toString('base64')} or secret-canary"}`,
      },
      'e: Basic •••••• or ••••••',
    ],
    [
      'a redirect',
      { statusCode: 307, text: '', location: 'http://127.0.0.1:1/' },
      'The server responded with 307 Temporary Redirect',
    ],
  ])('%s is reported unchanged', async (_, answer, subject) => {
    server = await startOAuthServer()
    server.answerNext(answer)
    expect(await refusal(oauth2())).toMatchObject({
      kind: 'authorization',
      code: 'TOKEN_NOT_RECEIVED',
      subject,
    })
    expect(paths()).toEqual(['/token'])
  })

  test('a server that is not there is named', async () => {
    server = await startOAuthServer()
    const { code, subject } = await refusal(oauth2({ tokenUrl: 'http://127.0.0.1:1/token' }))
    expect({ code, subject }).toEqual({
      code: 'TOKEN_NOT_RECEIVED',
      subject: 'Nothing is listening at 127.0.0.1:1. Is the server running?',
    })
  })
})

describe('a hostile server', () => {
  test('cannot keep a send waiting with an endless response', async () => {
    server = await startOAuthServer()
    const endless = createServer((_, response) => {
      response.on('close', () => response.destroy())
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', write)
      write()
    })
    await new Promise<void>(resolve => endless.listen(0, '127.0.0.1', resolve))
    const address = endless.address()
    const port = typeof address === 'object' ? address?.port : 0
    try {
      const { code, subject } = await refusal(oauth2({ tokenUrl: `http://127.0.0.1:${port}/token` }))
      expect({ code, subject }).toEqual({
        code: 'TOKEN_NOT_RECEIVED',
        subject: 'The server’s response is larger than 1 MB',
      })
    } finally {
      endless.closeAllConnections()
      await new Promise(resolve => endless.close(resolve))
    }
  })

  test.each(['1e300', '"1e300"', '9e15'])(
    'sends an expiry time that no clock can represent: %s',
    async expiresIn => {
      server = await startOAuthServer()
      server.answerNext({ text: `{"access_token":"a","expires_in":${expiresIn}}` })
      expect(await getToken(oauth2())).toMatchObject({ value: { state: 'held', expiresAt: null } })
    },
  )

  test('cannot reveal its refresh token', async () => {
    server = await startOAuthServer({ expiresIn: 60, givesRefreshToken: true })
    const auth = oauth2({ grantType: 'authorizationCode' })
    await getToken(auth)
    nowMs += 60_000
    server.answerNext({ statusCode: 400, text: '{"error":"bad","error_description":"no refresh-canary-2"}' })
    expect((await call(auth)).notices).toEqual([{ code: 'TOKEN_NOT_RENEWED', reason: 'bad: no ••••••' }])
  })

  test('that renews on a 401 cannot put a header into the request', async () => {
    server = await startOAuthServer()
    const auth = oauth2({}, { renewOnUnauthorized: true })
    await call(auth)
    server.revokeAll()
    server.answerNext({ text: '{"access_token":"a\\r\\nX-Evil: 1"}' })
    expect((await call(auth)).response.statusCode).toBe(401)
    expect(server.calls.at(-1)?.headers['x-evil']).toBeUndefined()
  })
})

describe('Authorization Code', () => {
  test.each(['S256', 'plain', 'off'] as const)('with PKCE %s', async pkce => {
    server = await startOAuthServer()
    const auth = oauth2({ grantType: 'authorizationCode', pkce, scope: 'openid' })
    expect(await refusal(auth)).toMatchObject({ code: 'NO_TOKEN' })
    expect(await getToken(auth)).toEqual({
      ok: true,
      value: { state: 'held', masked: '••••••ry-2', expiresAt: nowMs + 3_600_000 },
    })
    await call(auth)
    expect(lastToken()).toBe('Bearer access-token-canary-2')
    const asked = server.calls[0]?.parameters
    expect(asked).toMatchObject({ response_type: 'code', client_id: 'the client', scope: 'openid' })
    expect(asked?.code_challenge_method).toBe(pkce === 'off' ? undefined : pkce)
    expect(asked?.redirect_uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  })

  test('reports the server’s error, and requests no token', async () => {
    server = await startOAuthServer()
    const host = person({
      async openBrowser(url) {
        const asked = new URL(url).searchParams
        const back = new URLSearchParams({
          error: 'access_denied',
          error_description: '<script>',
          state: asked.get('state') ?? '',
        })
        const page = await fetch(`${asked.get('redirect_uri')}?${back}`)
        expect(await page.text()).not.toContain('<script>')
      },
    })
    const result = await getToken(oauth2({ grantType: 'authorizationCode' }), host)
    expect(result).toMatchObject({
      failure: { code: 'TOKEN_NOT_GIVEN', subject: 'access_denied: <script>' },
    })
    expect(paths()).toEqual([])
  })

  test.each(['', 'state=wrong', 'state='])('requests no token with %j as state (HT13)', async state => {
    server = await startOAuthServer()
    const host = person({
      async openBrowser(url) {
        await fetch(`${new URL(url).searchParams.get('redirect_uri')}?code=stolen&${state}`)
      },
    })
    const result = await getToken(oauth2({ grantType: 'authorizationCode' }), host)
    expect(result).toMatchObject({ ok: false, failure: { code: 'TOKEN_NOT_GIVEN' } })
    expect(paths()).toEqual([])
  })

  test('ends by Cancel', async () => {
    server = await startOAuthServer()
    const cancel = new AbortController()
    const host = person({ openBrowser: async () => cancel.abort() })
    const result = await getToken(oauth2({ grantType: 'authorizationCode' }), host, cancel.signal)
    expect(result).toMatchObject({ ok: false, failure: { kind: 'cancelled' } })
  })
})

describe('Device code', () => {
  test('waits for the interval of the server', async () => {
    server = await startOAuthServer()
    server.answerNext({ statusCode: 400, text: '{"error":"authorization_pending"}' })
    server.answerNext({ statusCode: 400, text: '{"error":"slow_down"}' })
    const started = nowMs
    const host = person()
    expect(await getToken(oauth2({ grantType: 'deviceCode' }), host)).toMatchObject({ ok: true })
    expect(nowMs - started).toBe((1 + 1 + 6) * 1000)
    expect(JSON.parse(host.shown[0] ?? '')).toEqual({
      userCode: 'ABCD-EFGH',
      verificationUri: 'http://127.0.0.1/activate',
      completeUri: '',
      expiresAt: started + 60_000,
    })
  })

  test.each([-5, 1e12, 0.001])('bounds the waiting time: interval %d', async interval => {
    server = await startOAuthServer({ device: { interval } })
    server.answerNext({ statusCode: 400, text: '{"error":"authorization_pending"}' })
    const waited: number[] = []
    const host = person({
      async wait(milliseconds) {
        waited.push(milliseconds)
      },
    })
    await getToken(oauth2({ grantType: 'deviceCode' }), host)
    expect(waited.every(one => one >= 1000 && one <= 60_000)).toBe(true)
    expect(waited).toHaveLength(2)
  })

  test('ends when the code expires, and by Cancel', async () => {
    server = await startOAuthServer()
    const auth = oauth2({ grantType: 'deviceCode' })
    const late = person({
      wait: async () => {
        nowMs += 60_000
      },
    })
    expect(await getToken(auth, late)).toMatchObject({ failure: { subject: 'The code has expired' } })
    const cancel = new AbortController()
    const impatient = person({ wait: async () => cancel.abort() })
    expect(await getToken(auth, impatient, cancel.signal)).toMatchObject({ failure: { kind: 'cancelled' } })
  })
})

test('the state of a token is shown masked, and clearing discards it', async () => {
  server = await startOAuthServer({ expiresIn: 60 })
  const auth = oauth2({ tokenUrl: `${server.origin}/token` })
  const ports = { ...engine.ports, clock }
  expect(await tokenState(ownerOf(auth), ports)).toEqual({ state: 'none' })
  await getToken(auth)
  expect(await tokenState(ownerOf(auth), ports)).toMatchObject({ state: 'held', masked: '••••••ry-1' })
  nowMs += 60_000
  expect(await tokenState(ownerOf(auth), ports)).toMatchObject({ state: 'expired' })
  await clearToken(ownerOf(auth), ports)
  expect(await tokenState(ownerOf(auth), ports)).toEqual({ state: 'none' })
})

test.each([
  ['Token URL', { tokenUrl: '' }],
  ['Client ID', { clientId: ' ' }],
  ['Authorization URL', { grantType: 'authorizationCode', authorizationUrl: '' }],
  ['Device authorization URL', { grantType: 'deviceCode', deviceAuthorizationUrl: '' }],
] as const)('a missing %s is named', async (subject, fields) => {
  server = await startOAuthServer()
  expect(await getToken(oauth2(fields))).toMatchObject({ failure: { code: 'AUTH_FIELD_MISSING', subject } })
})
