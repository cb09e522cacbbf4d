import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

const client = { client_id: 'demo', client_secret: 'demo-secret' }

interface TokenAnswer {
  access_token: string
  token_type: string
  expires_in: number
  refresh_token: string
}

function askAsJson(body: unknown): Promise<Response> {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  return fetch(`${api.baseUrl}/token`, { method: 'POST', headers, body: JSON.stringify(body) })
}

function askAsForm(body: string | Record<string, string>, authorization?: string): Promise<Response> {
  const headers = authorization === undefined ? {} : { Authorization: authorization }
  return fetch(`${api.baseUrl}/token`, { method: 'POST', headers, body: new URLSearchParams(body) })
}

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

function askMe(authorization?: string, baseUrl = api.baseUrl): Promise<Response> {
  return fetch(
    `${baseUrl}/me`,
    authorization === undefined ? {} : { headers: { Authorization: authorization } },
  )
}

async function expectError(response: Response, statusCode: number, error: string): Promise<void> {
  expect(await response.json()).toEqual({ error, error_description: expect.any(String) })
  expect(response.status).toBe(statusCode)
  expect(response.headers.get('cache-control')).toBe('no-store')
}

test('issues a token for JSON with only client_id and client_secret, and accepts it at /me', async () => {
  const response = await askAsJson(client)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const token: TokenAnswer = await response.json()
  expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  const me = await askMe(`Bearer ${token.access_token}`)
  expect(me.status).toBe(200)
  expect(await me.json()).toMatchObject({ subject: 'demo' })
})

test('issues a token for a form and for Basic credentials', async () => {
  const asForm = await askAsForm({ ...client, grant_type: 'client_credentials', scope: 'books read' })
  expect(await asForm.json()).toMatchObject({ scope: 'books read' })
  const asBasic = await askAsForm('grant_type=client_credentials', basic('demo:demo-secret'))
  expect(asBasic.status).toBe(200)
  const formEncoded = await askAsForm('grant_type=client_credentials', basic('d%65mo:demo%2Dsecret'))
  expect(formEncoded.status).toBe(200)
})

test('accepts a user name and password', async () => {
  const password = { ...client, grant_type: 'password', username: 'demo' }
  expect((await askAsForm({ ...password, password: 'demo-password' })).status).toBe(200)
  await expectError(await askAsForm({ ...password, password: 'wrong' }), 400, 'invalid_grant')
  await expectError(await askAsForm(password), 400, 'invalid_request')
})

test('accepts a refresh token once', async () => {
  const first: TokenAnswer = await (await askAsJson({ ...client, scope: 'read' })).json()
  const renewal = { ...client, grant_type: 'refresh_token', refresh_token: first.refresh_token }
  const second: TokenAnswer & { scope: string } = await (await askAsForm(renewal)).json()
  expect(second.scope).toBe('read')
  expect(second.access_token).not.toBe(first.access_token)
  expect((await askMe(`Bearer ${second.access_token}`)).status).toBe(200)
  await expectError(await askAsForm(renewal), 400, 'invalid_grant')
  await expectError(await askAsForm({ ...client, grant_type: 'refresh_token' }), 400, 'invalid_request')
})

test('returns errors according to RFC 6749 §5.2', async () => {
  await expectError(await askAsForm(client), 400, 'invalid_request')
  await expectError(await askAsForm({ ...client, grant_type: '' }), 400, 'invalid_request')
  await expectError(await askAsForm({ ...client, grant_type: 'magic' }), 400, 'unsupported_grant_type')
  await expectError(await askAsJson({ ...client, client_secret: 'wrong' }), 401, 'invalid_client')
  await expectError(await askAsJson({}), 401, 'invalid_client')
  await expectError(await askAsJson([]), 400, 'invalid_request')
  await expectError(await askAsJson({ ...client, scope: 1 }), 400, 'invalid_request')
  await expectError(await askAsForm('client_id=a&client_id=b'), 400, 'invalid_request')
  const both = askAsForm({ ...client, grant_type: 'client_credentials' }, basic('demo:demo-secret'))
  await expectError(await both, 400, 'invalid_request')
  const asText = fetch(`${api.baseUrl}/token`, { method: 'POST', body: 'grant_type=password' })
  await expectError(await asText, 400, 'invalid_request')
})

test.each([basic('demo:wrong'), basic('nocolon'), basic('%:%'), 'Basic !!!', 'Digest a=b'])(
  'challenges a client that used %s',
  async authorization => {
    const response = await askAsForm('grant_type=client_credentials', authorization)
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="demo"')
    await expectError(response, 401, 'invalid_client')
  },
)

test('challenges at /me, with an error only if a token was sent', async () => {
  const without = await askMe()
  expect(without.status).toBe(401)
  expect(without.headers.get('www-authenticate')).toBe('Bearer realm="demo"')
  expect((await askMe(basic('demo:demo-secret'))).headers.get('www-authenticate')).toBe('Bearer realm="demo"')
  const unknown = await askMe('Bearer unknown')
  expect(unknown.status).toBe(401)
  expect(unknown.headers.get('www-authenticate')).toBe('Bearer realm="demo", error="invalid_token"')
})

test('refuses an expired token', async () => {
  const brief = await startDemoApi({ tokenLifetimeSeconds: 0 })
  try {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(`${brief.baseUrl}/token`, {
      method: 'POST',
      headers,
      body: JSON.stringify(client),
    })
    const token: TokenAnswer = await response.json()
    expect(token.expires_in).toBe(0)
    const me = await askMe(`Bearer ${token.access_token}`, brief.baseUrl)
    expect(me.headers.get('www-authenticate')).toContain('invalid_token')
  } finally {
    await brief.close()
  }
})
