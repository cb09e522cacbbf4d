import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { asksForQuery, persistedQueryHash, withPersistedQuery } from './persisted-query.ts'

test('the hash is that of the bytes of the query', async () => {
  const query = '{ bücher }'
  expect(await persistedQueryHash(query)).toBe(createHash('sha256').update(query).digest('hex'))
})

const entry = '"persistedQuery":{"version":1,"sha256Hash":"ab"}'

test.each([
  ['', `{${entry}}`],
  ['{}', `{${entry}}`],
  ['{ "a": 12345678901234567890 }', `{ "a": 12345678901234567890 ,${entry}}`],
  ['{"persistedQuery": {"sha256Hash": "old"}, "b": 1}', `{${entry}, "b": 1}`],
  ['[]', null],
  ['{', null],
])('extensions %s', (extensions, expected) => {
  expect(withPersistedQuery(extensions, 'ab')).toBe(expected)
})

test.each([
  ['{"errors":[{"message":"PersistedQueryNotFound"}]}', true],
  ['{"errors":[{"message":"x","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}', true],
  ['{"errors":[{"message":"PersistedQueryNotSupported"}]}', false],
  ['{"errors":"PersistedQueryNotFound"}', false],
  ['{"data":{"a":"PersistedQueryNotFound"}}', false],
  ['<html>', false],
])('the response %s asks for the query: %s', (responseText, expected) => {
  expect(asksForQuery(responseText)).toBe(expected)
})
