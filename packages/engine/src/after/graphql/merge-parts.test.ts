import { expect, test } from 'vitest'
import { incrementalBoundary, mergedResponse, PartsMerger } from './merge-parts.ts'

test('the parts of an incremental response are merged, and anything else is left as it is (GQ1)', () => {
  const parts = [
    '{"data":{"a":1},"hasNext":true}',
    '{"path":[],"data":{"b":2},"errors":["E"],"hasNext":false}',
  ]
  const text = `${parts.map(part => `\r\n--x\r\ncontent-type: application/json\r\n\r\n${part}`).join('')}\r\n--x--`
  expect(mergedResponse('multipart/mixed; boundary=x', text)).toBe('{"data":{"a":1,"b":2},"errors":["E"]}')
  for (const wrong of ['multipart/mixed; boundary=y', 'application/json'])
    expect(mergedResponse(wrong, text)).toBe(text)
})

const bodyOf = (parts: readonly string[], end = '--') =>
  `${parts.map(part => `\r\n--x\r\ncontent-type: application/json\r\n\r\n${part}`).join('')}\r\n--x${end}`

const first = '{"data":{"a":{},"l":[]},"hasNext":true}'

test.each<[string, string, object]>([
  [
    'whole',
    bodyOf([first, '{"incremental":[{"path":["a"],"data":{"b":1}}],"hasNext":false}']),
    { partCount: 2, unmergedCount: 0, isAwaitingParts: false },
  ],
  ['the first part only', bodyOf([first], '\r\n'), { partCount: 1, unmergedCount: 0, isAwaitingParts: true }],
  [
    'a broken part',
    bodyOf([first, 'no JSON', '{"hasNext":false}']),
    { partCount: 3, unmergedCount: 1, isAwaitingParts: false },
  ],
  [
    'a part with a {{name}}',
    bodyOf([first, '{"path":["a"],"data":{{name}}}']),
    { partCount: 2, unmergedCount: 1, isAwaitingParts: false },
  ],
  ['no part', 'something else', { partCount: 0, unmergedCount: 0, isAwaitingParts: true }],
])('%s is counted, however it arrives', (_, body, expected) => {
  for (const size of [1, 7, body.length]) {
    const merger = new PartsMerger('x')
    for (let at = 0; at < body.length; at += size) merger.write(body.slice(at, at + size))
    expect(merger.parts).toEqual(expected)
  }
})

test('20,000 parts are merged', () => {
  const merger = new PartsMerger('x')
  merger.write(
    bodyOf([first, ...Array.from({ length: 20_000 }, (_, at) => `{"path":["l",${at}],"items":[${at}]}`)]),
  )
  expect(merger.parts).toEqual({ partCount: 20_001, unmergedCount: 0, isAwaitingParts: false })
  expect(merger.text).toMatch(/19998,19999\]/)
})

test.each([
  ['\r\n---\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"data":{}}', true],
  ['---\r\n\r\n{ "hasNext": true', true],
  ['--other\n\n{"errors":[', true],
  ['\r\n--x\r\n\r\n{"payload":{"data":{}}}', false],
  ['\r\n--x\r\n\r\n{"id":1}', false],
  ['\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>', false],
  ['{"data":{}}', false],
  ['', false],
])('a body that begins with %j is incremental: %s', (start, isIncremental) => {
  expect(incrementalBoundary('multipart/mixed; boundary=x', start)).toBe(isIncremental ? 'x' : null)
  expect(incrementalBoundary('application/json', start)).toBeNull()
})
