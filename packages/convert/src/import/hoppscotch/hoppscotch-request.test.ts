import { describe, expect, test } from 'vitest'
import { importDocument } from '../import-document.ts'

/** Returns the headers of an imported request with a body of this type. */
function headersOf(contentType: string, headers: readonly object[] = []): readonly string[] {
  const request = { v: '5', name: 'R', method: 'POST', endpoint: 'http://h', params: [], headers }
  const body = { contentType, body: '<a/>' }
  const file = { v: 2, name: 'C', folders: [], requests: [{ ...request, body }] }
  const imported = importDocument(new TextEncoder().encode(JSON.stringify(file)))
  const [item] = imported.ok ? (imported.value.collections[0]?.items ?? []) : []
  if (item?.kind !== 'http') throw new Error('No request was imported')
  return item.headers.map(({ name, value }) => `${name}: ${value}`)
}

describe('the chosen type of a body', () => {
  test('is sent, even if the language of a Raw body has another one', () => {
    expect(headersOf('text/xml')).toEqual(['Content-Type: text/xml'])
    expect(headersOf('application/hal+json')).toEqual(['Content-Type: application/hal+json'])
    expect(headersOf('application/xml')).toEqual([])
  })

  test('yields to a typed header', () => {
    const typed = { key: 'content-type', value: 'application/soap+xml', active: true }
    expect(headersOf('text/xml', [typed])).toEqual(['content-type: application/soap+xml'])
    expect(headersOf('text/xml', [{ ...typed, active: false }])).toEqual([
      'content-type: application/soap+xml',
      'Content-Type: text/xml',
    ])
  })
})

/** Imports one request with these members, and returns it with what was lost. */
function imported(members: object) {
  const request = {
    v: '11',
    name: 'R',
    method: 'GET',
    endpoint: 'http://h/',
    params: [],
    headers: [],
    ...members,
  }
  const file = { v: 6, name: 'C', folders: [], requests: [request] }
  const result = importDocument(new TextEncoder().encode(JSON.stringify(file)))
  if (!result.ok) throw new Error(result.failure.code)
  return { items: result.value.collections[0]?.items, losses: result.value.report.losses }
}

test('a text without a type is not sent, and named', () => {
  const { items, losses } = imported({ body: { contentType: null, body: 'hello' } })
  expect(items).toMatchObject([{ body: { type: 'none' } }])
  expect(losses).toEqual([{ path: ['C', 'R'], code: 'BODY_DISABLED', subject: 'hello' }])
  expect(imported({ body: { contentType: null, body: null } }).losses).toEqual([])
})

test.each([
  ['QUERY_PARAMS', 'query'],
  ['HEADERS', 'header'],
])('an AWS signature in %s stays there', (addTo, placement) => {
  const auth = { authType: 'aws-signature', authActive: true, accessKey: 'a', secretKey: '{{s}}', addTo }
  expect(imported({ auth }).items).toMatchObject([{ auth: { type: 'signatureV4', placement } }])
})

test('of headers with one name the last is sent, and the others are named', () => {
  const header = (key: string, value: string, active = true) => ({ key, value, active })
  const { items, losses } = imported({
    headers: [
      header('Content-Type', 'text/xml'),
      header('X', '1'),
      header('content-type', 'application/json'),
      header('CONTENT-TYPE', 'text/plain', false),
    ],
  })
  expect(items).toMatchObject([
    { headers: [{ enabled: false }, { enabled: true }, { enabled: true }, { enabled: false }] },
  ])
  expect(losses).toEqual([{ path: ['C', 'R'], code: 'HEADER_REPEATED', subject: 'Content-Type' }])
})

test('of variables of a request the first with a value counts', () => {
  const variable = (key: string, value: string, active = true) => ({ key, value, active })
  const { items } = imported({
    requestVariables: [
      variable('a', '', true),
      variable('a', 'off', false),
      variable('a', 'first'),
      variable('a', 'second'),
      variable('b', ''),
    ],
  })
  expect(items).toMatchObject([
    { variables: [false, false, true, false, false].map(enabled => ({ enabled })) },
  ])
})
