import { describe, expect, test } from 'vitest'
import { importDocument } from './import-document.ts'
import { literalSecrets } from './literal-secrets.ts'

const canary = 'canary-Zq4'

function read(value: object) {
  const result = importDocument(new TextEncoder().encode(JSON.stringify(value)))
  if (!result.ok) throw new Error(result.failure.code)
  return result.value
}

const found = (value: object) =>
  literalSecrets(read(value)).map(one => `${one.path.join('/')}: ${one.subject}`)

const collection = (item: object, more: object = {}) => ({ info: { name: 'Shop' }, item: [item], ...more })
const request = (fields: object) => ({
  name: 'Get',
  request: { method: 'POST', url: 'http://a.test', ...fields },
})

describe('literal secrets are named, never their values', () => {
  test.each<readonly [what: string, item: object, subject: string]>([
    ['a header by its name', request({ header: [{ key: 'X-Api-Key', value: canary }] }), 'header X-Api-Key'],
    [
      'a header by its value',
      request({ header: [{ key: 'X-Sign', value: `Bearer ${canary}` }] }),
      'header X-Sign',
    ],
    ['a param', request({ url: `http://a.test/p?api_key=${canary}` }), 'param api_key'],
    ['user info of the URL', request({ url: `http://ann:${canary}@a.test/p` }), 'password in the URL'],
    [
      'a member of a body',
      request({ body: { mode: 'raw', raw: `{"user": "ann", "password": "${canary}"}` } }),
      'body field password',
    ],
    [
      'a field of a form',
      request({ body: { mode: 'urlencoded', urlencoded: [{ key: 'client_secret', value: canary }] } }),
      'form field client_secret',
    ],
    [
      'a part of a form',
      request({ body: { mode: 'formdata', formdata: [{ key: 'token', type: 'text', value: canary }] } }),
      'form field token',
    ],
    [
      'the response of an example',
      { ...request({}), response: [{ name: 'ok', code: 200, body: `{"access_token":"${canary}"}` }] },
      'example “ok”, body field access_token',
    ],
  ])('%s', (_what, item, subject) => {
    const reported = found(collection(item))
    expect(reported).toEqual([`Shop/Get: ${subject}`])
    expect(reported.join()).not.toContain(canary)
  })

  test('variables and the defaults of folders', () => {
    expect(
      found({
        ...collection({ name: 'In', item: [], variable: [{ key: 'apiKey', value: canary }] }),
        variable: [
          { key: 'password', value: canary },
          { key: 'jwt', value: 'eyJhbGciOiJI.eyJzdWIiOiIx.abc' },
        ],
      }),
    ).toEqual(['Shop: variable password', 'Shop: variable jwt', 'Shop/In: variable apiKey'])
    expect(found({ name: 'Live', values: [{ key: 'token', value: canary }] })).toEqual([
      'Live: variable token',
    ])
  })

  test('cookies of a recording', () => {
    const entry = {
      request: {
        method: 'GET',
        url: 'http://a.test/',
        headers: [],
        cookies: [{ name: 'sid', value: canary }],
      },
    }
    expect(found({ log: { entries: [entry] } })).toEqual(['HTTP archive/a.test: cookie sid'])
  })

  test.each(['<string>', '<boolean>', '<API Key>', '<your-token>', 'Bearer <token>'])(
    'the placeholder %s is not a secret',
    value => {
      expect(
        found(
          collection(
            request({
              url: `http://a.test/p?access_token=${value}`,
              header: [{ key: 'X-Api-Key', value }],
              body: { mode: 'urlencoded', urlencoded: [{ key: 'client_secret', value }] },
            }),
            { variable: [{ key: 'password', value }] },
          ),
        ),
      ).toEqual([])
    },
  )

  test('a placeholder in a body is not a secret, but a secret in angle brackets is', () => {
    const body = (password: string) =>
      collection(request({ body: { mode: 'raw', raw: JSON.stringify({ password }) } }))
    expect(found(body('<string>'))).toEqual([])
    expect(found(body('<Zq4-88f1>'))).toEqual(['Shop/Get: body field password'])
  })

  test('the name of a field is the last part of its path', () => {
    const fields = { 'tokenization.shopper': 'a1', 'sepa.dateOfSignature': '2026', 'card.token': canary }
    expect(found(collection(request({ body: { mode: 'raw', raw: JSON.stringify(fields) } })))).toEqual([
      'Shop/Get: body field card.token',
    ])
  })

  test('references, secret fields and plain values are not reported', () => {
    expect(
      found(
        collection(
          request({
            url: 'http://a.test/p?token_type=bearer&limit=10&access_token={{token}}',
            header: [
              { key: 'Authorization', value: 'Bearer {{token}}' },
              { key: 'X-Api-Key', value: '' },
              { key: 'Accept', value: 'text/plain' },
            ],
            auth: { type: 'bearer', bearer: [{ key: 'token', value: canary }] },
            body: { mode: 'raw', raw: '{"expires_in": 5, "token": "{{token}}"}' },
          }),
        ),
      ),
    ).toEqual([])
  })
})

describe('a variable that its file marks as secret', () => {
  const secret = { secret: true, allowedToScripts: false, enabled: true }

  const postmanPin = { key: 'pin', value: canary, type: 'secret' }
  const hoppscotchPin = { key: 'pin', initialValue: canary, currentValue: '', secret: true }
  const hoppscotch = { v: 10, folders: [], requests: [], variables: [hoppscotchPin] }

  test('in a collection or folder is theirs, with its value stored separately', () => {
    for (const value of [
      collection({ name: 'In', item: [request({})], variable: [postmanPin] }, { variable: [postmanPin] }),
      { ...hoppscotch, name: 'Shop', folders: [{ ...hoppscotch, name: 'In' }] },
    ]) {
      const imported = read(value)
      const [shop] = imported.collections
      const own = { defaults: { variables: [{ ...secret, name: 'pin' }] } }
      expect(shop).toMatchObject({ ...own, items: [{ kind: 'folder', ...own }] })
      expect(imported.workspaceVariables).toEqual([])
      expect(imported.secrets).toEqual([
        { path: ['Shop'], scope: 'collection', name: 'pin', value: canary },
        { path: ['Shop', 'In'], scope: 'folder', name: 'pin', value: canary },
      ])
      expect(imported.report).toMatchObject({ losses: [], counts: { variables: 2 } })
      expect(JSON.stringify([imported.collections, imported.report])).not.toContain(canary)
    }
  })

  test('in a request becomes one of the workspace, without its value', () => {
    const imported = read(collection({ ...request({}), variable: [postmanPin] }))
    expect(imported.workspaceVariables).toEqual([{ ...secret, name: 'pin' }])
    expect(imported.secrets).toMatchObject([{ scope: 'workspace', name: 'pin', value: canary }])
    expect(imported.report.losses).toMatchObject([{ code: 'SECRET_MOVED', subject: 'pin' }])
    expect(JSON.stringify([imported.collections, imported.report])).not.toContain(canary)
  })

  test('in an environment has its value stored separately; a missing value is reported', () => {
    const postman = read({
      name: 'Live',
      values: [
        { key: 'pin', value: canary, type: 'secret' },
        { key: 'gone', value: '', type: 'secret' },
      ],
    })
    expect(postman.environments[0]?.variables).toMatchObject([{ secret: true }, { secret: true }])
    expect(JSON.stringify([postman.environments, postman.report])).not.toContain(canary)
    expect(postman.secrets).toMatchObject([{ scope: 'environment', name: 'pin', value: canary }])
    expect(postman.report.losses).toEqual([
      { path: ['Live'], code: 'SECRET_MISSING', subject: 'the variable gone' },
    ])
  })

  test('in Insomnia has its name in templates, without its encrypted value', () => {
    const environment = {
      _id: 'e1',
      _type: 'environment',
      parentId: 'w1',
      name: 'Base',
      data: { host: 'a.test', __insomnia_vault: { pin: canary } },
      kvPairData: [
        { name: 'host', value: 'a.test', type: 'str' },
        { name: 'pin', value: canary, type: 'secret' },
        { name: 'other', value: canary, type: 'secret' },
      ],
    }
    const inner = { ...environment, _id: 'e2', parentId: 'e1', name: 'Live' }
    const imported = read({
      __export_format: 4,
      resources: [
        { _id: 'w1', _type: 'workspace', name: 'Shop', scope: 'collection' },
        environment,
        inner,
        {
          _id: 'r1',
          _type: 'request',
          parentId: 'w1',
          name: 'R',
          method: 'GET',
          url: 'http://{{ vault.pin }}',
        },
      ],
    })
    const [shop] = imported.collections
    expect(shop?.items).toMatchObject([{ url: 'http://{{vault.pin}}' }])
    expect(shop?.defaults.variables).toMatchObject([
      { name: 'host' },
      { ...secret, name: 'vault.pin' },
      { ...secret, name: 'vault.other' },
    ])
    expect(shop?.environments).toMatchObject([
      { variables: [{ name: 'host' }, { ...secret, name: 'vault.pin' }, { ...secret, name: 'vault.other' }] },
    ])
    expect(imported.workspaceVariables).toEqual([])
    expect(imported.report.losses.map(one => one.code).filter(one => one === 'SECRET_MISSING')).toHaveLength(
      4,
    )
    expect(JSON.stringify(imported)).not.toContain(canary)
  })
})
