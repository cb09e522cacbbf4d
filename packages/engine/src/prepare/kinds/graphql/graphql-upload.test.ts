import { expect, test } from 'vitest'
import { graphQlUploadForm } from './graphql-upload.ts'

const uploadsOf = (...variables: readonly string[]) =>
  variables.map((variable, at) => ({ variable, filePath: `/tmp/${at}.png` }))

test.each([
  ['', ['file'], '{"file":null}'],
  ['{"file": "x", "n": 12345678901234567890}', ['file'], '{"file": null, "n": 12345678901234567890}'],
  ['{"files": [null, null]}', ['files.0', 'files.1'], '{"files": [null, null]}'],
  ['{"files": []}', ['files.0', 'files.1'], '{"files": [null,null]}'],
  ['{"input": {"a": 1} }', ['input.avatar'], '{"input": {"a": 1,"avatar":null} }'],
  ['{}', ['__proto__'], '{"__proto__":null}'],
])('%s with %j', (variables, names, expected) => {
  const form = graphQlUploadForm(
    { type: 'graphql', query: '{a}', variables, operationName: 'Q', extensions: '{"e": 1.0}' },
    uploadsOf(...names),
  )
  if (!('parts' in form)) throw new Error(form.code)
  const [operations, map, ...files] = form.parts
  expect(operations).toMatchObject({
    name: 'operations',
    value: `{"query":"{a}","operationName":"Q","variables":${expected},"extensions":{"e": 1.0}}`,
  })
  const paths = names.map((name, at) => `"${at}":["variables.${name}"]`)
  expect(map).toMatchObject({ name: 'map', value: `{${paths.join(',')}}` })
  expect(files).toEqual(
    names.map((_, at) => ({ kind: 'file', name: String(at), filePaths: [`/tmp/${at}.png`], enabled: true })),
  )
})

test.each([
  ['[]', 'file', 'INVALID_GRAPHQL_VARIABLES'],
  ['{"a"', 'file', 'INVALID_GRAPHQL_VARIABLES'],
  ['{}', 'input.avatar', 'NO_PLACE_FOR_UPLOAD'],
  ['{"a": 1}', 'a.b', 'NO_PLACE_FOR_UPLOAD'],
  ['{"files": []}', 'files.1', 'NO_PLACE_FOR_UPLOAD'],
])('%s has no place for %s', (variables, variable, code) => {
  const body = { type: 'graphql', query: '', variables } as const
  expect(graphQlUploadForm(body, uploadsOf(variable))).toMatchObject({ code })
})
