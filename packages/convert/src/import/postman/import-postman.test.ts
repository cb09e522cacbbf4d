import type { Item } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { exportPostman } from '../../export/postman/export-postman.ts'
import { describeImportLoss } from '../describe-import.ts'
import { importDocument } from '../import-document.ts'
import { httpRequestsIn } from '../imported.testkit.ts'

const raw = { mode: 'raw', raw: 'typed' }
const sends = { protocolProfileBehavior: { disableBodyPruning: true } }
const prunes = { protocolProfileBehavior: { disableBodyPruning: false } }

function imported(document: object) {
  const result = importDocument(new TextEncoder().encode(JSON.stringify(document)))
  if (!result.ok) throw new Error(result.failure.code)
  const [collection] = result.value.collections
  if (collection === undefined) throw new Error('No collection')
  return { collection, losses: result.value.report.losses }
}

function bodiesOf(items: readonly Item[]) {
  return httpRequestsIn(items).map(({ body }) => body)
}

const item = (method: string, body: object, more = {}) => ({
  name: 'R',
  request: { method, url: 'h', body },
  ...more,
})
const collectionOf = (items: readonly object[], more = {}) => ({ info: { name: 'C' }, item: items, ...more })

describe('a body that Postman does not send', () => {
  test.each(['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK', 'get'])('with %s is left out and named', method => {
    const { collection, losses } = imported(collectionOf([item(method, raw)]))
    expect(bodiesOf(collection.items)).toEqual([{ type: 'none' }])
    expect(losses).toEqual([
      {
        path: ['C', 'R'],
        code: 'BODY_DISABLED',
        subject: `with ${method.toUpperCase()}, Postman sends none: typed`,
      },
    ])
    expect(losses.map(describeImportLoss)).toEqual([
      `A disabled body was left out: with ${method.toUpperCase()}, Postman sends none: typed`,
    ])
  })

  test.each(['POST', 'OPTIONS', 'DELETE', 'PROPFIND'])('is none with %s', method => {
    const { collection, losses } = imported(collectionOf([item(method, raw)]))
    expect(bodiesOf(collection.items)).toMatchObject([{ type: 'raw', text: 'typed' }])
    expect(losses).toEqual([])
  })

  test.each([
    [{ mode: 'formdata', formdata: [{ key: 'a', value: '1' }] }, '[{"key":"a","value":"1"}]'],
    [{ mode: 'graphql', graphql: { query: '{ a }' } }, '{"query":"{ a }"}'],
    [{ mode: 'file', file: { src: '/a' } }, '{"src":"/a"}'],
  ])('keeps what was typed in the report: %j', (body, text) => {
    expect(imported(collectionOf([item('GET', body)])).losses).toMatchObject([
      { subject: `with GET, Postman sends none: ${text}` },
    ])
  })

  test.each([
    { mode: 'raw', raw: '' },
    { mode: 'formdata', formdata: [] },
    { mode: 'graphql', graphql: { query: '', variables: '' } },
    { mode: 'file', file: {} },
  ])('is not named if it is empty: %j', body => {
    const { collection, losses } = imported(collectionOf([item('GET', body)]))
    expect(bodiesOf(collection.items)).toEqual([{ type: 'none' }])
    expect(losses).toEqual([])
  })

  test.each([
    { mode: 'raw', raw: '' },
    { mode: 'raw', raw: '', options: { raw: { language: 'json' } } },
    { mode: 'formdata', formdata: [] },
    { mode: 'urlencoded', urlencoded: [] },
  ])('is none with POST if there is nothing in it, as Postman sends no type then: %j', body => {
    const { collection, losses } = imported(collectionOf([item('POST', body)]))
    expect(bodiesOf(collection.items)).toEqual([{ type: 'none' }])
    expect(losses).toEqual([])
  })

  const folder = (items: readonly object[], more = {}) => ({ name: 'F', item: items, ...more })

  test.each([
    ['the request', collectionOf([item('GET', raw, sends)]), true],
    ['the folder', collectionOf([folder([item('GET', raw)], sends)]), true],
    ['the collection', collectionOf([folder([item('GET', raw)])], sends), true],
    ['the nearest, which prunes', collectionOf([folder([item('GET', raw)], prunes)], sends), false],
    ['the request before the collection', collectionOf([item('GET', raw, prunes)], sends), false],
  ])('is decided by %s', (_, document, isSent) => {
    const { collection, losses } = imported(document)
    expect(bodiesOf(collection.items)).toMatchObject([{ type: isSent ? 'raw' : 'none' }])
    expect(losses).toHaveLength(isSent ? 0 : 1)
  })

  test('is left out of collections v1, too', () => {
    const request = { id: 'r', name: 'R', method: 'GET', url: 'h', dataMode: 'raw', rawModeData: 'typed' }
    const document = { id: 'c', name: 'C', order: ['r'], requests: [request] }
    const { collection, losses } = imported(document)
    expect(bodiesOf(collection.items)).toEqual([{ type: 'none' }])
    expect(losses).toMatchObject([{ code: 'BODY_DISABLED' }])
    const sent = imported({ ...document, requests: [{ ...request, ...sends }] })
    expect(bodiesOf(sent.collection.items)).toMatchObject([{ type: 'raw', text: 'typed' }])
  })
})

test.each([
  [[], { type: 'none' }],
  [['typed'], { type: 'raw', text: 'typed' }],
  ['typed', { type: 'raw', text: 'typed' }],
])('the text %j of a request v1 is read as by Postman', (rawModeData, body) => {
  const request = { id: 'r', name: 'R', method: 'DELETE', url: 'h', dataMode: 'raw', data: [], rawModeData }
  const { collection } = imported({ id: 'c', name: 'C', order: ['r'], requests: [request] })
  expect(bodiesOf(collection.items)).toMatchObject([body])
})

test.each([
  ['GET', true],
  ['HEAD', true],
  ['{{method}}', true],
  ['POST', undefined],
  ['OPTIONS', undefined],
])('an export asks Postman to send the body with %s', (method, expected) => {
  const { collection } = imported(collectionOf([item(method, raw, sends)]))
  const { value, losses } = exportPostman(collection, { includeSecrets: true })
  const [written] = Array.isArray(value.item) ? value.item : []
  expect(written.protocolProfileBehavior?.disableBodyPruning).toBe(expected)
  expect(losses).toEqual([])
  expect(imported(value).collection).toEqual(collection)
})

test('the settings of a folder are read, as an export writes them', () => {
  const settings = { protocolProfileBehavior: { followRedirects: false } }
  const { collection } = imported(collectionOf([{ name: 'F', item: [], ...settings }]))
  expect(collection.items).toMatchObject([{ defaults: { settings: { followRedirects: false } } }])
})

test.each(['', '  ', '\n'])('a URL whose text is %j is built from its parts', text => {
  const url = { raw: text, protocol: 'http', host: ['a', 'test'], port: '81', path: ['d'] }
  const { collection } = imported(collectionOf([{ name: 'R', request: { method: 'GET', url } }]))
  expect(httpRequestsIn(collection.items)).toMatchObject([{ url: 'http://a.test:81/d' }])
})

describe('a URL with parts is sent as its parts, as by Postman, whatever its text is', () => {
  const base = { protocol: 'http', host: ['a', 'test'], path: ['d'] }
  const cases: readonly (readonly [raw: string, parts: object, url: string])[] = [
    ['http://b.test/d', base, 'http://a.test/d'],
    ['ttp:\\\\a.test', base, 'http://a.test/d'],
    ['http://a.test/e', base, 'http://a.test/d'],
    ['http://a.test/d#f', base, 'http://a.test/d'],
    ['http://a.test/d', { ...base, hash: 'f' }, 'http://a.test/d#f'],
    ['http://a.test/d', { ...base, port: '81' }, 'http://a.test:81/d'],
    ['http://a.test', { ...base, path: [''] }, 'http://a.test/'],
    ['http://a.test', { ...base, path: [] }, 'http://a.test'],
    ['http://a.test/d', { ...base, auth: { user: 'u', password: 'p' } }, 'http://u:p@a.test/d'],
    ['http://a.test/d', { ...base, auth: {} }, 'http://a.test/d'],
    ['http://a.test/d?a&b', { ...base, query: [row('a', ''), row('b', null)] }, 'http://a.test/d?a=&b'],
    ['http://a.test/d?a=1', { ...base, query: [row('a', '2')] }, 'http://a.test/d?a=2'],
    ['http://a.test/d?a=1', base, 'http://a.test/d'],
    ['http://a.test/d?a=1', { ...base, query: [{ ...row('a', '1'), disabled: true }] }, 'http://a.test/d'],
    ['', { ...base, query: [row('a&=#', 'b&=#{{c&#}}')] }, 'http://a.test/d?a%26%3D%23=b%26=%23{{c&#}}'],
    ['{{u}}/d?a=1', { host: ['{{u}}'], path: ['d'], query: [row('a', '1')] }, '{{u}}/d?a=1'],
    ['http://a.test/d?a=1', { path: ['e'] }, 'http://a.test/d?a=1'],
    ['http://a.test/d?a=1', { ...base, query: 'a=2' }, 'http://a.test/d?a=1'],
  ]
  test.each(cases)('%j with %j', (raw, parts, expected) => {
    const item = { name: 'R', request: { method: 'GET', url: { raw, ...parts } } }
    expect(httpRequestsIn(imported(collectionOf([item])).collection.items)).toMatchObject([{ url: expected }])
  })

  function row(key: string, value: string | null) {
    return { key, value }
  }
})

test('a header whose value is a list is sent once for each, as by Postman, and named', () => {
  const header = [
    { key: 'X-List', value: ['first', 2], disabled: true },
    { key: 'X-None', value: [] },
    { key: 'X-Text', value: 'one' },
  ]
  const { collection, losses } = imported(
    collectionOf([{ name: 'R', request: { method: 'GET', url: 'h', header } }]),
  )
  expect(httpRequestsIn(collection.items)[0]?.headers).toEqual([
    { name: 'X-List', value: 'first', enabled: false },
    { name: 'X-List', value: '2', enabled: false },
    { name: 'X-None', value: '', enabled: true },
    { name: 'X-Text', value: 'one', enabled: true },
  ])
  expect(losses).toEqual([{ path: ['C', 'R'], code: 'HEADER_LIST', subject: 'X-List' }])
  expect(losses.map(describeImportLoss)).toEqual([
    'The header X-List has a list of values, so it has a row for each.',
  ])
})

test.each([
  [['', 'v1', 'a'], 'http://a.test//v1/a'],
  [['v1', 'a'], 'http://a.test/v1/a'],
  ['/v1/a', 'http://a.test/v1/a'],
  ['v1/a', 'http://a.test/v1/a'],
])('a URL with the path %j and no text is %s', (path, expected) => {
  const url = { protocol: 'http', host: ['a', 'test'], path }
  const { collection } = imported(collectionOf([{ name: 'R', request: { method: 'GET', url } }]))
  expect(httpRequestsIn(collection.items)).toMatchObject([{ url: expected }])
})

test('a path variable before a dot is filled in as in Postman', () => {
  const variable = [
    { key: 'id', value: '7' },
    { key: 'whole', value: 'w' },
    { key: 'a.b', value: 'dotted' },
  ]
  const url = { raw: 'http://a.test/:whole/:a.b/:id.json?q=:id.json', variable }
  const { collection } = imported(collectionOf([{ name: 'R', request: { method: 'GET', url } }]))
  expect(httpRequestsIn(collection.items)).toMatchObject([
    {
      url: 'http://a.test/:whole/:a.b/{{id}}.json?q=:id.json',
      pathParams: [{ name: 'whole' }, { name: 'a.b' }],
      variables: [{ name: 'id', value: { text: '7' } }],
    },
  ])
})
