import {
  authSessionInMemory,
  defaultSendSettings,
  type EnginePorts,
  executeRequest,
  noAllowedOrigins,
  withoutScripts,
} from '@parley/engine'
import {
  type Auth,
  type HttpVersionChoice,
  type NewRequestFields,
  newAuth,
  newHttpRequest,
  row,
} from '@parley/model'
import { createAuthority } from '@parley/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { filesByPath } from './files-by-path.ts'
import { nodeHostNames } from './node-host-names.ts'
import { createTransport, type NodeTransport } from './node-transport.ts'
import { type Origin, type OriginKind, type SeenRequest, startOrigin } from './start-origin.testkit.ts'
import { MemoryBodyStore, trusting } from './transport-fixture.testkit.ts'

/**
 * Attacks HT1: credentials for one origin reach no other origin, and are not restored when a redirect leads
 * back.
 */

const authority = createAuthority()
const origins: Origin[] = []
let transport: NodeTransport | undefined

/** Every credential contains the secret `canary`, plain or as base64. */
const secrets = [
  'canary',
  Buffer.from('user:canary').toString('base64'),
  Buffer.from('{"sub":"canary"}').toString('base64url'),
]
const basic = `Basic ${secrets[1]}`
const headers = (...pairs: readonly (readonly [string, string])[]) => ({
  headers: pairs.map(([name, value]) => row(name, value)),
})

/** The credentials of a request; `userInfo` and `query` become part of its URL. */
type Credentials = NewRequestFields & { readonly userInfo?: string; readonly query?: string }

const kinds: readonly (readonly [string, Credentials])[] = [
  ['bearer', headers(['Authorization', 'Bearer canary'])],
  ['basic', headers(['authorization', basic])],
  ['basic of the URL', { userInfo: 'user:canary@' }],
  ['cookie header', headers(['Cookie', 'sid=canary'])],
  ['cookies table', { cookies: [row('sid', 'canary')] }],
  ['cookie header and table', { ...headers(['cookie', 'a=canary']), cookies: [row('b', 'canary')] }],
  ['API key header', headers(['X-API-Key', 'canary'], ['apikey', 'canary'], ['X-Functions-Key', 'canary'])],
  ['API key of a vendor', headers(['Ocp-Apim-Subscription-Key', 'canary'], ['X-Auth-Email', 'canary'])],
  [
    'Signature v4',
    headers(
      ['Authorization', 'AWS4-HMAC-SHA256 Credential=canary/20260101/eu/s3/aws4_request, Signature=canary'],
      ['X-Amz-Date', 'canary'],
      ['X-Amz-Content-Sha256', 'canary'],
      ['X-Amz-Security-Token', 'canary'],
    ),
  ],
  ['proxy credentials', headers(['Proxy-Authorization', basic])],
  [
    'secret headers of one’s own',
    headers(
      ['X-Shop-Secret', 'canary'],
      ['X-Session-Id', 'canary'],
      ['X-Password', 'canary'],
      ['Private-Token', 'canary'],
      ['X-CSRF', 'canary'],
      ['X-Hub-Signature-256', 'canary'],
      ['X-JWT', 'canary'],
    ),
  ],
  // Credentials that the authorization adds.
  ['Bearer Token', { auth: { type: 'bearer', token: 'canary' } }],
  ['Basic Auth', { auth: { type: 'basic', username: 'user', password: 'canary' } }],
  [
    'API Key under a harmless name',
    { auth: { type: 'apiKey', key: 'Idempotency-Key', value: 'canary', placement: 'header' } },
  ],
  ['WSSE', { auth: { type: 'wsse', username: 'canary', password: 'x' } }],
  [
    'a signature in headers',
    {
      auth: {
        ...newAuth('signatureV4'),
        accessKeyId: 'canary',
        secretAccessKey: 'x',
        sessionToken: 'canary',
        service: 's3',
      },
    },
  ],
  ['OAuth 1.0', { auth: { ...newAuth('oauth1'), consumerKey: 'canary', accessToken: 'canary' } }],
  ['JWT Bearer', { auth: { ...newAuth('jwt'), secret: 'x', payload: '{"sub":"canary"}' } }],
  ['Hawk', { auth: { ...newAuth('hawk'), id: 'canary', key: 'x' } }],
  ['OAuth 2.0', { auth: { ...newAuth('oauth2'), grantType: 'pasteAccessToken', accessToken: 'canary' } }],
]

/** The authorizations that can be placed in the query, and their parameter names. */
const inQuery: readonly (readonly [string, Auth])[] = [
  ['thing', { type: 'apiKey', key: 'thing', value: 'canary & more', placement: 'query' }],
  [
    'jwt',
    { ...newAuth('jwt'), secret: 'x', payload: '{"sub":"canary"}', placement: 'query', queryName: 'jwt' },
  ],
  [
    'X-Amz-Security-Token',
    {
      ...newAuth('signatureV4'),
      accessKeyId: 'a',
      secretAccessKey: 'x',
      sessionToken: 'canary',
      placement: 'query',
    },
  ],
  ['oauth_token', { ...newAuth('oauth1'), consumerKey: 'x', accessToken: 'canary', placement: 'query' }],
  [
    'access_token',
    {
      ...newAuth('oauth2'),
      grantType: 'pasteAccessToken',
      accessToken: 'canary',
      token: { ...newAuth('oauth2').token, placement: 'query', placementName: 'access_token' },
    },
  ],
]

/**
 * The target of the first redirect outside the origin: another scheme, port or host, and what listens there.
 */
const crossings: readonly (readonly [string, 'http' | 'https', 'http' | 'https', string])[] = [
  ['another port', 'http', 'http', '127.0.0.1'],
  ['another host', 'http', 'http', 'localhost'],
  ['http → https', 'http', 'https', '127.0.0.1'],
  ['https → http', 'https', 'http', '127.0.0.1'],
  ['https on another port', 'https', 'https', '127.0.0.1'],
]

/** Sends credentials to an origin that redirects to another one, which redirects back. */
async function crossAndReturn(
  httpVersion: '1.1' | '2',
  [, firstScheme, foreignScheme, foreignHost]: (typeof crossings)[number],
  credentials: Credentials,
): Promise<void> {
  const foreign: Origin = await start(foreignScheme, httpVersion, ({ path }) =>
    path === '/away' ? `${firstScheme}://127.0.0.1:${first.port}/back` : undefined,
  )
  const locations: Readonly<Record<string, () => string>> = {
    '/start': () => '/same',
    '/same': () => `${foreignScheme}://${foreignHost}:${foreign.port}/away`,
    '/back': () => '/last',
  }
  const first: Origin = await start(firstScheme, httpVersion, ({ path }) =>
    locations[path.replace(/\?.*/, '')]?.(),
  )
  const { userInfo = '', query = '', ...fields } = credentials
  const url = `${firstScheme}://${userInfo}127.0.0.1:${first.port}/start${query}`
  const { hops } = await send({
    url,
    ...fields,
    settings: { ...newHttpRequest().settings, httpVersion },
  })
  expect(hops).toHaveLength(4)
  const [started, same, back, last] = first.seen
  expect(first.seen.map(one => one.path)).toEqual(['/start', '/same', '/back', '/last'])
  expect(foreign.seen).toMatchObject([
    {
      path: '/away',
      authority: `${foreignHost}:${foreign.port}`,
      httpVersion: `${Number(httpVersion).toFixed(1)}`,
    },
  ])
  expect(secretsIn(started)).toBeGreaterThan(0)
  expect(secretsIn(same)).toBe(secretsIn(started))
  expect([foreign.seen[0], back, last].map(secretsIn)).toEqual([0, 0, 0])
  expect(back?.authority).toBe(`127.0.0.1:${first.port}`)
}

/**
 * Defines the tests of both versions of HTTP.
 * @param isChosen - whether a kind of credentials is tested with a crossing, by their numbers
 */
export function testRedirectCredentials(isChosen: (kind: number, crossing: number) => boolean): void {
  afterEach(async () => {
    transport?.close()
    for (const origin of origins.splice(0)) await origin.close()
  })

  describe.each(['1.1', '2'] as const)('over HTTP/%s', httpVersion => {
    describe.each(crossings)('to %s', (...way) => {
      const crossing = crossings.findIndex(([name]) => name === way[0])
      test.each(kinds.filter((_, kind) => isChosen(kind, crossing)))(
        '%s is dropped, and is not restored (SE6)',
        (_kind, credentials) => crossAndReturn(httpVersion, way, credentials),
      )
    })

    test('another name for the same server is another origin', async () => {
      const first: Origin = await start('http', httpVersion, ({ authority: host, path }) =>
        path === '/start' && host.startsWith('127') ? `http://localhost:${first.port}/start` : undefined,
      )
      await send({
        url: `http://127.0.0.1:${first.port}/start`,
        ...headers(['Authorization', 'Bearer canary'], ['Idempotency-Key', 'kept']),
        settings: { ...newHttpRequest().settings, httpVersion },
      })
      expect(first.seen.map(secretsIn)).toEqual([1, 0])
      expect(first.seen[1]?.rawHeaders).toContain('kept')
    })

    test.each(inQuery)(
      '%s in the query is dropped, even if the server repeats the query',
      async (name, auth) => {
        const foreign: Origin = await start('http', httpVersion, () => undefined)
        const queryOf = (path: string) => path.replace(/^[^?]*/, '')
        const first: Origin = await start('http', httpVersion, ({ path }) =>
          path.startsWith('/start')
            ? `/same${queryOf(path)}`
            : `http://127.0.0.1:${foreign.port}/away${queryOf(path)}`,
        )
        const url = `http://127.0.0.1:${first.port}/start?page=1`
        await send({ url, auth, settings: { ...newHttpRequest().settings, httpVersion } })
        expect(first.seen.map(one => one.path.includes(name))).toEqual([true, true])
        expect(first.seen.map(secretsIn)).toEqual([1, 1])
        expect(foreign.seen.map(secretsIn)).toEqual([0])
        expect(foreign.seen[0]?.path).toMatch(/^\/away\?page=1/)
      },
    )

    test('a key in the query is never added to a redirect', async () => {
      const foreign: Origin = await start('http', httpVersion, ({ path }) =>
        path === '/away?page=2' ? `http://127.0.0.1:${first.port}/back` : undefined,
      )
      const first: Origin = await start('http', httpVersion, ({ path }) => {
        if (path.startsWith('/start')) return '/same'
        return path === '/same' ? `http://127.0.0.1:${foreign.port}/away?page=2` : undefined
      })
      const params = [row('api_key', 'canary'), row('page', '1')]
      await send({
        url: `http://127.0.0.1:${first.port}/start?api_key=canary&page=1`,
        params,
        settings: { ...newHttpRequest().settings, httpVersion },
      })
      expect(first.seen.map(one => one.path)).toEqual(['/start?api_key=canary&page=1', '/same', '/back'])
      expect(foreign.seen.map(one => one.path)).toEqual(['/away?page=2'])
      expect([...first.seen.slice(1), ...foreign.seen].map(secretsIn)).toEqual([0, 0, 0])
    })
  })
}

async function start(
  scheme: 'http' | 'https',
  httpVersion: HttpVersionChoice,
  locationOf: (request: SeenRequest) => string | undefined,
): Promise<Origin> {
  const kind: OriginKind = scheme === 'http' && httpVersion === '2' ? 'h2c' : scheme
  const origin = await startOrigin(kind, authority, locationOf)
  origins.push(origin)
  return origin
}

/** Counts the fields of a request, including its path, that contain a secret. */
function secretsIn(request: SeenRequest | undefined): number {
  const texts =
    request === undefined ? [] : [request.path, ...request.rawHeaders.filter(text => text !== request.path)]
  return texts.filter(text => secrets.some(secret => text.includes(secret))).length
}

/** Sends through the whole engine. */
async function send(fields: NewRequestFields) {
  transport = createTransport({
    bodyStore: new MemoryBodyStore(),
    choosePath: trusting(authority.certificatePem),
  })
  const ports: EnginePorts = {
    transport,
    scripts: withoutScripts,
    history: { record: async () => {} },
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: { uuid: () => '', integer: () => 0 },
    hostNames: nodeHostNames,
    authSession: authSessionInMemory(),
    secretHosts: noAllowedOrigins,
    files: filesByPath,
  }
  const outcome = await executeRequest({
    request: newHttpRequest(fields),
    context: {
      ancestors: [],
      environment: null,
      workspaceVariables: [],
      globalVariables: [],
      liveScopes: [],
      defaultSettings: defaultSendSettings,
    },
    ports,
    signal: new AbortController().signal,
  })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure.failure))
  return outcome.value.exchange
}
