import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { authSessionInMemory } from '@parley/engine'
import type { OAuth2Auth } from '@parley/model'
import { type Sink, startSink } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oidcClients, useOidcProvider } from '../../packages/transport/src/oidc-provider.testkit.ts'
import { byCurl, byParley, curlName, missingCurl } from './by-curl-and-parley.testkit.ts'
import { ownPackages, packageVersion, useComparisons } from './comparisons.testkit.ts'

const run = promisify(execFile)
const provider = useOidcProvider()
const compare = useComparisons('oidc-provider')
const compared = (what: string) => ({
  server: 'oidc-provider',
  version: packageVersion('oidc-provider', ownPackages),
  client: curlName(),
  what,
})
const { service, desktop } = oidcClients
let folder = ''
let api: Sink

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-oidc-'))
  // The helpers trust it.
  writeFileSync(join(folder, 'ca.pem'), '')
  api = await startSink()
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

/** Asks with curl, and returns what came as JSON. */
async function ask(path: string, ...options: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await run('curl', ['-sS', ...options, `${provider.issuer}${path}`], { env: {} })
  return JSON.parse(stdout)
}

const form = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`])

/** By the text of RFC 6749 §2.3.1, both are encoded before they become a user and a password. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
const userOf = (id: string, secret: string) => ['-u', `${encoded(id)}:${encoded(secret)}`]
const asService = userOf(service.id, service.secret)

type Clock = Parameters<typeof provider.authorize>[1]

/** Returns the token that Parley sends with a request. */
async function tokenOf(auth: OAuth2Auth, clock?: Clock): Promise<string> {
  const { notices } = await provider.engine.exchange({ url: api.url, auth }, clock ? { clock } : {})
  expect(notices).toEqual([])
  const sent = api.requests.at(-1)?.headers.find(({ name }) => name === 'Authorization')?.value ?? ''
  return sent.replace(/^Bearer /, '')
}

/** What the server says of a token, without what differs from one to the next. */
async function introspected(token: string): Promise<object> {
  const { exp, iat, jti, ...same } = await ask('/token/introspection', ...asService, ...form({ token }))
  expect(same.active).toBe(true)
  return { ...same, seconds: Number(exp) - Number(iat) }
}

describe(
  'oidc-provider takes from Parley what it takes from curl',
  needs(missingCurl === '', missingCurl),
  () => {
    test.each(['/.well-known/openid-configuration', '/jwks', '/me', '/nothing'])('%s', async path => {
      const url = `${provider.issuer}${path}`
      compare(
        compared('status, header fields, body'),
        await byParley(folder, url, []),
        await byCurl(folder, url, []),
      )
    })

    test.each(['', 'api', 'api everything'])('client credentials with the scope "%s"', async scope => {
      const grantType = 'clientCredentials'
      const auth = provider.oauth2({ grantType, clientId: service.id, clientSecret: service.secret, scope })
      const theirs = await ask('/token', ...asService, ...form({ grant_type: 'client_credentials', scope }))
      compare(
        compared('what a token is good for'),
        await introspected(await tokenOf(auth)),
        await introspected(String(theirs.access_token)),
      )
    })

    test.each([
      ['a wrong secret', service.id, 'wrong', 'api'],
      ['a secret that is not ASCII', service.id, 'Zoë', 'api'],
      ['a client that is not there', 'nobody', 'wrong', 'api'],
      ['a client that may not', desktop.id, '', 'api'],
    ])('%s is refused with the same words', async (_, clientId, clientSecret, scope) => {
      const auth = provider.oauth2({ grantType: 'clientCredentials', clientId, clientSecret, scope })
      const outcome = await provider.engine.send(
        { url: api.url, auth },
        { authSession: authSessionInMemory() },
      )
      const failure = outcome.ok ? null : outcome.failure.failure
      const client = clientSecret === '' ? form({ client_id: clientId }) : userOf(clientId, clientSecret)
      const theirs = await ask('/token', ...client, ...form({ grant_type: 'client_credentials', scope }))
      expect(failure).toMatchObject({ code: 'TOKEN_NOT_RECEIVED' })
      compare(
        compared('refusals'),
        failure?.subject.split('. The client secret')[0],
        `${theirs.error}: ${theirs.error_description}`,
      )
    })

    test('a person signs in with PKCE, and the token is good for the same as with curl, also when it is renewed', async () => {
      const scope = 'openid offline_access'
      const auth = provider.oauth2({ grantType: 'authorizationCode', clientId: desktop.id, scope })
      let nowMs = Date.now()
      const clock = { now: () => nowMs, monotonic: () => nowMs }
      expect(await provider.authorize(auth, clock)).toMatchObject({ ok: true, value: { state: 'held' } })
      const tokens: string[] = []
      for (const waitedMs of [0, 61_000, 61_000]) {
        nowMs += waitedMs
        const token = await tokenOf(auth, clock)
        tokens.push(token)
        const me = await provider.engine.exchange({ url: `${provider.issuer}/me`, auth }, { clock })
        const theirs = await ask('/me', '-H', `Authorization: Bearer ${token}`)
        compare(
          compared('what a token is good for'),
          JSON.parse(provider.engine.bodyText(me.response)),
          theirs,
        )
        expect(theirs).toEqual({ sub: 'ada' })
        expect(await introspected(token)).toMatchObject({
          client_id: desktop.id,
          scope: 'openid',
          seconds: 60,
        })
      }
      expect(new Set(tokens).size).toBe(3)
    })
  },
)
