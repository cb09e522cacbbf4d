import { type DigestAuth, type HttpRequest, inheritedRequestSettings } from '@parley/model'
import { type DigestServer, type DigestServerOptions, startDigestServer } from '@parley/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { startEngine } from './send-through-engine.testkit.ts'

const user = { username: 'Jäs"n', password: 'canary: ö' }
const auth: DigestAuth = { type: 'digest', ...user }
const body: HttpRequest['body'] = { type: 'raw', language: 'text', text: 'the body' }

let engine: ReturnType<typeof startEngine>
let server: DigestServer

async function start(options: Partial<DigestServerOptions> = {}) {
  engine = startEngine()
  server = await startDigestServer({ ...user, ...options })
  return `http://127.0.0.1:${server.port}`
}

afterEach(async () => {
  engine.close()
  await server.close()
})

const statuses = () => server.seen.map(one => one.statusCode)
const counts = () => server.seen.map(one => one.nc)

describe('a 401 is handled within the send', () => {
  test.each(['MD5', 'MD5-sess', 'SHA-256', 'SHA-256-sess', 'SHA-512-256', 'SHA-512-256-sess'])(
    'with %s',
    async algorithm => {
      const url = `${await start({ algorithm })}/a?b=1`
      const exchange = await engine.exchange({ method: 'POST', url, auth, body })
      expect(engine.bodyText(exchange.response)).toBe('200 the body')
      expect(statuses()).toEqual([401, 200])
      // The 401 is a step of the send, like a redirect, and only one body is stored.
      expect(exchange.hops).toEqual([
        { method: 'POST', targetUri: url, statusCode: 401, location: '', atMs: expect.any(Number) },
      ])
      await engine.exchange({ method: 'POST', url, auth, body })
      expect(statuses()).toEqual([401, 200, 200])
      expect(counts()).toEqual(['', '00000001', '00000002'])
    },
  )

  test.each<[string, Partial<DigestServerOptions>]>([
    ['the body covered', { qop: 'auth-int' }],
    ['no quality of protection', { qop: null }],
    ['a hashed user name', { userhash: true, algorithm: 'SHA-256' }],
    ['a next nonce with each answer', { handsOutNext: true, nonceUses: 1 }],
  ])('with %s', async (_, options) => {
    const url = await start(options)
    for (let index = 0; index < 3; index += 1) {
      const { response } = await engine.exchange({ method: 'PUT', url, auth, body })
      expect(response.statusCode).toBe(200)
    }
    expect(statuses()).toEqual([401, 200, 200, 200])
  })
})

test('a stale nonce is replaced silently', async () => {
  const url = await start({ nonceUses: 2 })
  for (let index = 0; index < 3; index += 1) {
    const { response } = await engine.exchange({ url, auth })
    expect(response.statusCode).toBe(200)
  }
  expect(statuses()).toEqual([401, 200, 200, 401, 200])
  expect(counts()).toEqual(['', '00000001', '00000002', '00000003', '00000001'])
})

test('a nonce that is stale at once is replaced once more, and then the 401 is the response', async () => {
  const url = await start({ nonceUses: 0 })
  const { response, hops } = await engine.exchange({ url, auth })
  expect(response.statusCode).toBe(401)
  expect(hops).toHaveLength(2)
  expect(statuses()).toEqual([401, 401, 401])
})

test('rounds of a 401 do not count as redirects', async () => {
  const settings = { ...inheritedRequestSettings, maxRedirects: 1 }
  const { response } = await engine.exchange({ url: `${await start()}/moved`, auth, settings })
  expect(response.statusCode).toBe(200)
  expect(statuses()).toEqual([401, 302, 401, 200])
})

test('a wrong password is tried once, and the 401 is the response', async () => {
  const url = await start()
  const { response, hops } = await engine.exchange({ url, auth: { ...auth, password: 'wrong' } })
  expect(response.statusCode).toBe(401)
  expect(hops).toHaveLength(1)
  expect(statuses()).toEqual([401, 401])
})

test('each target of a redirect gets its own proof', async () => {
  const origin = await start()
  const { response, hops } = await engine.exchange({ url: `${origin}/moved`, auth })
  expect(response.statusCode).toBe(200)
  expect(hops.map(hop => [hop.statusCode, hop.location])).toEqual([
    [401, ''],
    [302, '/there'],
    [401, ''],
  ])
})

test('the challenge of another origin is not answered', async () => {
  const foreign = await startDigestServer(user)
  const origin = await start({ movedTo: `http://127.0.0.1:${foreign.port}/away` })
  const { response } = await engine.exchange({ url: `${origin}/moved`, auth })
  expect(response.statusCode).toBe(401)
  expect(foreign.seen).toEqual([{ url: '/away', nc: '', statusCode: 401 }])
  await foreign.close()
})

test('a header that the user typed is kept', async () => {
  const url = await start()
  const { response } = await engine.exchange({
    url,
    auth,
    headers: [{ name: 'Authorization', value: 'mine', enabled: true }],
  })
  expect(response.statusCode).toBe(401)
  expect(server.seen).toHaveLength(1)
})

test('the proof is masked in the request as sent', async () => {
  const { request } = await engine.exchange({ url: await start(), auth })
  const shown = request.headers.find(field => field.name === 'Authorization')?.value
  expect(shown).toContain('response="••••••"')
  expect(JSON.stringify(request)).not.toContain('canary')
})
