import type { GraphQlBody } from '@parley/model'
import { expect, test } from 'vitest'
import { graphQlContent } from './graphql-content.ts'

function written(query: string, variables: string, others: Partial<GraphQlBody> = {}): string {
  const content = graphQlContent({ type: 'graphql', query, variables, ...others })
  if (!content.ok) throw new Error(content.failure.code)
  expect(content.value.contentType).toBe('application/json')
  const [part] = content.value.parts ?? []
  if (part?.kind !== 'bytes') throw new Error('Bytes were expected')
  return new TextDecoder().decode(part.bytes)
}

test('inserts the query as a JSON string', () => {
  const query = 'query Q {\r\n  book(title: "Zoë \\" 書") { id }\u2028}'
  expect(JSON.parse(written(query, ''))).toEqual({ query })
  expect(written('{a}', '')).toBe('{"query":"{a}"}')
  expect(written('', '')).toBe('{"query":""}')
})

test('inserts the variables byte for byte', () => {
  const variables = '\n{ "b": 12345678901234567890.10, "a": 1E400, "a": "\\u00e9",\t"é": [ ] }\n'
  expect(written('{a}', variables)).toBe(`{"query":"{a}","variables":${variables}}`)
})

test.each(['', '  \n'])('omits blank variables (%j)', variables => {
  expect(written('{a}', variables)).toBe('{"query":"{a}"}')
})

test.each(['{', '{a: 1}', '{"a": {{x}}}', '{"a":1},"operationName":"b"', '{"a":"\n"}', '{} {}', "'a'"])(
  'refuses the variables %j',
  variables => {
    expect(graphQlContent({ type: 'graphql', query: '{a}', variables })).toMatchObject({
      ok: false,
      failure: { kind: 'invalidRequest', code: 'INVALID_GRAPHQL_VARIABLES', step: 'prepare' },
    })
  },
)

test('accepts variables of any depth', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(written('{a}', deep)).toBe(`{"query":"{a}","variables":${deep}}`)
})

test('names the operation, and inserts extensions as typed', () => {
  const extensions = '{ "persistedQuery": { "version": 1.0 } }'
  expect(written('query A {a} query B {b}', '{}', { operationName: 'B"', extensions })).toBe(
    `{"query":"query A {a} query B {b}","operationName":"B\\"","variables":{},"extensions":${extensions}}`,
  )
  expect(written('{a}', '', { extensions: ' ' })).toBe('{"query":"{a}"}')
})

test('refuses extensions that are not JSON', () => {
  expect(
    graphQlContent({ type: 'graphql', query: '{a}', variables: '', extensions: '{},"query":""' }),
  ).toMatchObject({
    ok: false,
    failure: { kind: 'invalidRequest', code: 'INVALID_GRAPHQL_EXTENSIONS', step: 'prepare' },
  })
})
