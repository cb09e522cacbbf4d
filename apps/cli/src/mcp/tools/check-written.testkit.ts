import {
  authSessionInMemory,
  defaultSendSettings,
  type EnginePorts,
  noAllowedOrigins,
  originOf,
  PassedMessage,
  preparationFailure,
  prepareSend,
  type RequestContext,
  runItems,
  withoutScripts,
} from '@parley/engine'
import { literalSecretsOf } from '@parley/engine/agents'
import {
  type Auth,
  type Collection,
  type Folder,
  failed,
  type HttpRequest,
  newAuth,
  newHttpRequest,
  noRequestDefaults,
  type RequestDefaults,
  row,
  type Variable,
} from '@parley/model'
import { nodeHostNames } from '@parley/transport'
import { RefusedCall } from '../refusal.ts'
import { KnownSecrets } from '../sending/known-secrets.ts'
import { knownSecretsGate } from '../sending/known-secrets-gate.ts'
import type { CollectionAround } from '../sending/read-collection-around.ts'
import { checkWritten } from './check-written.ts'
import { type Fields, withFields } from './written-fields.ts'

/** Where a secret is in a collection whose request sends it to one host. */
export interface SecretPlace {
  readonly collection?: Partial<RequestDefaults>
  readonly folder?: Partial<RequestDefaults>
  readonly request?: Partial<HttpRequest>
}

const token = '{{token}}'
const literal = 'l1t3ral-5f2e-8a41'
const bearer = (text: string): Auth => ({ ...newAuth('bearer'), token: text }) as Auth
const grant = (fields: object): Auth =>
  ({ ...newAuth('oauth2'), grantType: 'clientCredentials', clientId: 'id', ...fields }) as Auth
const raw = (text: string): HttpRequest['body'] => ({ type: 'raw', language: 'json', text })

/** Each field of a request that is sent, with the secrets that it can take along; null: it takes none. */
const fieldPlaces: Readonly<
  Record<keyof HttpRequest, Readonly<Record<string, Partial<HttpRequest>>> | null>
> = {
  ...{ kind: null, name: null, description: null, tags: null, sequence: null, docs: null },
  ...{ scripts: null, settings: null, assertions: null, actions: null, textPath: null, examples: null },
  // Present in drafts of other kinds, which agents do not write.
  ...{ app: null, stream: null, webSocket: null, grpc: null },
  method: null,
  url: {},
  params: {},
  pathParams: { 'a path variable': { pathParams: [row('id', token)] } },
  headers: {
    'a header': { headers: [row('X-Key', token)] },
    'a variable with a secret in it': { headers: [row('X-Key', '{{alias}}')] },
    'a literal in an Authorization row': { headers: [row('Authorization', `Bearer ${literal}`)] },
  },
  cookies: { 'a cookie': { cookies: [row('session', token)] } },
  body: {
    'the body': { method: 'POST', body: raw('{"key":"{{token}}"}') },
    'a literal in the body': { method: 'POST', body: raw(`{"password":"${literal}"}`) },
    'a form': { method: 'POST', body: { type: 'urlEncoded', fields: [row('key', token)] } },
  },
  bodyVariants: {
    'a chosen variant of the body': {
      method: 'POST',
      bodyVariants: [{ title: 'A', selected: true, body: raw('{"key":"{{token}}"}') }],
    },
  },
  variables: {
    'a variable of the request': {
      variables: [{ secret: false, name: 'own', value: { text: token }, enabled: true }],
      headers: [row('X-Key', '{{own}}')],
    },
  },
  auth: {
    'a secret field with a name': { auth: bearer(token) },
    'a secret field with a literal': { auth: bearer(literal) },
    'basic authorization': { auth: { ...newAuth('basic'), username: 'ada', password: token } as Auth },
    'digest authorization': { auth: { ...newAuth('digest'), username: 'ada', password: token } as Auth },
    'an API key in the query': {
      auth: { ...newAuth('apiKey'), key: 'k', value: token, placement: 'query' } as Auth,
    },
    'a token request': { auth: grant({ tokenUrl: '{{base}}/token', clientSecret: token }) },
    'a token request with a literal': { auth: grant({ tokenUrl: '{{base}}/token', clientSecret: literal }) },
  },
}

/** Each place of a secret: own, and inherited from a folder or the collection. */
export const secretPlaces: Readonly<Record<string, SecretPlace>> = {
  ...Object.fromEntries(
    Object.values(fieldPlaces).flatMap(places =>
      Object.entries(places ?? {}).map(([name, request]) => [`own: ${name}`, { request }] as const),
    ),
  ),
  ...Object.fromEntries(
    (['collection', 'folder'] as const).flatMap(level =>
      Object.entries({
        'a header': { headers: [row('X-Key', token)] },
        'a literal in a header': { headers: [row('X-Key', literal)] },
        'a secret field with a name': { auth: bearer(token) },
        'a secret field with a literal': { auth: bearer(literal) },
        'a token request': { auth: grant({ tokenUrl: '{{base}}/token', clientSecret: token }) },
      }).map(([name, defaults]) => [`inherited from the ${level}: ${name}`, { [level]: defaults }] as const),
    ),
  ),
}

/** What decides the host of what an agent writes; `base` is a value for the variable of that name. */
export const hosts = {
  same: { url: '{{base}}', base: 'https://own.example' },
  'another one of the collection': { url: 'https://third.example', base: 'https://third.example' },
  'a new one': { url: 'https://evil.example', base: 'https://evil.example' },
  'from a variable': { url: '{{thirdBase}}', base: '{{thirdBase}}' },
  'another one in another environment': { url: '{{elsewhere}}', base: 'https://prod.example' },
  'after a redirect': { url: '{{base}}/moved?to=https://third.example', base: 'https://own.example' },
} as const

export type Host = keyof typeof hosts

/** What the tools that change or send something do with a host; returns the code of a refusal, or what was done. */
export const acts: Readonly<
  Record<string, Readonly<Record<string, (own: OwnCollection, host: Host) => Promise<string>>>>
> = {
  create_request: {
    create: (own, host) => own.write(null, { name: 'New', url: `${hosts[host].url}/new` }),
  },
  save_request: {
    move: (own, host) => own.write('own.yml', { url: `${hosts[host].url}/:id` }),
    rename: (own, _host) => own.write('own.yml', { name: 'Renamed', docs: 'x', method: 'PUT' }),
  },
  send_request: { 'set a variable': (own, host) => own.send('send', { base: hosts[host].base }) },
  run_collection: { 'set a row of data': (own, host) => own.send('iteration', { base: hosts[host].base }) },
}

export interface OwnCollection {
  /** Checks what an agent writes: a new request in the folder (null), or fields of a saved one. */
  write(path: string | null, fields: Fields, allowedHosts?: readonly string[]): Promise<string>
  /** Sends the request with values of an agent, up to the transport. */
  send(scope: 'send' | 'iteration', values: Readonly<Record<string, string>>): Promise<string>
}

/** Returns a collection with a secret in a place, whose other requests go elsewhere without it. */
export function collectionWith(place: SecretPlace): OwnCollection {
  const without = { headers: [row('X-Key', 'none')], auth: newAuth('none') as Auth }
  const own = requestTo('{{base}}/:id', { pathParams: [row('id', '1')], ...place.request })
  const others = ['https://third.example/public', '{{thirdBase}}/v', '{{elsewhere}}/e']
  const folder: Folder = {
    ...{ kind: 'folder', name: 'Folder', tags: [], items: [own] },
    defaults: { ...noRequestDefaults, ...place.folder },
  }
  const collection: Collection = {
    ...{ kind: 'collection', name: 'C', summary: '', version: '', authors: [], environments: [] },
    ...{ protobuf: { protoFilePaths: [], importPaths: [] }, clientCertificates: [], bundled: false },
    defaults: { ...noRequestDefaults, ...place.collection },
    items: [folder, ...others.map(url => requestTo(url, without))],
  }
  const contexts = [environmentContext('', null), environmentContext('Staging', 'own'), prod]
  const around: CollectionAround = {
    environments: contexts.map(context => ({
      environmentName: context.environment?.name ?? '',
      items: runItems([{ collection, context }]),
      contextIn: () => ({ ...context, ancestors: [collection, folder] }),
    })),
    pathOf: ({ request }) => (request === own ? 'own.yml' : undefined),
    leftOut: [],
  }
  const [, staging = prod] = contexts
  return {
    async write(path, fields, allowedHosts = []) {
      try {
        await checkWritten({
          around,
          place: path === null ? { folder: 'folder' } : { request: path },
          write: request => withFields(request, fields),
          unreadVariables: [],
          allowedHosts,
          secrets: new KnownSecrets([]),
        })
        return 'written'
      } catch (error) {
        if (error instanceof RefusedCall) return error.refusal.code
        throw error
      }
    },
    send: (scope, values) => sendAsAgent(own, { ...staging, ancestors: [collection, folder] }, scope, values),
  }
}

function requestTo(url: string, fields: Partial<HttpRequest>): HttpRequest {
  return { ...newHttpRequest(), name: url, url, ...fields }
}

function environmentContext(name: string, host: string | null): Omit<RequestContext, 'ancestors'> {
  const plain = (key: string, text: string): Variable => ({
    ...{ secret: false, name: key, value: { text }, enabled: true },
  })
  const secret: Variable = { secret: true, name: 'token', enabled: true, allowedToScripts: false }
  const variables = [
    plain('base', `https://${host}.example`),
    plain('thirdBase', 'https://third.example'),
    plain('elsewhere', host === 'own' ? 'https://own.example' : 'https://third.example'),
    plain('alias', 'Key {{token}}'),
    secret,
  ]
  const more = { color: '', clientCertificates: [], extendsName: '', dotEnvFilePath: '' }
  return {
    environment: host === null ? null : { name, variables, ...more },
    workspaceVariables: [],
    globalVariables: [],
    liveScopes: [],
    defaultSettings: defaultSendSettings,
    // The other environment has no value on this device.
    ...(host === 'own' ? { secretValues: { environment: new Map([['token', 'v4lue-0123456789']]) } } : {}),
  }
}

const prod = environmentContext('Prod', 'prod')

async function sendAsAgent(
  request: HttpRequest,
  context: RequestContext,
  name: 'send' | 'iteration',
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const origins: string[] = []
  const arrive = async ({ message }: PassedMessage) => {
    origins.push(originOf(message.target))
    return failed({ failure: unreachable, attempt: null, response: null })
  }
  const secrets = new KnownSecrets(literalSecretsOf(request, context))
  const transport = knownSecretsGate({ send: arrive, open: arrive }, secrets, [])
  const ports = { ...sendPorts, transport }
  const scope = {
    name,
    isSetByAgent: true,
    values: new Map(Object.entries(values).map(([key, text]) => [key, { text, isLiteral: true }])),
  }
  const signal = new AbortController().signal
  const prepared = await prepareSend(request, { ...context, liveScopes: [scope] }, ports, signal)
  const passed = prepared.ok ? await PassedMessage.pass(prepared.value.message, ports, signal) : prepared
  if (passed.ok) await transport.send(passed.value, { onRequestContent() {}, onResponse() {} }, signal)
  return origins.length === 0 ? 'refused' : `sent to ${[...new Set(origins)].join(', ')}`
}

const unreachable = preparationFailure('connect', 'ECONNREFUSED', 'the server')

const sendPorts: Omit<EnginePorts, 'transport'> = {
  clock: { now: () => 0, monotonic: () => 0 },
  random: { uuid: () => 'u', integer: () => 0 },
  hostNames: nodeHostNames,
  scripts: withoutScripts,
  files: { lengthBytes: async () => ({ ok: true, value: 0 }) },
  authSession: authSessionInMemory(),
  secretHosts: noAllowedOrigins,
  history: { record: async () => {} },
}
