import { authSessionInMemory } from '@parley/engine'
import { expect, test } from 'vitest'
import { oidcClients, useOidcProvider } from './oidc-provider.testkit.ts'

/** Checks agreement with a certified authorization server of a third party. */

const provider = useOidcProvider()

test('client credentials, whose ID and secret need encoding', async () => {
  const auth = provider.oauth2({
    grantType: 'clientCredentials',
    clientId: oidcClients.service.id,
    clientSecret: oidcClients.service.secret,
    scope: 'api',
  })
  const { response } = await provider.engine.exchange({
    url: `${provider.issuer}/.well-known/openid-configuration`,
    auth,
  })
  expect(response.statusCode).toBe(200)
  const wrong = await provider.engine.send({ url: provider.issuer, auth: { ...auth, clientId: 'nobody' } })
  expect(wrong).toMatchObject({
    failure: {
      failure: { code: 'TOKEN_NOT_RECEIVED', subject: 'invalid_client: client authentication failed' },
    },
  })
})

test.each([
  ['header', 'Zoë', /^invalid_request: .*encoded\. The client secret has characters that are not ASCII/],
  ['header', 'Zoe', /failed$/],
  ['body', 'Zoë', /failed$/],
] as const)(
  'a client with a wrong secret in the %s, %s',
  async (clientAuthentication, clientSecret, reason) => {
    const auth = provider.oauth2({
      grantType: 'clientCredentials',
      clientId: oidcClients.service.id,
      clientSecret,
      clientAuthentication,
      scope: 'openid',
    })
    const refused = await provider.engine.send(
      { url: provider.issuer, auth },
      { authSession: authSessionInMemory() },
    )
    expect(refused).toMatchObject({
      failure: { failure: { code: 'TOKEN_NOT_RECEIVED', subject: expect.stringMatching(reason) } },
    })
  },
)

test('a person signs in with PKCE, the token opens the API, and is refreshed', async () => {
  const auth = provider.oauth2({
    grantType: 'authorizationCode',
    clientId: 'desktop',
    scope: 'openid offline_access',
  })
  let nowMs = Date.now()
  const clock = { now: () => nowMs, monotonic: () => nowMs }
  const given = await provider.authorize(auth, clock)
  expect(given).toMatchObject({ ok: true, value: { state: 'held' } })
  const me = await provider.engine.exchange({ url: `${provider.issuer}/me`, auth }, { clock })
  expect(provider.engine.bodyText(me.response)).toBe('{"sub":"ada"}')
  nowMs += 61_000
  const again = await provider.engine.exchange({ url: `${provider.issuer}/me`, auth }, { clock })
  expect(again.notices).toEqual([])
  expect(again.response.statusCode).toBe(200)
})
