import { expect, test } from 'vitest'
import { importDocument } from './import-document.ts'

const read = (text: string) => importDocument(new TextEncoder().encode(text))

test.each([
  [
    'openApi',
    '{openapi: 3.0.0, info: {title: Books, version: 1.10}, paths: {/books: {get: {responses: {}}}}}',
  ],
  [
    'postman',
    "{'info': {'name': 'Books', '_postman_id': 'x'}, 'item': [{name: List, request: {url: 'http://a'}}]}",
  ],
  ['openCollection', '\ufeff{opencollection: 1.0.0, info: {name: Books}}'],
])('YAML in flow style is read as %s', (format, text) => {
  expect(read(text)).toMatchObject({ ok: true, value: { format } })
})

test.each(['{', '{"info": {"name": "a"}, "item": [', '{openapi: 3.0.0', '[a, b]', '{a: b}'])(
  '%s is reported as invalid JSON',
  text => {
    expect(read(text)).toMatchObject({ ok: false, failure: { code: 'NOT_JSON' } })
  },
)

test('a header of an HTTP archive with a list of values is one row for each', () => {
  const headers = [
    { name: 'Accept', value: ['*/*'] },
    { name: 'X-A', value: ['a', 'b'] },
  ]
  const archive = { log: { entries: [{ request: { method: 'GET', url: 'http://a.test/', headers } }] } }
  const imported = importDocument(new TextEncoder().encode(JSON.stringify(archive)))
  if (!imported.ok) throw new Error(imported.failure.code)
  expect(imported.value.collections[0]?.items).toMatchObject([
    {
      headers: [
        { name: 'Accept', value: '*/*' },
        { name: 'X-A', value: 'a' },
        { name: 'X-A', value: 'b' },
      ],
    },
  ])
})
