import { type HttpRequest, type NewRequestFields, newAuth, newHttpRequest, row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { newCollection, newDefaults } from '../../import/new-entities.ts'
import { styles } from '../../import/openapi/serialize-value.ts'
import { collectionOf, sent, throughOpenApi } from './round-trip.testkit.ts'

const imported = (document: object) => collectionOf(new TextEncoder().encode(JSON.stringify(document)))

const withRequests = (...requests: readonly HttpRequest[]) => newCollection('C', { items: requests })

const values = {
  text: 'b c',
  reserved: 'a/b?c&d',
  list: ['a', 'b,c|d e'],
  object: { a: 'x y', 'b&': 2 },
  numbers: [1, 2],
  member: { a: 1 },
  empty: '',
}

/** Each style with each value, in each place that has parameters. */
const parameters = Object.entries(values).flatMap(([type, example]) =>
  styles.flatMap(style =>
    [true, false].flatMap(explode =>
      ['query', 'header', 'cookie', 'path'].map(place => ({
        name: place === 'path' ? 'p' : `${type}-${style}-${explode}`,
        in: place,
        required: place === 'path' || explode,
        ...(style === 'form' && explode ? { allowReserved: true } : {}),
        ...(place === 'header' && style === 'label' ? { description: 'D' } : {}),
        style,
        explode,
        schema: {},
        example,
      })),
    ),
  ),
)

const operationsOf = (operations: readonly object[], variable = '') => ({
  openapi: '3.1.0',
  info: { title: 'C', version: '1' },
  paths: Object.fromEntries(operations.map((operation, at) => [`/${at}${variable}`, { post: operation }])),
})

const properties = {
  ids: { type: 'array', items: { type: 'integer' }, example: [1, 2] },
  o: { type: 'object', example: { a: 'x', n: 1 } },
  list: { type: 'array', items: { type: 'object' }, example: [{ a: 1 }, { a: 2 }] },
  xml: { type: 'string', example: '<a/>' },
  f: { type: 'array', items: { type: 'string', format: 'binary' } },
  t: { type: 'string', example: '{"typed": 1}' },
}

const encodings = {
  none: {},
  styled: { ids: { style: 'pipeDelimited' }, o: { style: 'deepObject', explode: true } },
  typed: {
    ids: { contentType: 'text/plain' },
    xml: { contentType: 'application/xml' },
    f: { contentType: 'image/png' },
  },
}

describe('OpenAPI → Parley → OpenAPI → Parley', () => {
  test.each([
    ['query', '', Object.values(values), []],
    ['header', '', Object.values(values), []],
    ['cookie', '', Object.values(values), []],
    // Values with escapes that tell texts from delimiters are variables, which the report names.
    ['path', '/{p}', [values.text, values.reserved, values.empty, values.numbers, values.member], []],
    ['path', '/{p}.json', [values.text, values.empty], ['the variables']],
  ])('parameters of all styles: %s%s', (place, variable, examples: readonly unknown[], lost) => {
    const own = parameters.filter(
      one =>
        one.in === place && examples.includes(one.example) && (lost.length === 0 || one.style !== 'matrix'),
    )
    const document = operationsOf(
      own.map(one => ({ parameters: [one] })),
      variable,
    )
    const collection = imported(document)
    const { back, losses } = throughOpenApi(collection)
    expect(sent(back)).toEqual(sent(collection))
    expect(new Set(losses)).toEqual(new Set(lost))
  })

  test.each(
    ['application/x-www-form-urlencoded', 'multipart/form-data'].flatMap(type =>
      Object.keys(encodings).map(encoding => [type, encoding] as const),
    ),
  )('%s, encoding %s', (type, name) => {
    const encoding = encodings[name as keyof typeof encodings]
    const content = { [type]: { schema: { type: 'object', properties }, encoding } }
    const collection = imported(operationsOf([{ requestBody: { content } }]))
    const { back, losses } = throughOpenApi(collection)
    expect(sent(back)).toEqual(sent(collection))
    expect(losses).toEqual([])
  })

  test('scopes, with a scheme for each kind of OAuth 2.0', () => {
    const oauth2 = (fields: object) => ({
      ...newAuth('oauth2'),
      clientId: '{{clientId}}',
      clientSecret: '{{clientSecret}}',
      ...fields,
    })
    const auths = [
      oauth2({ grantType: 'clientCredentials', tokenUrl: 'http://t.test', scope: 'a b' }),
      oauth2({ grantType: 'clientCredentials', tokenUrl: 'http://t.test', scope: 'b c' }),
      oauth2({ grantType: 'password', tokenUrl: 'http://t.test', refreshTokenUrl: 'http://r.test' }),
      oauth2({ grantType: 'implicit', authorizationUrl: 'http://i.test', scope: 'd' }),
    ]
    const collection = {
      ...withRequests(
        ...auths.map((auth, at) => newHttpRequest({ name: `${at}`, url: `http://a.test/${at}`, auth })),
      ),
      defaults: newDefaults({ auth: oauth2({ tokenUrl: 'http://o.test', scope: 'own' }) }),
    }
    const { text, back, losses } = throughOpenApi(collection)
    expect([back.defaults.auth, ...sent(back).map(one => one.auth)]).toEqual([
      collection.defaults.auth,
      ...auths,
    ])
    expect(losses).toEqual([])
    expect(text).toContain('"scopes":{"a":"","b":"","c":""}')
  })
})

describe('Parley → OpenAPI → Parley', () => {
  test.each([
    ['?a=1&a=2'],
    ['?a=x,y&b=p|q'],
    ['?at=2026-01-31T12:00:00Z&q=a+b&p=a%2Fb&e='],
    ['?a={{b}}&c={{d}},x'],
    ['?f[a]=1&f[b]=2'],
    ['?p=50%25&a=%C3%A9&a=ü,&c=,'],
  ])('%s', query => {
    const url = `http://a.test/x${query}`
    expect(sent(throughOpenApi(withRequests(newHttpRequest({ url }))).back)[0]?.url).toBe(
      url.replace('p|q', 'p%7Cq').replace('ü', '%C3%BC'),
    )
  })

  test('forms with parts of types and several files', () => {
    const body = {
      type: 'multipart',
      parts: [
        { kind: 'text', name: 't', enabled: true, value: 'x' },
        { kind: 'text', name: 't', enabled: true, value: 'y' },
        {
          kind: 'text',
          name: 'j',
          enabled: true,
          value: '{"a":12345678901234567890}',
          contentType: 'application/json',
        },
        { kind: 'text', name: 'v', enabled: true, value: '{{body}}', contentType: 'application/json' },
        { kind: 'file', name: 'f', enabled: true, filePaths: ['a.txt', 'b.txt'], contentType: 'text/csv' },
      ],
    } as const
    const { text, back, losses } = throughOpenApi(
      withRequests(newHttpRequest({ method: 'POST', url: 'http://a.test/', body })),
    )
    expect(losses).toEqual(['the paths of files'])
    expect(JSON.parse(text)).toMatchObject({
      paths: {
        '/': {
          post: {
            requestBody: {
              content: {
                'multipart/form-data': {
                  schema: {
                    properties: {
                      t: { type: 'array', items: { type: 'string' }, example: ['x', 'y'] },
                      f: { type: 'array', items: { type: 'string', format: 'binary' } },
                    },
                  },
                  encoding: { j: { contentType: 'application/json' }, f: { contentType: 'text/csv' } },
                },
              },
            },
          },
        },
      },
    })
    expect(sent(back)[0]?.body).toMatchObject({
      parts: [
        { name: 't', value: 'x' },
        { name: 't', value: 'y' },
        { name: 'j', contentType: 'application/json' },
        { name: 'v', value: '{{body}}', contentType: 'application/json' },
        { kind: 'file', name: 'f', filePaths: [], contentType: 'text/csv' },
      ],
    })
  })
})

describe('what an operation cannot say is in the report', () => {
  const unticked = { ...row('a', '2'), enabled: false }
  const text = { kind: 'text', name: 'a', enabled: true, value: '' } as const
  test.each<readonly [NewRequestFields, string]>([
    [{ url: 'http://a.test/?flag' }, 'the param flag without an equals sign'],
    [{ url: 'http://a.test/?a=%2f%ff%' }, 'the escapes of the param a'],
    [{ cookies: [row('a', '1'), unticked] }, 'the unticked rows of the repeated name a'],
    [{ headers: [row('A', '1'), row('A', '2')] }, 'the separate headers A, which become one list'],
    [{ body: { type: 'urlEncoded', fields: [unticked] } }, 'the ticks of the fields of the body'],
    [
      { body: { type: 'urlEncoded', fields: [row('a', ''), row('b', ''), row('a', '')] } },
      'the order of the fields of the body',
    ],
    [
      { body: { type: 'urlEncoded', fields: [row('2', ''), row('1', '')] } },
      'the order of the fields of the body',
    ],
    [
      { body: { type: 'multipart', parts: [text, { ...text, contentType: 'a/b' }] } },
      'the different media types of the parts a',
    ],
    [
      {
        body: { type: 'multipart', parts: [text, { kind: 'file', name: 'a', enabled: true, filePaths: [] }] },
      },
      'the texts of the part a beside its files',
    ],
    [{ auth: { ...newAuth('oauth2'), grantType: 'deviceCode' } }, 'the grant Device code of OAuth 2.0'],
  ])('%o', (fields, subject) => {
    const request = newHttpRequest({ method: 'POST', url: 'http://a.test/', ...fields })
    expect(throughOpenApi(withRequests(request)).losses).toEqual([subject])
  })
})

test('each request keeps its server, and the document has that of most', () => {
  const urls = ['http://b.test/1', '{{host}}/2', '{{host}}/3', 'https://{{region}}.test/4']
  const variable = (name: string, text: string) =>
    ({ secret: false, name, value: { text }, enabled: true }) as const
  const collection = {
    ...withRequests(...urls.map((url, at) => newHttpRequest({ name: `${at}`, url }))),
    defaults: newDefaults({
      variables: [
        variable('host', 'http://{{region}}.a.test/v1'),
        variable('region', 'eu'),
        variable('no', 'x'),
      ],
    }),
  }
  const { text, back, losses } = throughOpenApi(collection)
  expect(losses).toEqual(['the variable no'])
  expect(JSON.parse(text)).toMatchObject({
    servers: [{ url: 'http://{region}.a.test/v1', variables: { region: { default: 'eu' } } }],
  })
  expect(sent(back).map(one => one.url?.replace('{{region}}', 'eu'))).toEqual([
    'http://b.test/1',
    'http://eu.a.test/v1/2',
    'http://eu.a.test/v1/3',
    'https://eu.test/4',
  ])
})
