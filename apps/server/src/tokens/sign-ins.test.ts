import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HttpRequest, newAuth, newHttpRequest, type OAuth2Auth } from '@parley/model'
import { type OAuthServer, startOAuthServer, waitFor } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SignInEvent } from '../contract/index.ts'
import { useSharedServer } from '../shared-server.testkit.ts'
import { sampleId, startTestServer, type TestClient } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

let oauth: OAuthServer
let window: WatchedWindow
/** What the user does in the browser. */
let visit: (url: string) => Promise<unknown>
let opened: string[]
const running = useSharedServer({
  openSignIn(url) {
    opened.push(url)
    void visit(url)
    return true
  },
})

beforeEach(async () => {
  oauth = await startOAuthServer({ givesRefreshToken: true })
  opened = []
  visit = url => fetch(url)
  window = running.window
})

afterEach(async () => {
  await oauth.close()
})

const oauth2 = (fields: Partial<OAuth2Auth>): OAuth2Auth => ({
  ...newAuth('oauth2'),
  tokenUrl: `${oauth.origin}/token`,
  authorizationUrl: `${oauth.origin}/authorize`,
  deviceAuthorizationUrl: `${oauth.origin}/device`,
  clientId: 'client',
  clientSecret: 'secret-canary',
  ...fields,
})

const withAuth = (fields: Partial<OAuth2Auth>): HttpRequest =>
  newHttpRequest({ url: `${oauth.origin}/api`, auth: oauth2(fields) })

function progressOf(signInId: string): SignInEvent['progress'] | undefined {
  return window.events.filter(event => event.type === 'signIn').findLast(one => one.signInId === signInId)
    ?.progress
}

async function start(
  request: HttpRequest,
  parentId: string | null = null,
  { auth }: TestClient = running.client,
): Promise<string> {
  const signInId = randomUUID()
  const { windowId } = window
  await auth.getNewAccessToken({ windowId, signInId, parentId, request })
  return signInId
}

function reaches<State extends SignInEvent['progress']['state']>(signInId: string, state: State) {
  return waitFor(
    () => progressOf(signInId)?.state === state && progressOf(signInId),
    () => `${state}, and it is ${JSON.stringify(progressOf(signInId))}`,
  )
}

async function send(
  request: HttpRequest,
  parentId: string | null = null,
  { sends }: TestClient = running.client,
) {
  const sendId = randomUUID()
  const { windowId } = window
  await sends.start({ windowId, sendId, requestId: 'r', parentId, request })
  return window.waitForState(sendId, 'answered')
}

describe('Get New Access Token', () => {
  test('by client credentials: the token is shown masked, sent, copied, cleared', async () => {
    const request = withAuth({ grantType: 'clientCredentials' })
    const subject = { parentId: null, request }
    expect(await running.client.auth.tokenState(subject)).toEqual({ state: 'none' })
    await reaches(await start(request), 'given')
    expect(await running.client.auth.tokenState(subject)).toMatchObject({
      state: 'held',
      masked: '••••••ry-1',
      expiresAt: expect.any(Number),
    })
    expect((await send(request)).exchange.response.statusCode).toBe(200)
    expect(oauth.calls.filter(call => call.path === '/token')).toHaveLength(1)
    expect(await running.client.auth.readToken(subject)).toEqual({ token: 'access-token-canary-1' })
    await running.client.auth.clearToken(subject)
    expect(await running.client.auth.tokenState(subject)).toEqual({ state: 'none' })
    expect(await running.client.auth.readToken(subject)).toEqual({ token: null })
    const tokenEvents = () => window.events.filter(event => event.type === 'tokens').length
    await waitFor(() => tokenEvents() >= 2, 'news of both')
    expect(tokenEvents()).toBe(2)
  })

  test('by Authorization Code + PKCE: through the browser and back to the loopback', async () => {
    const request = withAuth({ grantType: 'authorizationCode', scope: 'read' })
    const signInId = await start(request)
    await reaches(signInId, 'given')
    const asked = new URL(opened[0] ?? '').searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    const page = { url: opened[0], isOpened: true }
    expect(window.events).toContainEqual({
      type: 'signIn',
      signInId,
      progress: { state: 'running', page, code: null },
    })
    expect((await send(request)).exchange.response.statusCode).toBe(200)
  })

  test('by Device code: the window gets the code', async () => {
    const signInId = await start(withAuth({ grantType: 'deviceCode' }))
    await reaches(signInId, 'given')
    const codes = window.events.flatMap(event =>
      event.type === 'signIn' && event.progress.state === 'running' && event.progress.code !== null
        ? [event.progress.code]
        : [],
    )
    expect(codes).toMatchObject([{ userCode: 'ABCD-EFGH', verificationUri: 'http://127.0.0.1/activate' }])
  })

  test('reports the server’s error unchanged', async () => {
    oauth.answerNext({ text: '{"error":"invalid_client","error_description":"No such client here"}' })
    const signInId = await start(withAuth({ grantType: 'clientCredentials' }))
    expect(await reaches(signInId, 'failed')).toMatchObject({
      sentence: expect.stringContaining('invalid_client: No such client here'),
    })
  })

  test('reports the error that the user saw in the browser', async () => {
    visit = async url => {
      const asked = new URL(url).searchParams
      const back = new URLSearchParams({ error: 'access_denied', state: asked.get('state') ?? '' })
      return fetch(`${asked.get('redirect_uri')}?${back}`)
    }
    const signInId = await start(withAuth({ grantType: 'authorizationCode' }))
    expect(await reaches(signInId, 'failed')).toMatchObject({
      sentence: expect.stringContaining('access_denied'),
    })
  })

  test('refuses a redirect with another state', async () => {
    visit = async url => fetch(`${new URL(url).searchParams.get('redirect_uri')}?code=c&state=forged`)
    const signInId = await start(withAuth({ grantType: 'authorizationCode' }))
    expect(await reaches(signInId, 'failed')).toMatchObject({ sentence: expect.stringContaining('state') })
    expect(oauth.calls).toEqual([])
  })

  test('opens only web addresses', async () => {
    const authorizationUrl = 'file:///etc/passwd'
    const signInId = await start(withAuth({ grantType: 'authorizationCode', authorizationUrl }))
    expect(await reaches(signInId, 'failed')).toMatchObject({
      sentence: expect.stringContaining('does not begin with https://'),
    })
    expect(opened).toEqual([])
  })

  test('is cancelled while the user signs in, and the port is free again', async () => {
    visit = async () => undefined
    const signInId = await start(withAuth({ grantType: 'authorizationCode' }))
    await waitFor(() => opened.length === 1, 'the browser')
    expect(await running.client.auth.cancelSignIn({ signInId })).toEqual({ wasRunning: true })
    await reaches(signInId, 'cancelled')
    await expect(fetch(new URL(opened[0] ?? '').searchParams.get('redirect_uri') ?? '')).rejects.toThrow()
    await waitFor(
      async () => !(await running.client.auth.cancelSignIn({ signInId })).wasRunning,
      'the end of the sign-in',
    )
  })
})

test('requests that inherit the same authorization share its token', async () => {
  const parentId = await sampleId(running.client)
  const path = join(running.appDataFolder, 'workspaces', 'bookshop', 'Bookshop API', 'opencollection.yml')
  const auth = [
    '  auth:\n    type: oauth2\n    flow: client_credentials\n',
    `    accessTokenUrl: ${oauth.origin}/token\n`,
    '    credentials:\n      clientId: client\n      clientSecret: "{{secret}}"\n',
  ].join('')
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, before.replace(/^ {2}auth:\n(?: {4}.*\n)+/m, auth))
  for (const name of ['one', 'two']) {
    const request = newHttpRequest({ name, url: `${oauth.origin}/api` })
    expect((await send(request, parentId)).exchange.response.statusCode).toBe(200)
  }
  expect(oauth.calls.filter(call => call.path === '/token')).toHaveLength(1)
  const request = newHttpRequest()
  expect(await running.client.auth.tokenState({ parentId, request })).toMatchObject({ state: 'held' })
})

test('a token survives a restart, and is in no file unencrypted (attacks SE1)', async () => {
  const first = await startTestServer()
  window = await watchWindow(first.client)
  const request = withAuth({ grantType: 'clientCredentials' })
  await reaches(await start(request, null, first.client), 'given')
  await send(request, null, first.client)
  await window.close()
  await first.server.close()
  for (const entry of readdirSync(first.appDataFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = readFileSync(join(entry.parentPath, entry.name), 'latin1')
    for (const canary of ['access-token-canary-1', 'refresh-canary-1', 'secret-canary'])
      for (const form of [canary, Buffer.from(canary).toString('base64').slice(0, 16)])
        expect(bytes.includes(form), `${form} in ${entry.name}`).toBe(false)
  }
  const again = await startTestServer({ appDataFolder: first.appDataFolder })
  expect(await again.client.auth.tokenState({ parentId: null, request })).toMatchObject({ state: 'held' })
  await again.close()
  await first.close()
})
