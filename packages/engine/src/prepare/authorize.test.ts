import { type Auth, newAuth, newHttpRequest, ok, row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { collection, exchange, folder, recordingPorts, scope } from '../engine-fixture.testkit.ts'
import { headerOf, refusal, sendAuthorized, sentMessage } from './auth/auth-fixture.testkit.ts'
import { mask } from './auth/auth-preview.ts'
import type { PostResponseRun } from './ports/script-runner.ts'
import { previewFields } from './preview-fields.ts'
import { authSource } from './resolve-request.ts'

const bearer: Auth = { type: 'bearer', token: '{{token}}' }
const liveScopes = [scope('session', { token: 'a.b-c', user: 'Ünal', key: 'X-Key', space: 'a b&c' })]
const context = { liveScopes }
const apiKey: Auth = { type: 'apiKey', key: '{{key}}', value: '{{space}}', placement: 'header' }
const inQuery: Auth = { ...apiKey, placement: 'query' }

describe('what is sent for', () => {
  test.each<[string, Auth, readonly string[]]>([
    ['No Auth', { type: 'none' }, []],
    ['Bearer Token', bearer, ['Authorization: Bearer a.b-c']],
    ['Bearer Token that is blank', { type: 'bearer', token: ' ' }, []],
    ['API Key in a header', apiKey, ['X-Key: a b&c']],
    ['API Key without a key', { ...apiKey, key: '' }, []],
    // RFC 7617 §2.1: user `Ünal`, password `£` as UTF-8.
    [
      'Basic Auth',
      { type: 'basic', username: '{{user}}', password: '£' },
      ['Authorization: Basic w5xuYWw6wqM='],
    ],
    ['Basic Auth that is empty', { type: 'basic', username: '', password: '' }, []],
    [
      'Basic Auth with a user alone',
      { type: 'basic', username: 'u', password: '' },
      ['Authorization: Basic dTo='],
    ],
  ])('%s', async (_, auth, expected) => {
    const { headers } = await sentMessage({ auth, context })
    expect(headers.slice(2).map(({ name, value }) => `${name}: ${value}`)).toEqual(expected)
  })

  test.each([
    ['http://h.example', 'http://h.example/?X-Key=a%20b%26c'],
    ['http://h.example/?', 'http://h.example/?X-Key=a%20b%26c'],
    ['http://h.example/p?a=1', 'http://h.example/p?a=1&X-Key=a%20b%26c'],
    ['http://h.example/p?a=1&#f', 'http://h.example/p?a=1&X-Key=a%20b%26c'],
  ])('API Key in the query of %s', async (url, expected) => {
    const { target } = await sentMessage({ auth: inQuery, context, request: { url } })
    expect(target.targetUri).toBe(expected)
    expect(expected.endsWith(target.pathAndQuery)).toBe(true)
  })

  test('WSSE: the digest is of nonce, time and password', async () => {
    const { headers } = await sentMessage({ auth: { type: 'wsse', username: 'a"b', password: 'p' } })
    const value = headers.find(field => field.name === 'X-WSSE')?.value ?? ''
    const [, digest = '', nonce = '', created = ''] =
      /^UsernameToken Username="a\\"b", PasswordDigest="([^"]+)", Nonce="([^"]+)", Created="([^"]+)"$/.exec(
        value,
      ) ?? []
    const text = new TextEncoder().encode(`${atob(nonce)}${created}p`)
    const expected = new Uint8Array(await crypto.subtle.digest('SHA-1', text))
    expect(digest).toBe(btoa(String.fromCharCode(...expected)))
  })
})

describe('an inherited authorization', () => {
  const outer = collection({ auth: bearer })
  const inner = { ...folder({ auth: { type: 'none' } }), name: 'Public' }

  test('is that of the collection, whose name is returned', async () => {
    const ancestors = [outer, folder()]
    const message = await sentMessage({ context: { ...context, ancestors } })
    expect(headerOf(message, 'authorization')).toBe('Bearer a.b-c')
    expect(authSource(newHttpRequest(), ancestors)).toEqual({
      auth: bearer,
      owner: { kind: 'collection', name: 'Collection' },
    })
  })

  test('ends at a folder that sets another one', async () => {
    const message = await sentMessage({ context: { ...context, ancestors: [outer, inner] } })
    expect(headerOf(message, 'authorization')).toBeUndefined()
    expect(authSource(newHttpRequest(), [outer, inner]).owner).toEqual({ kind: 'folder', name: 'Public' })
  })

  test('is overridden by that of the request', async () => {
    const message = await sentMessage({ auth: apiKey, context: { ...context, ancestors: [outer] } })
    expect(headerOf(message, 'authorization')).toBeUndefined()
    expect(headerOf(message, 'x-key')).toBe('a b&c')
  })

  test('that nobody sets is none', () => {
    expect(authSource(newHttpRequest(), [collection()])).toEqual({ auth: { type: 'none' }, owner: null })
  })
})

describe('a row of the user', () => {
  test('replaces the generated header of its name', async () => {
    const request = { headers: [row('AUTHORIZATION', 'mine')] }
    const { headers } = await sentMessage({ auth: bearer, context, request })
    expect(headers.filter(({ name }) => /authorization/i.test(name))).toMatchObject([
      { name: 'AUTHORIZATION', value: 'mine' },
    ])
  })

  test.each<[string, Auth]>([
    ['Basic', { ...newAuth('basic'), username: 'u', password: 'p' }],
    ['Bearer Token', bearer],
    ['API Key', { ...newAuth('apiKey'), key: 'Authorization', value: 'v', placement: 'header' }],
  ])('replaces what %s would write', async (_, auth) => {
    const request = { headers: [row('authorization', 'mine')] }
    const message = await sentMessage({ auth, context, request })
    expect(message.headers.filter(({ name }) => /authorization/i.test(name))).toMatchObject([
      { name: 'authorization', value: 'mine' },
    ])
    expect(message.credentials).toEqual([])
  })

  test('that is unticked replaces nothing', async () => {
    const request = { headers: [{ ...row('Authorization', 'mine'), enabled: false }] }
    expect(headerOf(await sentMessage({ auth: bearer, context, request }), 'authorization')).toBe(
      'Bearer a.b-c',
    )
  })

  test('replaces a generated parameter of its name', async () => {
    const request = { url: 'http://h.example/?x%2Dkey=1&X-Key=mine' }
    const { target } = await sentMessage({ auth: inQuery, context, request })
    expect(target.pathAndQuery).toBe('/?x%2Dkey=1&X-Key=mine')
  })
})

test('authorization takes the place of a user in the URL', async () => {
  const request = { url: 'http://u:p@h.example/' }
  const { headers } = await sentMessage({ auth: bearer, context, request })
  expect(headers.filter(({ name }) => name === 'Authorization')).toEqual([
    { name: 'Authorization', value: 'Bearer a.b-c' },
  ])
})

test.each<[Auth, object]>([
  [
    { type: 'bearer', token: 'a\nsecret' },
    { code: 'INVALID_HEADER_VALUE', subject: 'Authorization' },
  ],
  [
    { ...apiKey, key: 'a b' },
    { code: 'INVALID_HEADER_NAME', subject: 'a b' },
  ],
  [
    { type: 'ntlm', username: 'u', password: 'p', domain: '' },
    { code: 'NTLM_NOT_SUPPORTED', subject: '' },
  ],
])('a header that HTTP forbids is refused before sending: %j', async (auth, expected) => {
  expect(await refusal({ auth })).toEqual(expected)
})

describe('what is shown of a send', () => {
  test.each<[string, Auth]>([
    ['bearer', { type: 'bearer', token: 'canary' }],
    ['basic', { type: 'basic', username: 'u', password: 'canary' }],
    ['API key', { ...apiKey, value: 'canary' }],
    ['API key in the query', { ...inQuery, value: 'canary/ö' }],
  ])('holds no secret of %s', async (_, auth) => {
    const { outcome, messages } = await sendAuthorized({ auth, context })
    const secret = auth.type === 'basic' ? btoa('u:canary') : 'canary'
    expect(JSON.stringify(messages[0]?.target) + JSON.stringify(messages[0]?.headers)).toContain(secret)
    if (!outcome.ok) throw new Error('It failed')
    expect(JSON.stringify(outcome.value.exchange)).not.toContain(secret)
    expect(JSON.stringify(outcome.value.exchange.request)).toContain(mask)
  })

  test('masks the user information of the URL', async () => {
    const { outcome } = await sendAuthorized({ request: { url: 'http://u:canary@h.example/' } })
    if (!outcome.ok) throw new Error('It failed')
    expect(outcome.value.exchange.request.headers).toContainEqual({
      name: 'Authorization',
      value: `Basic ${mask}`,
    })
  })
})

test('a typed Authorization is masked where it is shown, and sent as typed', async () => {
  const headers = [row('authorization', 'Token canary'), row('Proxy-Authorization', 'canary')]
  const { outcome, messages } = await sendAuthorized({ request: { headers } })
  expect(JSON.stringify(messages[0]?.headers)).toContain('Token canary')
  if (!outcome.ok) throw new Error('It failed')
  expect(outcome.value.exchange.request.headers.slice(2)).toEqual([
    { name: 'authorization', value: `Token ${mask}` },
    { name: 'Proxy-Authorization', value: mask },
  ])
})

describe('scripts read', () => {
  const readBy = async (auth: Auth, withheld: boolean) => {
    const { ports } = recordingPorts(() => ok(exchange(200)))
    const read: PostResponseRun[] = []
    await sendAuthorized({
      auth,
      context: {
        globalVariables: withheld
          ? [{ secret: true, name: 'key', enabled: true, allowedToScripts: false }]
          : [],
        liveScopes: [
          {
            ...scope('session', {}),
            name: 'environment',
            values: new Map([['key', { text: 'k-canary!', isLiteral: true }]]),
            ...(withheld ? { withheldNames: new Set(['key']) } : {}),
          },
        ],
      },
      ports: {
        scripts: {
          runPreRequest: ports.scripts.runPreRequest,
          runPostResponse(run) {
            read.push(run)
            return ports.scripts.runPostResponse(run)
          },
        },
      },
    })
    return JSON.stringify(read[0]?.exchange.request)
  }

  test('the request as it was sent', async () => {
    expect(await readBy({ type: 'bearer', token: '{{key}}' }, false)).toContain('Bearer k-canary!')
  })

  test.each<[Auth, string]>([
    [{ type: 'bearer', token: '{{key}}' }, 'Bearer {{key}}'],
    [{ type: 'basic', username: 'u', password: '{{key}}' }, 'Basic {{key}}'],
    [{ type: 'apiKey', key: 'k', value: '{{key}}', placement: 'query' }, '/?k='],
    [{ ...newAuth('jwt'), secret: '{{key}}' }, `Bearer ${mask}`],
    [
      { ...newAuth('oauth1'), consumerKey: 'c', consumerSecret: '{{key}}', signatureMethod: 'PLAINTEXT' },
      `oauth_signature=`,
    ],
  ])('neither a withheld secret nor what was made of it: %j', async (auth, expected) => {
    const text = await readBy(auth, true)
    expect(text).toContain(expected)
    expect(text).not.toMatch(/k-canary|k%2Dcanary|eyJ/)
  })
})

describe('the preview', () => {
  const scopes = liveScopes

  test('names the header and its source, masked', () => {
    const { fields, params } = previewFields(newHttpRequest({ url: 'http://h/', auth: bearer }), scopes)
    expect(fields.at(-1)).toEqual({
      name: 'Authorization',
      value: `Bearer ${mask}`,
      source: 'authorization',
    })
    expect(params).toEqual([])
  })

  test('names the parameter', () => {
    const { params } = previewFields(newHttpRequest({ url: 'http://h/', auth: inQuery }), scopes)
    expect(params).toEqual([{ name: 'X-Key', value: mask, source: 'authorization' }])
  })

  test.each(['http://h/?x-key=1&X-Key', 'http://h/?X%2DKey=a'])('says that %s replaces it', url => {
    const { params, replacedParams } = previewFields(newHttpRequest({ url, auth: inQuery }), scopes)
    expect(params).toEqual([])
    expect(replacedParams).toEqual([{ name: 'X-Key', value: mask, source: 'authorization' }])
  })

  test('uses the inherited authorization', () => {
    const inherited = { auth: { type: 'bearer', token: 'x' }, headers: [] } as const
    const { fields } = previewFields(newHttpRequest({ url: 'http://h/' }), scopes, inherited)
    expect(fields.at(-1)?.name).toBe('Authorization')
  })

  test('says what a row of the user replaces', () => {
    const draft = newHttpRequest({ url: 'http://h/', auth: bearer, headers: [row('authorization', 'mine')] })
    const { fields, replaced } = previewFields(draft, scopes)
    expect(fields.filter(field => field.source === 'authorization')).toEqual([])
    expect(replaced).toEqual([{ name: 'Authorization', value: `Bearer ${mask}`, source: 'authorization' }])
  })

  test.each(['bearer', 'basic', 'digest', 'wsse', 'apiKey'] as const)('of an empty %s is empty', type => {
    const { fields, params } = previewFields(newHttpRequest({ url: 'http://h/', auth: newAuth(type) }), [])
    expect([...fields, ...params].filter(field => field.source === 'authorization')).toEqual([])
  })
})
