import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { withQueryHash } from './query-hash.ts'

const query = '{ bücher }'
const entry = `"persistedQuery":{"version":1,"sha256Hash":"${createHash('sha256').update(query).digest('hex')}"}`

test.each<[string | undefined, string]>([
  [undefined, `{${entry}}`],
  ['', `{${entry}}`],
  ['{"a": 1}', `{"a": 1,${entry}}`],
  ['{"id": {{id}}}', `{"id": {{id}},${entry}}`],
  ['{"persistedQuery": {"version": 1, "sha256Hash": "of another query"}}', `{${entry}}`],
])('adds the hash of the query to the extensions %s', async (extensions, expected) => {
  const body = {
    type: 'graphql',
    query,
    variables: '',
    ...(extensions === undefined ? {} : { extensions }),
  } as const
  expect(await withQueryHash(body)).toEqual({ extensions: expected })
})

test.each([
  [' ', '', 'Type the query first'],
  ['{ {{field}} }', '', 'A query with {{names}} has no fixed hash'],
  [query, '[]', 'The extensions must be a JSON object'],
  [query, '{', 'The extensions must be a JSON object'],
])('says why the query %s with extensions %s gets no hash', async (typed, extensions, problem) => {
  expect(await withQueryHash({ type: 'graphql', query: typed, variables: '', extensions })).toEqual({
    problem,
  })
})
