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
