import type { Item } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { importDocument } from './import-document.ts'
import { expectValidEntities, httpRequestsIn } from './imported.testkit.ts'

function read(value: unknown) {
  const result = importDocument(new TextEncoder().encode(JSON.stringify(value)))
  if (!result.ok) throw new Error(result.failure.code)
  expectValidEntities(result.value)
  return result.value
}

const folderNames = (items: readonly Item[]) =>
  items.map(item => (item.kind === 'folder' ? `${item.name}/` : 'name' in item ? item.name : ''))

describe('versions without a complete test file', () => {
  test('Postman v2.0 has the parameters of auth as an object, and the URL as text', () => {
    const { format, collections } = read({
      info: { name: 'Old', schema: 'https://schema.getpostman.com/json/collection/v2.0.0/collection.json' },
      item: [
        {
          name: 'Get',
          request: {
            method: 'GET',
            url: 'http://a.test/:id?q=1',
            header: [{ key: 'A', value: 'b' }],
            auth: { type: 'basic', basic: { username: 'ann', password: '{{pw}}' } },
          },
        },
      ],
    })
    expect(format).toBe('postman')
    expect(collections[0]?.items).toMatchObject([
      {
        url: 'http://a.test/:id?q=1',
        params: [{ name: 'q', value: '1' }],
        headers: [{ name: 'A', value: 'b' }],
        auth: { type: 'basic', username: 'ann', password: '{{pw}}' },
      },
    ])
  })

  test('Insomnia v3', () => {
    const { format, collections } = read({
      _type: 'export',
      __export_format: 3,
      resources: [
        { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Shop' },
        { _id: 'env_1', _type: 'environment', parentId: 'wrk_1', name: 'Base', data: { host: 'a.test' } },
        { _id: 'fld_1', _type: 'request_group', parentId: 'wrk_1', name: 'In' },
        {
          _id: 'req_1',
          _type: 'request',
          parentId: 'fld_1',
          name: 'Add',
          method: 'POST',
          url: 'http://{{ host }}/p',
          headers: [{ name: 'A', value: 'b' }],
          parameters: [{ name: 'q', value: '1' }],
          body: { mimeType: 'application/json', text: '{"a":1}' },
          authentication: { type: 'bearer', token: '{{ token }}' },
        },
      ],
    })
    expect(format).toBe('insomnia')
    expect(collections).toMatchObject([
      {
        name: 'Shop',
        defaults: { variables: [{ name: 'host' }] },
        items: [
          {
            name: 'In',
            items: [
              {
                method: 'POST',
                url: 'http://{{host}}/p?q=1',
                headers: [{ name: 'A', value: 'b' }],
                body: { type: 'raw', language: 'json', text: '{"a":1}' },
                auth: { type: 'bearer', token: '{{token}}' },
              },
            ],
          },
        ],
      },
    ])
  })

  test('a GraphQL introspection, alone or as a response', () => {
    const named = (name: string, kind = 'SCALAR') => ({ kind, name, ofType: null })
    const type = (kind: string, name: string, fields: readonly object[] | null = null) => ({
      kind,
      name,
      fields: fields?.map(one => ({ isDeprecated: false, deprecationReason: null, ...one })) ?? null,
      ...{ inputFields: null, interfaces: [], enumValues: null, possibleTypes: null },
    })
    const schema = {
      queryType: { name: 'Query' },
      mutationType: null,
      subscriptionType: null,
      directives: [],
      types: [
        type('OBJECT', 'Query', [
          {
            name: 'book',
            args: [
              {
                name: 'id',
                type: { kind: 'NON_NULL', name: null, ofType: named('ID') },
                defaultValue: null,
              },
            ],
            type: named('Book', 'OBJECT'),
          },
        ]),
        type('OBJECT', 'Book', [{ name: 'title', args: [], type: named('String') }]),
        type('SCALAR', 'ID'),
        type('SCALAR', 'String'),
        type('SCALAR', 'Boolean'),
      ],
    }
    for (const value of [{ __schema: schema }, { data: { __schema: schema } }]) {
      const { format, collections, report } = read(value)
      expect([format, report.counts.requests]).toEqual(['graphQl', 1])
      const text = JSON.stringify(collections[0]?.items)
      for (const part of ['book', '$id: ID!', 'title']) expect(text).toContain(part)
    }
  })
})

describe('OpenAPI', () => {
  const operation = (...tags: string[]) => ({ get: { tags } })

  test('3.0: servers are environments, schemes are auth, bodies are examples or samples', () => {
    const { collections, report } = read({
      openapi: '3.0.3',
      info: { title: 'Shop' },
      servers: [
        { url: 'https://a.test/v1', description: 'Live' },
        { url: 'https://{region}.test', variables: { region: { default: 'eu' } } },
      ],
      security: [{ key: [] }],
      paths: {
        '/books/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          put: {
            parameters: [{ name: 'q', in: 'query', required: true, example: 'x' }],
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: { n: { type: 'integer', nullable: true }, s: { enum: ['one', 'two'] } },
                  },
                },
              },
            },
          },
        },
      },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    })
    const [shop] = collections
    expect(shop?.environments.map(one => one.name)).toHaveLength(2)
    expect(report.counts.environments).toBe(2)
    expect(shop?.defaults.auth).toMatchObject({ type: 'apiKey', key: 'X-Key', placement: 'header' })
    const [put] = httpRequestsIn(shop?.items ?? [])
    expect(put).toMatchObject({
      method: 'PUT',
      url: '{{baseUrl}}/books/:id?q=x',
      pathParams: [{ name: 'id' }],
      body: { type: 'raw', language: 'json' },
    })
    expect(JSON.parse(put?.body.type === 'raw' ? put.body.text : '')).toMatchObject({ s: 'one' })
  })

  test('folders come from tags, or from paths in a document without tags', () => {
    const tagged = {
      openapi: '3.1.0',
      info: { title: 'T' },
      paths: { '/b/1': operation('two'), '/a': operation(), '/c': operation('one', 'two') },
    }
    expect(folderNames(read(tagged).collections[0]?.items ?? [])).toEqual(['two/', 'one/', 'GET /a'])
    const bare = {
      ...tagged,
      paths: {
        '/books': operation(),
        '/books/{id}': operation(),
        '/': operation(),
        '/{any}': operation(),
        '/users/me': operation(),
      },
    }
    const { collections, report } = read(bare)
    expect(folderNames(collections[0]?.items ?? [])).toEqual([
      'books/',
      'GET /',
      'GET /{any}',
      'GET /users/me',
    ])
    expect(report.counts).toMatchObject({ folders: 1, requests: 5 })
  })
})
