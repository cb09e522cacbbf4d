import { authSessionInMemory, type SignInHost, type WayOut, waysOut } from '@parley/engine'
import {
  defaultWebSocketPart,
  type GraphQlBody,
  type NewRequestFields,
  newAuth,
  newHttpRequest,
  type OAuth2Auth,
  ok,
  row,
  secretFieldsOf,
  withKindPart,
  withSecretText,
} from '@parley/model'
import { type RecordedRequest, type Sink, startSink } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  describeVariant,
  isInBody,
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

/** The servers of a file, and what they received. */
interface Wire {
  engine: ReturnType<typeof startEngine>
  /** The server that the user means, and the one to which a script or redirect leads. */
  good: Sink
  evil: Sink
  atGood: RecordedRequest[]
  atEvil: RecordedRequest[]
  /** The redirect of the good server: a status, and the path on the evil server. */
  redirect: { readonly statusCode: number; readonly location: string } | null
}

/** Exists while the tests of a file run that called `useWire`. */
export let wire: Wire

/** Starts the servers before the tests of a file, and closes them after it. */
export function useWire(): void {
  beforeAll(async () => {
    const answer = (url: string) => ({ ...token, content: answers[url.replace(/[?;].*/, '')] ?? '{}' })
    const evil = await startSink(request => {
      wire.atEvil.push(request)
      return answer(request.url)
    })
    const good = await startSink(request => {
      wire.atGood.push(request)
      const { redirect } = wire
      if (redirect === null) return answer(request.url)
      return { statusCode: redirect.statusCode, headers: ['Location', redirect.location], content: '' }
    })
    wire = { engine: startEngine(), good, evil, atGood: [], atEvil: [], redirect: null }
  })

  afterEach(() => {
    wire.engine.close()
    Object.assign(wire, { engine: startEngine(), atGood: [], atEvil: [], redirect: null })
  })

  afterAll(async () => {
    wire.engine.close()
    await wire.good.close()
    await wire.evil.close()
  })
}

/**
 * The parts of the address that a script chose: the user's values, and the script's values that override
 * them.
 */
export const choices = {
  scheme: () => ({
    typed: { scheme: 'https', host: '127.0.0.1', port: String(wire.evil.port), path: '' },
    scripted: { scheme: 'http' },
  }),
  host: () => ({
    typed: { scheme: 'http', host: 'localhost', port: String(wire.evil.port), path: '' },
    scripted: { host: '127.0.0.1' },
  }),
  port: () => ({
    typed: { scheme: 'http', host: '127.0.0.1', port: String(wire.good.port), path: '' },
    scripted: { port: String(wire.evil.port) },
  }),
  all: () => ({
    typed: { scheme: 'http', host: 'localhost', port: String(wire.good.port), path: '' },
    scripted: { scheme: 'http', host: '127.0.0.1', port: String(wire.evil.port) },
  }),
}
export const address = '{{scheme}}://{{host}}:{{port}}'

/** Where a secret is held: in a variable of a scope, or typed into the field. */
type Kind = 'literal' | (typeof variableScopes)[number]
export const kinds: readonly Kind[] = [...variableScopes, 'literal']
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

export const places: Places = {
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
  sendCase(wire.engine, one, { secretHosts, authSession: authSessionInMemory() })

/** The servers here have no schema; what matters is whether they were asked. */
const askForSchema: Way['run'] = async (one, { secretHosts }) => {
  const outcome = await schemaCase(wire.engine, one, { secretHosts, authSession: authSessionInMemory() })
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

export const oauth2: OAuth2Auth = {
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
    request: { url: `http://127.0.0.1:${wire.good.port}/me`, auth: authOf(textOf(kind)) },
    run,
  }))
}

const signIn =
  (host: Partial<SignInHost> = {}): Way['run'] =>
  (one, { secretHosts }) =>
    signInCase(wire.engine, one, { secretHosts }, host)

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

export const renewal: Way['run'] = async (one, host) => {
  const { secretHosts } = host
  const authSession = {
    ...wire.engine.ports.authSession,
    tokens: {
      ...wire.engine.ports.authSession.tokens,
      held: async () => ({ accessToken: 'old', idToken: '', refreshToken: 'refresh-token', expiresAt: 1 }),
    },
  }
  const outcome = await sendCase(wire.engine, one, { secretHosts, authSession })
  const notices = outcome.ok ? outcome.value.exchange.notices : []
  return { ok: outcome.ok && notices.every(({ code }) => code !== 'TOKEN_NOT_RENEWED') }
}

/** Opens WebSockets without a user. */
export const silentHost = {
  framing: webSocketFraming,
  onOpen: () => ({ onFrame: async () => {} }),
}

const subscription = (fields: Partial<GraphQlBody>, connectionParams = ''): NewRequestFields => ({
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
export const laterMessages: Readonly<Record<string, NewRequestFields>> = {
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

/** Every way out that the wire.engine knows; a missing entry does not compile. */
export const ways = {
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
        tokenUrl: `${wire.good.url}/token`,
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
        tokenUrl: `${wire.good.url}/token`,
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
        tokenUrl: `${wire.good.url}/token`,
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
        request: withKindPart(newHttpRequest(way.request), { webSocket: defaultWebSocketPart }),
        run: (one, host) =>
          sendCase(wire.engine, one, { ...host, authSession: authSessionInMemory(), webSockets: silentHost }),
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

/** The parts of an address. */
export const parts = Object.keys(choices) as (keyof typeof choices)[]

/** The statuses of redirects. */
export const statuses = [301, 302, 303, 307, 308] as const

/** Returns the elements of one test. */
type Share = (all: readonly Way[]) => readonly Way[]

/** Returns a function that gives each test one of `count` shares of the ways, beginning with another one. */
function sharesOf(count: number): () => Share {
  let offset = 0
  return () => {
    offset += 1
    const first = offset % count
    return all => (all.length < count ? all : all.filter((_, index) => index % count === first))
  }
}

/**
 * Tests ways that a script leads to another origin.
 * @param shares each test takes one of this many ways
 */
export function testLedAway(shares: number): void {
  const nextShare = sharesOf(shares)
  test.each(waysOut.flatMap(way => parts.map(part => [way, part, nextShare()] as const)))(
    '%s, %s chosen: the user is asked, and after a refusal nothing arrives (SE12)',
    async (way, part, shareOf) => {
      for (const { label, names, kind, isPlain, request, run, secret: value = canary } of shareOf(
        ways[way](),
      )) {
        const one = { request, ...choices[part](), scope: scopeOf(kind), value }
        const refusing = askingHost(false)
        const refused = await run(one, refusing)
        expect(refused.ok, label).toBe(false)
        expect(refusing.asked.length, label).toBe(1)
        expect(refusing.asked[0], label).toMatchObject({ origin: wire.evil.url, chosenBy: 'script' })
        expect(refusing.asked.flatMap(namesOf), label).toEqual(expect.arrayContaining([...names]))
        expect(wire.atEvil, label).toEqual([])
        await run(one, askingHost(true))
        expect(wire.atEvil.length, label).toBeGreaterThan(0)
        if (isPlain) expect(holds(wire.atEvil, canary), label).toBe(true)
        else if (value !== canary)
          for (const trace of tracesOf(value)) expect(holds(wire.atEvil, trace), label).toBe(false)
        wire.atEvil = []
      }
    },
    120_000,
  )

  test.each(waysOut.map(way => [way, nextShare()] as const))(
    '%s: the user is not asked if a script chose only the path',
    async (way, shareOf) => {
      for (const { label, kind, request, run, secret: value = canary } of shareOf(ways[way]())) {
        const typed = { scheme: 'http', host: '127.0.0.1', port: String(wire.evil.port), path: '' }
        const host = askingHost(false)
        const scripted = { path: 'chosen' }
        const sent = await run({ request, typed, scripted, scope: scopeOf(kind), value }, host)
        expect(sent.ok, label).toBe(true)
        expect(host.asked, label).toEqual([])
      }
    },
  )
}

/**
 * Tests the credentials of redirected requests.
 * @param shares each test takes one of this many ways
 */
export function testRedirectedCredentials(shares: number): void {
  const nextShare = sharesOf(shares)
  test.each(statuses.map(status => [status, nextShare()] as const))(
    '%i: the credentials of every scheme are dropped (HT1, SE13)',
    async (statusCode, shareOf) => {
      const inSchemes = requestWays().filter(way => !way.isPlain)
      for (const { label, kind, request, run, secret: value = canary } of shareOf(inSchemes)) {
        wire.redirect = { statusCode, location: `${wire.evil.url}/there` }
        const typed = { scheme: 'http', host: '127.0.0.1', port: String(wire.good.port), path: '' }
        const scripted = { path: 'open' }
        const host = askingHost(false)
        await run({ request, typed, scripted, scope: scopeOf(kind), value }, host)
        // Nothing can be removed from a body, so the user is asked about a credential that a scheme wrote into
        // it.
        const isAsked = statusCode >= 307 && request.auth !== undefined && isInBody(request.auth)
        expect(host.asked.length, label).toBe(isAsked ? 1 : 0)
        expect(wire.atEvil.length, label).toBe(isAsked ? 0 : 1)
        expect(holds(wire.atEvil, 'oauth_signature'), label).toBe(false)
        for (const trace of tracesOf(value)) expect(holds(wire.atEvil, trace), label).toBe(false)
        wire.atEvil = []
      }
    },
  )
}
