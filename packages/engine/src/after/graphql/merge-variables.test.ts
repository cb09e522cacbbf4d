import { expect, test } from 'vitest'
import { mergeVariables } from './merge-variables.ts'

test.each([
  ['', '{"id": 9007199254740993}', '{"id": 9007199254740993}'],
  ['{"id": 1, "first": 10}', '{"id":9007199254740993}', '{"id":9007199254740993,"first":10}'],
  ['{"a": {{a}}, "b": "{{b}}"}', '{"c":1.50}', '{"a":{{a}},"b":"{{b}}","c":1.50}'],
  ['{"a": {"b": 1}}', '{"a":{"c":2}}', '{"a":{"c":2}}'],
  ['{"__proto__": 1}', '{"constructor":2}', '{"__proto__":1,"constructor":2}'],
  ['{"a": 1', '{"b":2}', null],
  ['[1]', '{"b":2}', null],
  ['{}', '[]', null],
  ['{}', '', null],
  ['{}', 'b=2', null],
])('%j with %j is %j', (variables, changes, merged) => {
  expect(mergeVariables(variables, changes)).toBe(merged)
})
