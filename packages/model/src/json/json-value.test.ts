import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failed, ok } from '../result.ts'
import { anyText, jsonText } from './json-texts.testkit.ts'
import { deepestJson, readJsonTree } from './json-tree.ts'
import { readJsonValue, valueOfJsonNode } from './json-value.ts'

test('a value is that of JSON.parse, and so is the value of a tree', () => {
  fc.assert(
    fc.property(jsonText, ({ text }) => {
      const parsed: unknown = JSON.parse(text)
      const value = readJsonValue(text)
      expect(value).toEqual(ok(parsed))
      // The order of keys, and negative zero.
      expect(value.ok && JSON.stringify(value.value)).toBe(JSON.stringify(parsed))
      const { root } = readJsonTree(text)
      expect(root && valueOfJsonNode(root)).toStrictEqual(parsed)
      expect(readJsonValue(new TextEncoder().encode(text.toWellFormed()))).toEqual(
        ok(JSON.parse(text.toWellFormed())),
      )
    }),
    { numRuns: 300 },
  )
})

test('a text has a value if JSON.parse accepts it', () => {
  fc.assert(
    fc.property(anyText, text => {
      let expected: unknown
      try {
        expected = ok(JSON.parse(text))
      } catch {
        expected = failed(readJsonTree(text).fault)
      }
      expect(readJsonValue(text)).toEqual(expected)
    }),
    { numRuns: 1_000 },
  )
})

test('a key that objects have already is one like others', () => {
  const text = '{"__proto__":{"a":1},"constructor":2,"toString":3,"__proto__":{"b":[4]}}'
  const value = readJsonValue(text)
  expect(value.ok && JSON.stringify(value.value)).toBe('{"__proto__":{"b":[4]},"constructor":2,"toString":3}')
  const { root } = readJsonTree(text)
  expect(JSON.stringify(root && valueOfJsonNode(root))).toBe(JSON.stringify(value.ok && value.value))
  expect(Reflect.get({}, 'a')).toBeUndefined()
})

test('numbers may become what keeps their digits', () => {
  const numberOf = (text: string) => (String(Number(text)) === text ? Number(text) : text)
  expect(readJsonValue('[1, 1.0, {"a": 12345678901234567890}, 1e400]', { numberOf })).toEqual(
    ok([1, '1.0', { a: '12345678901234567890' }, '1e400']),
  )
})

test('a value is as deep as allowed', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(readJsonValue(nested(deepestJson)).ok).toBe(true)
  expect(readJsonValue(nested(deepestJson + 1))).toMatchObject({
    ok: false,
    failure: { isTooDeep: true, at: deepestJson },
  })
  expect(readJsonValue(nested(3), { deepest: 2 }).ok).toBe(false)
})

test('a variable has no value', () => {
  const { root } = readJsonTree('[{{a}}]', { allowsVariables: true })
  expect(() => root && valueOfJsonNode(root)).toThrow('A variable has no value')
})
