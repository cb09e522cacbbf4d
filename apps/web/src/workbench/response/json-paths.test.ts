import { compileJsonPath } from '@parley/engine/json-query'
import { expect, it } from 'vitest'
import type { JsonStep } from '../../editor/viewer/json-place.ts'
import { expressionOf, jsonPathOf } from './json-paths.ts'

it.each<[readonly JsonStep[], string, string]>([
  [[], '$', 'res.body'],
  [['items', 0, 'id'], '$.items[0].id', 'res.body.items[0].id'],
  [['$ref'], '$["$ref"]', 'res.body.$ref'],
  [['a "b"', "it's"], '$["a \\"b\\""]["it\'s"]', 'res.body["a \\"b\\""]["it\'s"]'],
  [['日本', '1a', ''], '$["日本"]["1a"][""]', 'res.body["日本"]["1a"][""]'],
])('writes %j as a JSONPath and as an expression', (steps, path, expression) => {
  expect(jsonPathOf(steps)).toBe(path)
  expect(expressionOf(steps)).toBe(expression)
})

it('writes a JSONPath that finds the value, whatever the names are', () => {
  const names = ['a', '$ref', 'a "b"\\', "it's", 'new\nline', '\u2028', '', ']', '{{token}}']
  for (const name of names) {
    const compiled = compileJsonPath(jsonPathOf([name, 1]))
    const found = compiled.isValid ? compiled.query.matches(JSON.stringify({ [name]: [0, 'found'] })) : null
    expect(found, name).toEqual([expect.objectContaining({ text: 'found' })])
  }
})
