import { mustEnd } from '@parley/testkit/must-end'
import { expect, test } from 'vitest'
import { repairHead } from './response-head.ts'

const ok = 'HTTP/1.1 200 OK\r\n'

test.each([
  `${ok}\r\n`,
  `${ok}A: b\r\nC:d\r\nContent-Length: 2\r\n\r\n`,
  `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n`,
  `${ok}X: a : b\r\nno colon\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n`,
])('%j has no fault that is repaired', head => {
  expect(repairHead(head)).toBeNull()
})

test.each([
  [`${ok}A : b\r\n\r\n`, `${ok}A: b\r\n\r\n`],
  [`${ok}A: b\r\n c\r\n\td  \r\n\r\n`, `${ok}A: b c d\r\n\r\n`],
  ['HTTP/1.1 200 OK\nA: b\n\n', `${ok}A: b\r\n\r\n`],
  [`${ok}Content-Length: 2\r\nA: b\r\ncontent-length: 2\r\n\r\n`, `${ok}Content-Length: 2\r\nA: b\r\n\r\n`],
  [
    `${ok}Content-Length: 2\r\nTransfer-Encoding: gzip, chunked\r\n\r\n`,
    `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n`,
  ],
])('%j is repaired to %j', (head, expected) => {
  expect(repairHead(head)?.text).toBe(expected)
})

test.each([
  [' b\r\n', 50_000],
  ['Content-Length: 2\r\n', 13_000],
  ['Content-Length: 2\r\nA\r\n', 11_000],
  ['A : b\r\n', 30_000],
  ['a\n', 120_000],
])('the work on many of %j ends', (line, count) => {
  expect(mustEnd(() => repairHead(`${ok}A: b\r\n${line.repeat(count)}\r\n`))).not.toBeNull()
})
