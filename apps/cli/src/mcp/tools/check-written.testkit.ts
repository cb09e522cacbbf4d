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
  type NewRequestFields,
  newAuth,
  newHttpRequest,
  noRequestDefaults,
  type RequestDefaults,
  type Row,
  row,
  type Variable,
} from '@parley/model'
import { nodeHostNames } from '@parley/transport'
import { expect, test } from 'vitest'
import { RefusedCall } from '../refusal.ts'
import { KnownSecrets } from '../sending/known-secrets.ts'
import { knownSecretsGate } from '../sending/known-secrets-gate.ts'
import type { CollectionAround } from '../sending/read-collection-around.ts'
import { checkWritten } from './check-written.ts'
import { type Fields, withFields } from './written-fields.ts'

/** Where a secret is in a collection whose request sends it to one host. */
export interface SecretPlace {
  /** The default headers of the workspace. */
  readonly workspace?: readonly Row[]
  readonly collection?: Partial<RequestDefaults>
  readonly folder?: Partial<RequestDefaults>
  readonly request?: NewRequestFields
}

const token = '{{token}}'
const literal = 'l1t3ral-5f2e-8a41'
const bearer = (text: string): Auth => ({ ...newAuth('bearer'), token: text }) as Auth
const grant = (fields: object): Auth =>
  ({ ...newAuth('oauth2'), grantType: 'clientCredentials', clientId: 'id', ...fields }) as Auth
const raw = (text: string): HttpRequest['body'] => ({ type: 'raw', language: 'json', text })

/** Each field of a request that is sent, with the secrets that it can take along; null: it takes none. */
const fieldPlaces: Readonly<Record<keyof HttpRequest, Readonly<Record<string, NewRequestFields>> | null>> = {
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
  'inherited from the workspace: a header': { workspace: [row('X-Key', token)] },
  'inherited from the workspace: a literal in a header': { workspace: [row('X-Key', literal)] },
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

/** The owners of the secret variable. */
export const owners = ['environment', 'collection', 'folder'] as const
export type Owner = (typeof owners)[number]

/**
 * Returns a collection with a secret in a place, whose other requests go elsewhere without it.
 * @param elsewhere - the fields of a request in another folder with the same variables, which goes elsewhere; null: there is none
 */
export function collectionWith(
  place: SecretPlace,
  owner: Owner = 'environment',
  elsewhere: NewRequestFields | null = null,
): OwnCollection {
  const { workspace: workspaceHeaders = [] } = place
  const without = { headers: [row('X-Key', 'none')], auth: newAuth('none') as Auth }
  const own = requestTo('{{base}}/:id', { pathParams: [row('id', '1')], ...place.request })
  const others = ['https://third.example/public', '{{thirdBase}}/v', '{{elsewhere}}/e']
  const folder: Folder = {
    ...{ kind: 'folder', name: 'Folder', tags: [], items: [own] },
    defaults: { ...noRequestDefaults, ...place.folder, variables: secretOf('folder', owner) },
  }
  const otherFolder: Folder = {
    ...folder,
    name: 'Other',
    items: [requestTo('https://third.example/public', elsewhere ?? {})],
  }
  const collection: Collection = {
    ...{ kind: 'collection', name: 'C', summary: '', version: '', authors: [], environments: [] },
    ...{ protobuf: { protoFilePaths: [], importPaths: [] }, clientCertificates: [], bundled: false },
    defaults: { ...noRequestDefaults, ...place.collection, variables: secretOf('collection', owner) },
    items: [
      folder,
      ...(elsewhere === null ? [] : [otherFolder]),
      ...others.map(url => requestTo(url, without)),
    ],
  }
  const values = new Map([['token', value]])
  const ancestors = new Map([collection, folder, otherFolder].map(one => [one, values] as const))
  const staging = {
    ...environmentContext('Staging', 'own', owner),
    workspaceHeaders,
    secretValues: { environment: values, ancestors },
  }
  // With another folder the value is compared in each environment; otherwise the others have none on this device.
  const inOthers = elsewhere === null ? {} : { secretValues: { ancestors } }
  const contexts = [
    { ...environmentContext('', null, owner), workspaceHeaders, ...inOthers },
    staging,
    { ...environmentContext('Prod', 'prod', owner), workspaceHeaders, ...inOthers },
  ]
  const around: CollectionAround = {
    environments: contexts.map(context => ({
      environmentName: context.environment?.name ?? '',
      items: runItems([{ collection, context }]),
      contextIn: () => ({ ...context, ancestors: [collection, folder] }),
    })),
    pathOf: ({ request }) => (request === own ? 'own.yml' : undefined),
    leftOut: [],
  }
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

function requestTo(url: string, fields: NewRequestFields): HttpRequest {
  return newHttpRequest({ name: url, url, ...fields })
}

const value = 'v4lue-0123456789'

function secretOf(level: Owner, owner: Owner): readonly Variable[] {
  return level === owner ? [{ secret: true, name: 'token', enabled: true, allowedToScripts: false }] : []
}

function environmentContext(
  name: string,
  host: string | null,
  owner: Owner,
): Omit<RequestContext, 'ancestors'> {
  const plain = (key: string, text: string): Variable => ({
    ...{ secret: false, name: key, value: { text }, enabled: true },
  })
  const variables = [
    plain('base', `https://${host}.example`),
    plain('thirdBase', 'https://third.example'),
    plain('elsewhere', host === 'own' ? 'https://own.example' : 'https://third.example'),
    plain('alias', 'Key {{token}}'),
    ...secretOf('environment', owner),
  ]
  const more = { color: '', clientCertificates: [], extendsName: '', dotEnvFilePath: '' }
  return {
    environment: host === null ? null : { name, variables, ...more },
    workspaceVariables: [],
    globalVariables: [],
    liveScopes: [],
    defaultSettings: defaultSendSettings,
  }
}

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

const allHosts = Object.keys(hosts) as readonly Host[]

/** Returns what must happen: nothing takes a secret to a host to which it does not go today. */
function expected(place: string, tool: string, act: string, host: Host): string {
  const isSame = host === 'same' || host === 'after a redirect'
  if (tool === 'send_request' || tool === 'run_collection')
    return isSame ? 'sent to https://own.example' : 'refused'
  if (act === 'rename' || isSame) return 'written'
  if (host === 'a new one') return 'HOST_NOT_ALLOWED'
  return act === 'create' && place.startsWith('own') ? 'written' : 'SECRET_HOST_NOT_ALLOWED'
}

/** Tests that no act of an agent takes a secret of an owner, at each of these places, to another host. */
export function testWrites(owner: Owner, places: readonly string[]): void {
  test.each(places)('no act of an agent takes a secret elsewhere: %s (MC1)', async place => {
    const own = collectionWith(secretPlaces[place] ?? {}, owner)
    for (const [tool, ofTool] of Object.entries(acts))
      for (const [act, run] of Object.entries(ofTool))
        for (const host of allHosts)
          expect([tool, act, host, await run(own, host)]).toEqual([
            tool,
            act,
            host,
            expected(place, tool, act, host),
          ])
  })
}
