import {
  type Collection,
  newAuth,
  newGraphQlRequest,
  newHttpRequest,
  noRequestDefaults,
  noScripts,
  row,
} from '@parley/model'
import { describe, expect, test } from 'vitest'
import { itemOf, planOf, rowOf } from '../load-plan.testkit.ts'

const http = (name: string, fields: Parameters<typeof newHttpRequest>[0] = {}) =>
  newHttpRequest({ name, url: 'http://h.test/', auth: { type: 'none' }, ...fields })

const script = (postResponse: string) => ({ ...noScripts, postResponse })

describe('a plan', () => {
  test('keeps the names of secrets, rows, dynamic values and what scripts set, and fills in the others', async () => {
    const secret = 'c4n4ry-value'
    const scopes = [
      {
        name: 'environment' as const,
        values: new Map([
          ['base', { text: 'http://h.test', isLiteral: false }],
          ['apiKey', { text: secret, isLiteral: false }],
          ['token', { text: 'first', isLiteral: false }],
          ['user', { text: 'of the environment', isLiteral: false }],
        ]),
        secretNames: new Set(['apiKey']),
      },
    ]
    const request = http('A', {
      url: '{{base}}/{{user}}?id={{$guid}}&none={{none}}',
      headers: [row('X-Key', '{{apiKey}}'), row('X-Token', '{{token}}')],
      scripts: script('pm.environment.set("token", pm.response.json().token)'),
    })
    const plan = await planOf([itemOf(request, { liveScopes: scopes })], [rowOf({ user: 'ann' })])
    const [step] = plan.steps
    expect(step).toMatchObject({
      label: 'C / A',
      method: 'GET',
      url: [
        'http://h.test/',
        { name: 'user', encoding: 'url' },
        '?id=',
        { name: '$guid', encoding: 'url' },
        '&none=%7B%7Bnone%7D%7D',
      ],
      headers: [
        { name: ['X-Key'], value: [{ name: 'apiKey', encoding: 'plain' }] },
        { name: ['X-Token'], value: [{ name: 'token', encoding: 'plain' }] },
      ],
      captures: [{ name: 'token', value: { kind: 'json', path: ['token'] } }],
    })
    expect(plan.secrets).toEqual([{ name: 'apiKey', variable: 'SECRET_API_KEY' }])
    expect(plan.initialValues).toEqual([{ name: 'token', text: 'first' }])
    expect(plan.data).toEqual({ names: ['user'], rows: [['ann']] })
    expect(plan.untranslated.map(({ text }) => text)).toEqual(['{{none}} has no value and is sent as typed'])
    expect(JSON.stringify(plan)).not.toContain(secret)
  })

  test('leaves out what a script cannot send as Parley does, and says so', async () => {
    const items = [
      http('Digest', { auth: { ...newAuth('digest'), username: 'u' } }),
      http('Signed', { auth: { ...newAuth('signatureV4'), accessKeyId: 'a', secretAccessKey: 's' } }),
      http('Sign-in', { auth: { ...newAuth('oauth2'), grantType: 'authorizationCode' } }),
      http('No file', { method: 'PUT', body: { type: 'file', files: [] } }),
      newGraphQlRequest({
        name: 'Live',
        url: 'http://h.test/',
        body: { type: 'graphql', query: 'subscription { a }', variables: '' },
      }),
      http('Sent'),
    ].map(request => itemOf(request))
    const { steps, untranslated } = await planOf(items)
    expect(steps.map(({ label }) => label)).toEqual(['C / Sent'])
    expect(untranslated.map(({ path, isLeftOut }) => [path, isLeftOut])).toEqual(
      ['Digest', 'Signed', 'Sign-in', 'Live', 'No file'].map(name => [`C/${name}`, true]),
    )
  })

  test('lists the script of a collection once, with the collection', async () => {
    const collection: Collection = {
      kind: 'collection',
      name: 'C',
      summary: '',
      version: '',
      authors: [],
      defaults: { ...noRequestDefaults, scripts: script('\nconsole.log(1)') },
      items: [],
      environments: [],
      protobuf: { protoFilePaths: [], importPaths: [] },
      clientCertificates: [],
      bundled: false,
    }
    const items = ['A', 'B'].map(name => itemOf(http(name), { ancestors: [collection] }))
    const { untranslated } = await planOf(items)
    expect(untranslated).toEqual([
      { path: 'C', line: 2, text: 'this script code is not translated: console.log(1)', isLeftOut: false },
    ])
  })

  test('writes values in the query of GraphQL as parts of a JSON text, and as typed in its variables', async () => {
    const request = newGraphQlRequest({
      name: 'Q',
      url: 'http://h.test/',
      auth: { type: 'none' },
      body: { type: 'graphql', query: '{ a(b: "{{v}}") }', variables: '{"x": {{v}}, "y": "{{v}}"}' },
    })
    const { steps } = await planOf([itemOf(request)], [rowOf({ v: '1' })])
    const content = steps[0]?.content
    expect(content?.kind).toBe('text')
    const text = content?.kind === 'text' ? content.text : []
    expect(text.flatMap(piece => (typeof piece === 'string' ? [] : [piece.encoding]))).toEqual([
      'json',
      'plain',
      'plain',
    ])
  })

  test('gives secrets of similar names variables of their own', async () => {
    const names = ['api-key', 'apiKey', 'api_key', 'ключ', '1x']
    const scope = {
      name: 'environment' as const,
      values: new Map(names.map(name => [name, { text: 's', isLiteral: false }])),
      secretNames: new Set(names),
    }
    const request = http('A', { headers: names.map((name, at) => row(`X-${at}`, `{{${name}}}`)) })
    const { secrets } = await planOf([itemOf(request, { liveScopes: [scope] })])
    expect(secrets.map(({ variable }) => variable)).toEqual([
      'SECRET_API_KEY',
      'SECRET_API_KEY_2',
      'SECRET_API_KEY_3',
      'SECRET_____',
      'SECRET_1X',
    ])
  })
})
