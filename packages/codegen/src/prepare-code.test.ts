import type { RequestContext } from '@parley/engine'
import {
  type Auth,
  type Collection,
  defaultWebSocketPart,
  type EffectiveAuth,
  type HttpBody,
  newAuth,
  noRequestDefaults,
  type PlainVariable,
  row,
  type Variable,
} from '@parley/model'
import { describe, expect, test } from 'vitest'
import type { CodeRequest } from './code-request.ts'
import { codeTargets } from './code-targets.ts'
import { noContext, preparedStandalone, prepareStandalone, type TestFields } from './prepare-code.testkit.ts'
import { printCode } from './print-code.ts'

const apiKeyInQuery = { type: 'apiKey', key: 'key', value: 'generated', placement: 'query' } as const
const pasted = { ...newAuth('oauth2'), grantType: 'pasteAccessToken', accessToken: 'generated' } as const
const signature = { ...newAuth('signatureV4'), accessKeyId: 'AK', secretAccessKey: 'SK' }
const url = 'http://a.test/p'
const none = { type: 'none' } as const
const tokenNotice = 'This code does not fetch an access token. Replace {{accessToken}} with one.'

/** Decisions of the engine that code generation used to make differently. */
const decidedByTheEngine: Readonly<Record<string, readonly [TestFields, Partial<CodeRequest>]>> = {
  'an API key together with an own parameter of its name': [
    { url: `${url}?key=own`, auth: apiKeyInQuery },
    { url: `${url}?key=own` },
  ],
  'an API key in a query that has other parameters': [
    { url: `${url}?a=1`, auth: apiKeyInQuery },
    { url: `${url}?a=1&key=generated` },
  ],
  'signature v4 together with an own Authorization row': [
    { url, headers: [row('Authorization', 'own')], auth: { ...signature, sessionToken: 'ST' } },
    { headers: [{ name: 'Authorization', value: 'own' }], auth: none },
  ],
  'OAuth 2.0 in the query together with an own access_token': [
    {
      url: `${url}?access_token=own`,
      auth: { ...pasted, token: { ...pasted.token, placement: 'query', placementName: 'access_token' } },
    },
    { url: `${url}?access_token=own` },
  ],
  'a user in the URL together with an API key in a header': [
    {
      url: 'http://ann:p%40w@a.test/p',
      auth: { type: 'apiKey', key: 'X-Key', value: 'v', placement: 'header' },
    },
    {
      url,
      headers: [{ name: 'X-Key', value: 'v' }],
      auth: { type: 'basic', username: 'ann', password: 'p@w' },
    },
  ],
  'a user in the URL together with Bearer Token': [
    { url: 'http://ann:pw@a.test/p', auth: { type: 'bearer', token: 't' } },
    { url, headers: [{ name: 'Authorization', value: 'Bearer t' }], auth: none },
  ],
  'an empty Bearer Token': [
    { url, auth: { type: 'bearer', token: ' ' } },
    { headers: [], auth: none },
  ],
  'an empty Basic Auth': [
    { url, auth: { type: 'basic', username: '', password: '' } },
    { headers: [], auth: none },
  ],
  'an empty Digest Auth': [
    { url, auth: { type: 'digest', username: '', password: '' } },
    { headers: [], auth: none },
  ],
  'spaces around a token': [
    { url, auth: { type: 'bearer', token: '  t ' } },
    { headers: [{ name: 'Authorization', value: 'Bearer t' }] },
  ],
  'spaces around a pasted token': [
    { url, auth: { ...pasted, accessToken: ' t ' } },
    { headers: [{ name: 'Authorization', value: 'Bearer t' }] },
  ],
  'a byte order mark in a user': [
    { url, auth: { type: 'basic', username: '\ufeffann', password: 'pw' } },
    { headers: [], auth: { type: 'basic', username: '\ufeffann', password: 'pw' } },
  ],
  'an own Authorization row together with Basic Auth': [
    {
      url,
      headers: [row('authorization', 'own')],
      auth: { type: 'basic', username: 'ann', password: 'pw' },
    },
    { headers: [{ name: 'authorization', value: 'own' }], auth: none },
  ],
  'an own row that reads like a description': [
    {
      url,
      headers: [row('Authorization', 'described')],
      auth: { type: 'digest', username: 'ann', password: 'pw' },
    },
    { headers: [{ name: 'Authorization', value: 'described' }], auth: none },
  ],
  'a form whose rows are all unticked': [
    {
      url,
      method: 'POST',
      body: { type: 'multipart', parts: [{ kind: 'text', name: 'off', value: 'x', enabled: false }] },
    },
    {
      content: { kind: 'text', text: '--parley-11111111-2222-4333-8444-555555555555--\r\n' },
      headers: [
        {
          name: 'Content-Type',
          value: 'multipart/form-data; boundary=parley-11111111-2222-4333-8444-555555555555',
        },
      ],
    },
  ],
  'the defaults of signature v4': [
    { url, auth: { ...signature, accessKeyId: ' AK ', region: '', service: ' ' } },
    {
      headers: [],
      auth: {
        type: 'signatureV4',
        accessKeyId: 'AK',
        secretAccessKey: 'SK',
        region: 'us-east-1',
        service: 'execute-api',
        headers: [],
      },
    },
  ],
  'a host with letters that are not ASCII': [{ url: 'bücher.test' }, { url: 'http://xn--bcher-kva.test/' }],
  'a fragment': [{ url: `${url}?a=b c#there` }, { url: `${url}?a=b%20c` }],
  'cookies of a row and of the table': [
    { url, headers: [row('cookie', 'a=1')], cookies: [row('b', '2')] },
    { headers: [{ name: 'cookie', value: 'a=1; b=2' }] },
  ],
  'an own length, which every library counts itself': [
    {
      url,
      method: 'POST',
      headers: [row('Content-Length', '2')],
      body: { type: 'raw', language: 'text', text: 'ab' },
    },
    { headers: [{ name: 'Content-Type', value: 'text/plain' }] },
  ],
}

test.each(Object.entries(decidedByTheEngine))('%s', async (_name, [fields, expected]) => {
  expect((await preparedStandalone(fields)).request).toMatchObject(expected)
})

test.each<readonly [TestFields, string]>([
  [
    { url, method: 'POST', body: { type: 'graphql', query: '{a}', variables: '{"a":' } },
    'INVALID_GRAPHQL_VARIABLES',
  ],
  [{ url, headers: [row('X-A', 'a\r\nInjected: 1')] }, 'INVALID_HEADER_VALUE'],
  [{ url, headers: [row('a b', 'c')] }, 'INVALID_HEADER_NAME'],
  [{ url, method: 'G T' }, 'INVALID_METHOD'],
  [{ url: 'ftp://a.test' }, 'UNSUPPORTED_SCHEME'],
  [{ url: 'ftp://{{host}}/' }, 'UNSUPPORTED_SCHEME'],
  [{ url: `${url}/:id` }, 'MISSING_PATH_VARIABLE'],
  [
    {
      url,
      method: 'POST',
      headers: [row('Content-Length', '3')],
      body: { type: 'raw', language: 'text', text: 'ab' },
    },
    'CONTENT_LENGTH_WRONG',
  ],
  [{ url, body: { type: 'file', files: [] } }, 'NO_FILE_SELECTED'],
  [{ url, auth: { ...newAuth('oauth2'), grantType: 'implicit' } }, 'AUTH_NOT_SUPPORTED'],
  [{ url, auth: { ...signature, secretAccessKey: '' } }, 'AUTH_FIELD_MISSING'],
])('what a send refuses is refused here: %j with %s', async (fields, code) => {
  expect(await prepareStandalone(fields)).toMatchObject({ ok: false, failure: { code } })
})

describe('names that are kept', () => {
  test.each([
    ['{{baseUrl}}', '{{baseUrl}}'],
    ['{{baseUrl}}/a b', '{{baseUrl}}/a%20b'],
    ['{{baseUrl}}?q={{q}}&r=ü', '{{baseUrl}}?q={{q}}&r=%C3%BC'],
    [' {{ baseUrl }}v1/x', '{{baseUrl}}v1/x'],
    ['{{baseUrl}}v1/x ', '{{baseUrl}}v1/x%20'],
    ['http://a.test/{{a}} ', 'http://a.test/{{a}}%20'],
    [' {{baseUrl}} ', '{{baseUrl}}'],
    ['{{scheme}}://{{host}}:{{port}}/x', '{{scheme}}://{{host}}:{{port}}/x'],
    ['https://{{host}}', 'https://{{host}}'],
    ['//{{host}}/x', 'http://{{host}}/x'],
    ['api.{{domain}}/x', 'http://api.{{domain}}/x'],
    ['localhost:{{port}}/x', 'http://localhost:{{port}}/x'],
    ['http://a.test/{{a b}}/{{ü}}?{{c}}=1', 'http://a.test/{{a b}}/{{ü}}?{{c}}=1'],
    ['http://a.test/{{a}}{{b}}/{{}}', 'http://a.test/{{a}}{{b}}/%7B%7B%7D%7D'],
  ])('in the URL %s', async (typed, printed) => {
    expect((await preparedStandalone({ url: typed })).request.url).toBe(printed)
  })

  test('in a user of the URL', async () => {
    const { request } = await preparedStandalone({ url: 'https://{{user}}:{{pass:word}}@{{host}}/x' })
    expect(request).toMatchObject({
      url: 'https://{{host}}/x',
      auth: { type: 'basic', username: '{{user}}', password: '{{pass:word}}' },
    })
  })

  test('in every other part of a request', async () => {
    const { request } = await preparedStandalone({
      method: '{{method}}',
      url: 'http://a.test/:id',
      pathParams: [row('id', '{{id}}')],
      headers: [row('X-{{name}}', '{{value}}')],
      cookies: [row('{{a}}', '{{b}}')],
      body: { type: 'urlEncoded', fields: [row('{{c}} d', '{{e}}&')] },
      auth: { type: 'apiKey', key: '{{key}}', value: '{{secret}}', placement: 'query' },
    })
    expect(request).toEqual({
      method: '{{method}}',
      url: 'http://a.test/{{id}}?{{key}}={{secret}}',
      headers: [
        { name: 'X-{{name}}', value: '{{value}}' },
        { name: 'Cookie', value: '{{a}}={{b}}' },
        { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
      ],
      content: {
        kind: 'form',
        fields: [{ name: '{{c}} d', value: '{{e}}&' }],
        text: '{{c}}+d={{e}}%26',
      },
      auth: none,
      notices: [],
    })
  })

  test('as a JSON value, and in a typed length that depends on them', async () => {
    const { request } = await preparedStandalone({
      url,
      method: 'POST',
      headers: [row('Content-Length', '999')],
      body: { type: 'graphql', query: '{a}', variables: '{"a": {{a}}, "b": "{{b}}"}' },
    })
    expect(request.content).toEqual({
      kind: 'text',
      text: '{"query":"{a}","variables":{"a": {{a}}, "b": "{{b}}"}}',
    })
  })

  test('although a script would set them, as no script runs', async () => {
    const scripts = { preRequest: 'tool.variables.set("a", "b")', postResponse: '', tests: '', hooks: '' }
    const { request, unknownNames } = await preparedStandalone(
      { url: 'http://a.test/{{a}}', scripts },
      { fillsVariables: true },
    )
    expect([request.url, unknownNames]).toEqual(['http://a.test/{{a}}', ['a']])
  })
})

const plain = (name: string, text: string): PlainVariable => ({
  secret: false,
  name,
  value: { text },
  enabled: true,
})
const secret = (name: string, allowedToScripts: boolean): Variable => ({
  secret: true,
  name,
  enabled: true,
  allowedToScripts,
})

const collection: Collection = {
  kind: 'collection',
  name: 'Shop',
  summary: '',
  version: '',
  authors: [],
  defaults: {
    ...noRequestDefaults,
    headers: [row('X-Shop', '{{shop}}')],
    auth: { type: 'bearer', token: '{{token}}' },
    variables: [plain('shop', '{{city}} shop'), plain('city', 'Leiden'), plain('via', 'a-{{token}}')],
  },
  items: [],
  environments: [],
  protobuf: { protoFilePaths: [], importPaths: [] },
  clientCertificates: [],
  bundled: false,
}

const context: Partial<RequestContext> = {
  ancestors: [collection],
  environment: {
    name: 'Staging',
    color: '',
    variables: [secret('token', true), secret('key', false)],
    clientCertificates: [],
    extendsName: '',
    dotEnvFilePath: '',
  },
  secretValues: {
    environment: new Map([
      ['token', 'hidden'],
      ['key', 'hidden'],
    ]),
  },
}

const inherit: Auth = { type: 'inherit' }
const inShop = {
  url: '{{base}}/{{city}}/:id?key={{key}}&id={{$guid}}',
  pathParams: [row('id', '{{city}}')],
  headers: [row('X-Via', '{{via}}')],
  body: { type: 'urlEncoded', fields: [row('{{city}}', '{{shop}}')] },
} as const

describe('filled in', () => {
  const fill = (fields: TestFields, changes: Partial<RequestContext> = {}) =>
    preparedStandalone(fields, { fillsVariables: true }, { ...context, ...changes })

  test('are inherited values too, but no secrets, even if scripts may read them (attacks SE5)', async () => {
    const { request, secretNames, unknownNames } = await fill({ ...inShop, auth: inherit })
    expect(request).toMatchObject({
      url: '{{base}}/Leiden/Leiden?key={{key}}&id=11111111-2222-4333-8444-555555555555',
      headers: [
        { name: 'X-Shop', value: 'Leiden shop' },
        { name: 'X-Via', value: 'a-{{token}}' },
        { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
        { name: 'Authorization', value: 'Bearer {{token}}' },
      ],
      content: { kind: 'form', text: 'Leiden=Leiden+shop' },
    })
    expect(secretNames.toSorted()).toEqual(['key', 'token'])
    expect(unknownNames).toEqual(['base'])
  })

  test('is no secret of a scope that is in no file', async () => {
    const values = new Map([['token', { text: 'hidden', isLiteral: false }]])
    const session = { name: 'session' as const, values, secretNames: new Set(['token']) }
    const { request, secretNames } = await fill(
      { ...inShop, auth: inherit },
      { environment: null, liveScopes: [session] },
    )
    expect(request.headers).toContainEqual({ name: 'Authorization', value: 'Bearer {{token}}' })
    expect(secretNames).toContain('token')
  })

  test('are the other values of the same scope', async () => {
    const values = new Map([['token', { text: 'known', isLiteral: false }]])
    const session = { name: 'session' as const, values }
    const { request } = await fill({ ...inShop, auth: inherit }, { environment: null, liveScopes: [session] })
    expect(request.headers).toContainEqual({ name: 'Authorization', value: 'Bearer known' })
  })

  test('is a name for a secret field without a value on this machine', async () => {
    const auth: Auth = { type: 'basic', username: 'ann', password: '' }
    const { request, secretNames } = await fill(
      { url, auth },
      { missingAuthFields: new Map([[auth, ['password']]]) },
    )
    expect(request.auth).toEqual({ type: 'basic', username: 'ann', password: '{{Password}}' })
    expect(secretNames).toEqual(['Password'])
  })

  test('is a name for a token from a server, which is not called', async () => {
    const auth: EffectiveAuth = {
      ...newAuth('oauth2'),
      grantType: 'clientCredentials',
      tokenUrl: 'http://127.0.0.1:1/token',
    }
    const { request, secretNames } = await fill({ url, auth })
    expect(request.headers).toContainEqual({ name: 'Authorization', value: 'Bearer {{accessToken}}' })
    expect(secretNames).toEqual(['accessToken'])
    expect(request.notices).toEqual([tokenNotice])
    for (const target of codeTargets) expect(printCode(target, request)).toContain(tokenNotice)
  })

  test('are stated only if the code has a token that nothing fetches', async () => {
    const auth = { ...newAuth('oauth2'), grantType: 'clientCredentials', tokenUrl: 'http://h/t' } as const
    const own = [row('Authorization', 'Bearer own')]
    const noticesOf = async (fields: object, choices = {}) =>
      (await preparedStandalone({ url, ...fields }, choices)).request.notices
    expect(await noticesOf({ auth })).toEqual([tokenNotice])
    expect(await noticesOf({ auth, headers: own })).toEqual([])
    expect(await noticesOf({ auth: { ...auth, grantType: 'pasteAccessToken', accessToken: 't' } })).toEqual(
      [],
    )
    expect(await noticesOf({ auth }, { includesAuth: false })).toEqual([])
  })

  test('are no names inside of values', async () => {
    const workspaceVariables = [plain('loop', '{{loop}}')]
    const prepared = await prepareStandalone(
      { url, headers: [row('X-Loop', '{{loop}}')] },
      { fillsVariables: true },
      { ...noContext, workspaceVariables },
    )
    expect(prepared).toMatchObject({ ok: false, failure: { code: 'VARIABLE_CYCLE' } })
  })
})

test('if variables are not filled in, every name is kept and none is listed', async () => {
  const { request, secretNames, unknownNames } = await preparedStandalone(
    { ...inShop, auth: inherit },
    { fillsVariables: false },
    context,
  )
  expect(request.url).toBe('{{base}}/{{city}}/{{city}}?key={{key}}&id={{$guid}}')
  expect([secretNames, unknownNames]).toEqual([[], []])
})

describe('schemes that sign each request', () => {
  const schemes: Readonly<Record<string, EffectiveAuth>> = {
    jwt: { ...newAuth('jwt'), secret: '{{secret}}' },
    wsse: { type: 'wsse', username: 'ann', password: '{{secret}}' },
    hawk: { ...newAuth('hawk'), id: 'h', key: '{{secret}}' },
    oauth1: { ...newAuth('oauth1'), consumerKey: 'k', consumerSecret: '{{secret}}' },
    'oauth1 in the body': {
      ...newAuth('oauth1'),
      consumerKey: 'k',
      consumerSecret: '{{secret}}',
      placement: 'body',
    },
    'signature v4 in the query': { ...signature, secretAccessKey: '{{secret}}', placement: 'query' },
  }
  const form = { type: 'urlEncoded', fields: [row('a', 'b')] } as const
  const withSecret = (auth: EffectiveAuth): EffectiveAuth =>
    JSON.parse(JSON.stringify(auth).replaceAll('{{secret}}', 'a secret'))

  test.each(Object.entries(schemes))('%s: a sample is stated if everything is known', async (_name, auth) => {
    const fields = { url, method: 'POST', body: form, auth: withSecret(auth) }
    const sample = await preparedStandalone(fields)
    const bare = await preparedStandalone({ ...fields, auth: none })
    expect(sample.request.notices).toEqual([
      expect.stringContaining('authorization in this code is a sample'),
    ])
    expect({ ...sample.request, notices: [] }).not.toEqual(bare.request)
    expect(JSON.stringify(sample)).not.toContain('a secret')
  })

  test.each(Object.entries(schemes))('%s: is left out if a secret is a name', async (_name, auth) => {
    const fields = { url, method: 'POST', body: form, auth }
    const left = await preparedStandalone(fields)
    const bare = await preparedStandalone({ ...fields, auth: none })
    expect(left.request.notices).toEqual([expect.stringContaining('is not part of this code')])
    expect({ ...left.request, notices: [] }).toEqual(bare.request)
  })

  test.each(Object.entries(schemes))('%s: is left out if what it signs is unknown', async (name, auth) => {
    const isToken = name === 'jwt' || name === 'wsse'
    for (const open of ['{{baseUrl}}/p', 'http://a.test/{{p}}']) {
      const { request } = await preparedStandalone({
        url: open,
        method: 'POST',
        body: form,
        auth: withSecret(auth),
      })
      expect(request.notices).toEqual([
        expect.stringContaining(isToken ? 'is a sample' : 'is not part of this code'),
      ])
    }
  })
})

describe('gaps that are filled', () => {
  const fill = (fields: TestFields) => preparedStandalone(fields, { fillsVariables: true, fillsGaps: true })
  const textPart = { kind: 'text', name: 'a', value: 'b', enabled: true } as const

  test('are path variables without a value, each with a notice', async () => {
    const { request, unknownNames } = await fill({
      url: 'http://a.test/:shop/:id/:page',
      pathParams: [row('shop', ''), row('page', '2')],
    })
    expect(request.url).toBe('http://a.test/{{shop}}/{{id}}/2')
    expect(unknownNames).toEqual(['shop', 'id'])
    expect(request.notices).toEqual([expect.stringContaining(':shop'), expect.stringContaining(':id')])
  })

  test.each<readonly [HttpBody, object]>([
    [
      { type: 'file', files: [] },
      { kind: 'file', filePath: '{{file}}' },
    ],
    [
      {
        type: 'multipart',
        parts: [textPart, { kind: 'file', name: 'f', filePaths: ['/a.png', ''], enabled: true }],
      },
      { kind: 'multipart', parts: [{ name: 'a' }, { fileName: 'a.png' }, { filePath: '{{file}}' }] },
    ],
    [
      { type: 'multipart', parts: [{ kind: 'file', name: 'f', filePaths: [], enabled: true }] },
      { kind: 'multipart', parts: [{ filePath: '{{file}}', fileName: '{{file}}' }] },
    ],
  ])('are files that are not chosen: %j', async (body, content) => {
    const { request } = await fill({ url, method: 'POST', body })
    expect(request).toMatchObject({ content, notices: [expect.stringMatching(/file/i)] })
  })

  test('are not those that no placeholder can fill', async () => {
    const prepared = await prepareStandalone({ url: 'ftp://a.test/:id' }, { fillsGaps: true })
    expect(prepared).toMatchObject({ ok: false, failure: { code: 'UNSUPPORTED_SCHEME' } })
  })
})

test.each<[string, TestFields]>([
  ['a WebSocket', { url: 'ws://a.test/', webSocket: defaultWebSocketPart }],
  [
    'a subscription over one',
    { url: 'wss://a.test/', body: { type: 'graphql', query: 'subscription { a }', variables: '' } },
  ],
])('there is no code for %s', async (_, fields) => {
  expect(await prepareStandalone(fields)).toMatchObject({
    ok: false,
    failure: { code: 'NO_CODE_FOR_WEBSOCKETS' },
  })
})
