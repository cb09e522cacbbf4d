import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactExample } from './exact-example.ts'

test.each([
  ['9007199254740993'],
  ['[1.10,1.0,-0,1e400,1E5,0.1]'],
  ['{"n":12345678901234567890.5,"t":"\\u00e9"}', '{"n":12345678901234567890.5,"t":"é"}'],
  ['{"__proto__":{"a":1.10}}'],
  ['\ufeff1.10', '1.10'],
  [' { "a" : [ "x y" , 1 ] }\n', '{"a":["x y",1]}'],
])('%s is written with its digits', (text, written = text) => {
  expect(JSON.stringify(exactExample(text))).toBe(written)
})

test.each([
  ['twice the same key', '{"a":1,"a":2}'],
  ['numbers as keys, which JavaScript sorts', '{"2":1,"1":2}'],
  ['no JSON', '{"a":{{id}}}'],
  ['nested too deeply', '['.repeat(10_000)],
  ['nothing', ''],
])('%s stays text', (_, text) => {
  expect(exactExample(text)).toBe(text)
})

test('any JSON comes out as it went in', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const text = JSON.stringify(value)
      const example = exactExample(text)
      expect(typeof example === 'string' && example === text ? text : JSON.stringify(example)).toBe(text)
    }),
  )
})
