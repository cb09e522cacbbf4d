import type { HttpRequest } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../import-document.ts'
import { expectValidEntities, httpRequestsIn } from '../imported.testkit.ts'

function read(document: object) {
  const result = importDocument(new TextEncoder().encode(JSON.stringify(document)))
  if (!result.ok) throw new Error(result.failure.code)
  expectValidEntities(result.value)
  const [request] = httpRequestsIn(result.value.collections[0]?.items ?? [])
  if (request === undefined) throw new Error('There is no request.')
  return { request, losses: result.value.report.losses.map(one => `${one.code} ${one.subject}`) }
}

const openApi = (operation: object, path = '/a', version = '3.0.3') => ({
  openapi: version,
  info: { title: 'A' },
  paths: { [path]: { post: operation } },
})

const list = { type: 'array', items: { type: 'string' } }

function withParameters(...parameters: readonly object[]): HttpRequest {
  return read(openApi({ parameters }, '/a/{p}/{q}-x')).request
}

const query = (fields: object) => ({ name: 'q', in: 'query', required: true, ...fields })

describe('parameters of OpenAPI 3', () => {
  test.each([
    ['a list', { schema: list, example: ['a', 'b c'] }, 'q=a&q=b%20c'],
    ['a list that is not exploded', { explode: false, schema: list, example: ['a', 'b,c'] }, 'q=a,b%2Cc'],
    ['spaces', { style: 'spaceDelimited', schema: list, example: ['a', 'b'] }, 'q=a%20b'],
    ['pipes', { style: 'pipeDelimited', schema: list, example: ['a', 'b'] }, 'q=a%7Cb'],
    ['pipes, exploded', { style: 'pipeDelimited', explode: true, schema: list, example: ['a'] }, 'q=a'],
    ['an object', { schema: { type: 'object' }, example: { a: 'x', 'b&': 2 } }, 'a=x&b%26=2'],
    ['an object in one', { explode: false, schema: {}, example: { a: 'x', b: 2 } }, 'q=a,x,b,2'],
    ['brackets', { style: 'deepObject', schema: {}, example: { a: 'x', b: 2 } }, 'q[a]=x&q[b]=2'],
    ['a default of an item', { schema: { type: 'array', items: { enum: ['o', 's'] } } }, 'q=o'],
    ['an empty list', { schema: { type: 'array', items: {} } }, 'q='],
    ['reserved characters', { schema: {}, example: 'a/b?c&d+50%' }, 'q=a%2Fb%3Fc%26d%2B50%25'],
    ['allowed ones', { allowReserved: true, schema: {}, example: 'a/b?c&d+%41%' }, 'q=a/b?c%26d+%41%25'],
    ['JSON', { content: { 'application/json': { example: { a: 'x' } } } }, 'q=%7B%22a%22%3A%22x%22%7D'],
    ['a JSON text', { content: { 'application/json': { schema: { type: 'string' } } } }, 'q=%22string%22'],
    ['a text with a type', { content: { 'text/plain': { example: 'x' } } }, 'q=x'],
    ['a list that is written already', { schema: list, example: 'a,b' }, 'q=a,b'],
    ['a style of another place', { style: 'matrix', schema: list, example: ['a', 'b'] }, 'q=a&q=b'],
    ['a reference', { schema: { $ref: '#/nothing' }, example: '{{id}}' }, 'q={{id}}'],
  ])('in the query: %s', (_what, fields, expected) => {
    expect(withParameters(query(fields)).url).toBe(`{{baseUrl}}/a/:p/{{q}}-x?${expected}`)
  })

  test('a description is in the first of several rows, and optional rows are not ticked', () => {
    const { url, params } = withParameters(
      query({ required: false, description: 'D', schema: list, example: ['a', 'b'] }),
    )
    expect(url).not.toContain('?')
    expect(params).toEqual([
      { name: 'q', value: 'a', enabled: false, description: 'D' },
      { name: 'q', value: 'b', enabled: false },
    ])
  })

  test.each([
    ['simple', { example: ['x', 'y'] }, 'x,y', 'x,y'],
    ['simple, exploded', { explode: true, example: { a: 1 } }, 'a=1', 'a=1'],
    ['label', { style: 'label', example: ['x', 'y'] }, '.x,y', '.x,y'],
    ['label, exploded', { style: 'label', explode: true, example: ['x', 'y'] }, '.x.y', '.x.y'],
    ['a text', { example: 'a/b' }, 'a/b', 'a%2Fb'],
  ])('in the path: %s', (_what, fields, row, part) => {
    const schema = {}
    const { url, pathParams, variables } = withParameters(
      { name: 'p', in: 'path', required: true, schema, ...fields },
      { name: 'q', in: 'path', required: true, schema, ...fields },
    )
    expect(url).toBe('{{baseUrl}}/a/:p/{{q}}-x')
    expect(pathParams).toMatchObject([{ name: 'p', value: row }])
    expect(variables).toMatchObject([{ name: 'q', value: { text: part } }])
  })

  test('in the path: matrix names the parameter, and texts that look like delimiters are escaped', () => {
    const { url, pathParams, variables } = withParameters(
      { name: 'p', in: 'path', required: true, style: 'matrix', explode: true, schema: {}, example: [1, 2] },
      { name: 'q', in: 'path', required: true, style: 'matrix', schema: {}, example: ['a,b', 'c'] },
    )
    expect([url, pathParams[0]?.value]).toEqual(['{{baseUrl}}/a/:p/{{q}}-x', ';p=1;p=2'])
    expect(variables).toMatchObject([{ name: 'q', value: { text: ';q=a%2Cb,c' } }])
    const whole = { name: 'p', in: 'path', required: true, schema: {}, example: ['a,b'] }
    expect(withParameters(whole)).toMatchObject({
      url: '{{baseUrl}}/a/{{p}}/{{q}}-x',
      variables: [{ name: 'p', value: { text: 'a%2Cb' } }],
    })
  })

  test('in headers and cookies, without escapes', () => {
    const value = { required: true, schema: {}, example: ['a', 'b c'] }
    const { headers, cookies } = withParameters(
      { ...value, name: 'L', in: 'header' },
      { ...value, name: 'E', in: 'header', explode: true, example: { r: 1 } },
      { name: 'J', in: 'header', required: true, content: { 'application/json': { example: [1] } } },
      { ...value, name: 'c', in: 'cookie' },
      { ...value, name: 'd', in: 'cookie', explode: false },
    )
    const texts = (rows: HttpRequest['headers']) => rows.map(one => `${one.name}: ${one.value}`)
    expect(texts(headers)).toEqual(['L: a,b c', 'E: r=1', 'J: [1]'])
    expect(texts(cookies)).toEqual(['c: a', 'c: b c', 'd: a,b c'])
  })
})

test.each([
  [undefined, 'q=a,b'],
  ['csv', 'q=a,b'],
  ['ssv', 'q=a%20b'],
  ['tsv', 'q=a%09b'],
  ['pipes', 'q=a%7Cb'],
  ['multi', 'q=a&q=b'],
])('collectionFormat %s of Swagger 2', (collectionFormat, expected) => {
  const field = { name: 'q', required: true, ...list, collectionFormat, default: ['a', 'b'] }
  const swagger = (place: string, consumes: string) => ({
    swagger: '2.0',
    info: { title: 'S' },
    consumes: [consumes],
    paths: { '/a': { post: { parameters: [{ ...field, in: place }] } } },
  })
  expect(read(swagger('query', 'application/json')).request.url.split('?')[1]).toBe(expected)
  const values = expected.split('&').map(one => decodeURIComponent(one.slice(2)))
  const { body } = read(swagger('formData', 'application/x-www-form-urlencoded')).request
  expect(body.type === 'urlEncoded' && body.fields.map(one => one.value)).toEqual(values)
  const form = read(swagger('formData', 'multipart/form-data')).request.body
  expect(form.type === 'multipart' && form.parts).toEqual(
    values.map(value => ({ kind: 'text', name: 'q', enabled: true, value })),
  )
})

function bodyOf(mediaType: string, content: object, version?: string) {
  return read(openApi({ requestBody: { content: { [mediaType]: content } } }, '/a', version))
}

const properties = {
  ids: { type: 'array', items: { type: 'integer' }, example: [1, 2] },
  o: { type: 'object', properties: { a: { type: 'string', example: 'x' } } },
  t: { type: 'string', example: 'a b&c' },
  none: { type: 'array', items: {} },
}

describe('URL-encoded forms', () => {
  const fields = (content: object) => {
    const { body } = bodyOf('application/x-www-form-urlencoded', content).request
    if (body.type !== 'urlEncoded') throw new Error(body.type)
    return body.fields.map(one => `${one.enabled ? '' : '~'}${one.name}=${one.value}`)
  }

  test('repeat lists, and write objects as JSON', () => {
    expect(fields({ schema: { properties } })).toEqual(['ids=1', 'ids=2', 'o={"a":"x"}', 't=a b&c', '~none='])
  })

  test('encode fields as the document says', () => {
    const encoding = {
      ids: { style: 'spaceDelimited', explode: false },
      o: { style: 'deepObject', explode: true },
      t: { contentType: 'application/json' },
    }
    expect(fields({ schema: { properties }, encoding })).toEqual(['ids=1 2', 'o[a]=x', 't="a b&c"', '~none='])
    expect(fields({ schema: { properties }, encoding: { o: { explode: true } } })).toContain('a=x')
    expect(fields({ schema: { properties }, encoding: { o: { explode: false } } })).toContain('o=a,x')
  })

  test('can have an example that is written already', () => {
    expect(fields({ example: 'a=b+c&d=%26' })).toEqual(['a=b c', 'd=&'])
    expect(fields({ schema: { properties }, example: 'no form' })).toContain('ids=1')
  })
})

describe('forms with parts', () => {
  const schema = {
    allOf: [
      {
        properties: { ...properties, list: { type: 'array', items: { type: 'object' }, example: [{}, {}] } },
      },
      {
        properties: {
          files: { type: 'array', items: { type: 'string', format: 'binary' } },
          any: { type: 'array', items: {} },
          xml: { type: 'string', example: '<a/>' },
          pic: { type: 'string', contentMediaType: 'image/png' },
        },
      },
    ],
  }
  const encoding = {
    xml: { contentType: 'application/xml' },
    pic: { contentType: 'image/png, image/jpeg' },
    files: { contentType: 'text/csv' },
    t: { contentType: 'text/plain, text/html', headers: { 'X-Part': {}, 'Content-Type': {} } },
  }
  const parts = (content: object, version?: string) => {
    const { request, losses } = bodyOf('multipart/form-data', content, version)
    if (request.body.type !== 'multipart') throw new Error(request.body.type)
    const texts = request.body.parts.map(one => {
      const value = one.kind === 'file' ? `<${one.filePaths.length} files>` : one.value
      return `${one.enabled ? '' : '~'}${one.name}=${value} ${one.contentType ?? ''}`.trim()
    })
    return { texts, losses }
  }

  test('have one part for each item, with the type that the document says or implies', () => {
    expect(parts({ schema, encoding })).toEqual({
      texts: [
        'ids=1',
        'ids=2',
        'o={"a":"x"} application/json',
        't=a b&c text/plain',
        'none=<0 files>',
        'list={} application/json',
        'list={} application/json',
        'files=<0 files> text/csv',
        'any=<0 files>',
        'xml=<a/> application/xml',
        'pic=<0 files>',
      ],
      losses: ['SETTING_NOT_SUPPORTED header X-Part of the part t'],
    })
  })

  test('have the files that an example has no value for', () => {
    expect(parts({ schema, example: { t: 'x' } }).texts).toEqual([
      't=x',
      'none=<0 files>',
      'files=<0 files>',
      'any=<0 files>',
      'pic=<0 files>',
    ])
  })

  test('have styles since 3.1', () => {
    const styled = { schema: { properties: { o: properties.o } }, encoding: { o: { explode: true } } }
    expect(parts(styled).texts).toEqual(['o={"a":"x"} application/json'])
    expect(parts(styled, '3.1.0').texts).toEqual(['a=x'])
  })
})

test('operations keep the order of the document', () => {
  const result = importDocument(
    new TextEncoder().encode(
      '{"openapi":"3.0.0","paths":{"/a":{"post":{},"summary":"x","put":{},"get":{}},"/b":{"trace":{},"delete":{}}}}',
    ),
  )
  const items = result.ok ? httpRequestsIn(result.value.collections[0]?.items ?? []) : []
  expect(items.map(one => one.method)).toEqual(['POST', 'PUT', 'GET', 'TRACE', 'DELETE'])
})
