import type { GraphQlBody } from '@parley/model'
import { expect, test } from 'vitest'
import { countingSources, testFiles } from '../../engine-fixture.testkit.ts'
import { graphQlContent } from './graphql-content.ts'

const ports = { files: testFiles({}), random: countingSources().random }

async function written(query: string, variables: string, others: Partial<GraphQlBody> = {}) {
  const content = await graphQlContent({ type: 'graphql', query, variables, ...others }, ports)
  if (!content.ok) throw new Error(content.failure.code)
  expect(content.value.contentType).toBe('application/json')
  const [part] = content.value.parts ?? []
  if (part?.kind !== 'bytes') throw new Error('Bytes were expected')
  return new TextDecoder().decode(part.bytes)
}

test('inserts the query as a JSON string', async () => {
  const query = 'query Q {\r\n  book(title: "Zoë \\" 書") { id }\u2028}'
  expect(JSON.parse(await written(query, ''))).toEqual({ query })
  expect(await written('{a}', '')).toBe('{"query":"{a}"}')
  expect(await written('', '')).toBe('{"query":""}')
})

test('inserts the variables byte for byte', async () => {
  const variables = '\n{ "b": 12345678901234567890.10, "a": 1E400, "a": "\\u00e9",\t"é": [ ] }\n'
  expect(await written('{a}', variables)).toBe(`{"query":"{a}","variables":${variables}}`)
})

test.each(['', '  \n'])('omits blank variables (%j)', async variables => {
  expect(await written('{a}', variables)).toBe('{"query":"{a}"}')
})

test.each(['{', '{a: 1}', '{"a": {{x}}}', '{"a":1},"operationName":"b"', '{"a":"\n"}', '{} {}', "'a'"])(
  'refuses the variables %j',
  async variables => {
    expect(await graphQlContent({ type: 'graphql', query: '{a}', variables }, ports)).toMatchObject({
      ok: false,
      failure: { kind: 'invalidRequest', code: 'INVALID_GRAPHQL_VARIABLES', step: 'prepare' },
    })
  },
)

test('accepts variables of any depth', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(await written('{a}', deep)).toBe(`{"query":"{a}","variables":${deep}}`)
})

test('names the operation, and inserts extensions as typed', async () => {
  const extensions = '{ "persistedQuery": { "version": 1.0 } }'
  expect(await written('query A {a} query B {b}', '{}', { operationName: 'B"', extensions })).toBe(
    `{"query":"query A {a} query B {b}","operationName":"B\\"","variables":{},"extensions":${extensions}}`,
  )
  expect(await written('{a}', '', { extensions: ' ' })).toBe('{"query":"{a}"}')
})

test('refuses extensions that are not JSON', async () => {
  expect(
    await graphQlContent(
      { type: 'graphql', query: '{a}', variables: '', extensions: '{},"query":""' },
      ports,
    ),
  ).toMatchObject({
    ok: false,
    failure: { kind: 'invalidRequest', code: 'INVALID_GRAPHQL_EXTENSIONS', step: 'prepare' },
  })
})
