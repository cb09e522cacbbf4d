import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MultipartMixedReader, mixedBoundary } from '../../exchange/graphql/multipart-mixed.ts'
import { IncrementalMerge } from './merge-incremental.ts'

function merged(...parts: readonly string[]): string | null {
  const merge = new IncrementalMerge()
  for (const part of parts) merge.add(part)
  return merge.text
}

test.each([
  [
    'with IDs',
    [
      '{"data":{"a":{"n":1}},"pending":[{"id":"0","path":["a"]},{"id":"1","path":["l"]}],"hasNext":true}',
      '{"incremental":[{"id":"0","subPath":["b"],"data":{"x":1}},{"id":"0","data":{"c":12345678901234567890}}],"hasNext":true}',
    ],
    '{"data":{"a":{"n":1,"c":12345678901234567890}}}',
  ],
  [
    'nested objects of two fragments with IDs',
    [
      '{"data":{"a":{"b":{"x":1}}},"pending":[{"id":"0","path":["a"]}],"hasNext":true}',
      '{"incremental":[{"id":"0","subPath":["b"],"data":{"y":1.50}},{"id":"0","data":{"b":{"z":2}}}],"completed":[{"id":"0"}],"hasNext":false}',
    ],
    '{"data":{"a":{"b":{"x":1,"y":1.50,"z":2}}}}',
  ],
  [
    'a stream with IDs, announced later',
    [
      '{"data":{"l":[1]},"hasNext":true}',
      '{"pending":[{"id":"7","path":["l"]}],"incremental":[{"id":"7","items":[2,3]}],"hasNext":true}',
      '{"incremental":[{"id":"7","items":[{"a":1}],"errors":[{"message":"e"}]}],"completed":[{"id":"7","errors":[{"message":"f"}]}],"hasNext":false}',
    ],
    '{"data":{"l":[1,2,3,{"a":1}]},"errors":[{"message":"e"},{"message":"f"}]}',
  ],
  [
    'with paths',
    [
      '{"data":{"a":[{}],"l":[]},"errors":[{"message":"first"}],"hasNext":true}',
      '{"incremental":[{"path":["a",0],"data":{"b":1e400},"label":"x"},{"path":["l",0],"items":["p","q"]}],"hasNext":true}',
      '{"incremental":[{"path":["l",2],"items":["r"],"errors":[{"message":"second"}]}],"extensions":{"t":1},"hasNext":false}',
    ],
    '{"data":{"a":[{"b":1e400}],"l":["p","q","r"]},"errors":[{"message":"first"},{"message":"second"}],"extensions":{"t":1}}',
  ],
  [
    'with one path a part',
    [
      '{"data":{"a":{},"l":[0]},"hasNext":true}',
      '{"path":["a"],"data":{"b":1},"hasNext":true}',
      '{"path":["l",1],"data":{"c":2},"hasNext":false}',
    ],
    '{"data":{"a":{"b":1},"l":[0,{"c":2}]}}',
  ],
  [
    'a deferred part that failed',
    [
      '{"data":{"a":{}},"hasNext":true}',
      '{"incremental":[{"path":["a"],"data":null,"errors":[{"message":"no"}]}],"hasNext":false}',
    ],
    '{"data":{"a":{}},"errors":[{"message":"no"}]}',
  ],
  ['one part', ['{"data":{"a":1}}'], '{"data":{"a":1}}'],
])('%s', (_, parts, expected) => {
  expect(merged(...parts)).toBe(expected)
})

test.each([
  ['not JSON', 'PART_NOT_JSON'],
  ['[]', 'PART_NOT_JSON'],
  ['['.repeat(100_000), 'PART_NOT_JSON'],
  ['{"path":["nothing"],"data":{"x":1}}', 'PART_PLACE_MISSING'],
  ['{"path":["__proto__"],"data":{"x":1}}', 'PART_PLACE_MISSING'],
  ['{"path":["a","constructor","prototype"],"data":{"x":1}}', 'PART_PLACE_MISSING'],
  ['{"path":["l","length"],"data":{"x":1}}', 'PART_PLACE_MISSING'],
  ['{"path":["l",4000000000],"items":[1]}', 'PART_PLACE_MISSING'],
  ['{"path":["l",999999999],"items":[1]}', 'PART_PLACE_MISSING'],
  ['{"path":["l",-1],"items":[1]}', 'PART_PLACE_MISSING'],
  ['{"path":["l",1.5],"items":[1]}', 'PART_PLACE_MISSING'],
  ['{"path":"a","data":{}}', 'PART_PLACE_MISSING'],
  ['{"path":["a"],"items":[1]}', 'PART_PLACE_MISSING'],
  ['{"path":[],"items":[1]}', 'PART_PLACE_MISSING'],
  ['{"incremental":[{"id":"9","data":{"x":1}}]}', 'PART_PLACE_MISSING'],
  ['{"incremental":[{"data":{"x":1}}]}', 'PART_PLACE_MISSING'],
  ['{"pending":[{"id":"9"}]}', 'PART_PLACE_MISSING'],
  [`{"path":[${'"a",'.repeat(501)}"a"],"data":{"x":1}}`, 'PART_PLACE_MISSING'],
])('the part %.60s is refused and changes nothing', (part, problem) => {
  const merge = new IncrementalMerge()
  merge.add('{"data":{"a":{},"l":[]},"hasNext":true}')
  expect(merge.add(part)).toBe(problem)
  expect(merge.text).toBe('{"data":{"a":{},"l":[]}}')
})

test('names of prototypes are ordinary names', () => {
  const text = merged(
    '{"data":{"__proto__":{"a":1}},"hasNext":true}',
    '{"path":["__proto__"],"data":{"polluted":1,"__proto__":{"b":2}}}',
  )
  expect(text).toBe('{"data":{"__proto__":{"a":1,"polluted":1,"__proto__":{"b":2}}}}')
  expect('polluted' in {}).toBe(false)
})

test('whether more parts follow', () => {
  const merge = new IncrementalMerge()
  expect([merge.text, merge.hasNext]).toEqual([null, true])
  merge.add('{"data":{},"hasNext":true}')
  expect(merge.hasNext).toBe(true)
  merge.add('{"hasNext":false}')
  expect(merge.hasNext).toBe(false)
})

test.each([
  ['multipart/mixed; boundary="-"; deferSpec=20220824', '-'],
  ['Multipart/Mixed;boundary=abc', 'abc'],
  ['multipart/mixed', '-'],
  ['multipart/form-data; boundary=x', null],
  ['application/json', null],
])('the boundary of %s', (contentType, expected) => {
  expect(mixedBoundary(contentType)).toBe(expected)
})

const response =
  '\r\n---\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n---\r\n\r\n{"b":\r\n2}\r\n-----\r\nepilogue'

test('parts are read however the text is divided', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(response.length), { maxLength: 12 }), cuts => {
      const places = [0, ...cuts.sort((a, b) => a - b), response.length]
      const reader = new MultipartMixedReader('-')
      const parts = places.flatMap((at, index) => reader.write(response.slice(at, places[index + 1])))
      expect(parts).toEqual(['{"a":1}', '{"b":\r\n2}'])
      expect(reader.isEnded).toBe(true)
    }),
  )
})

test('a wrong boundary gives no parts, and a part that is too long ends the reading (GQ1)', () => {
  const reader = new MultipartMixedReader('other', 1_000)
  expect(reader.write(response)).toEqual([])
  expect(reader.isEnded).toBe(false)
  expect(reader.write('x'.repeat(1_001))).toEqual([])
  expect(reader.isEnded).toBe(true)
})
