import { describe, expect, test } from 'vitest'
import { faultyAnswers } from './faulty-answers.testkit.ts'
import { ResponseBytes } from './response-bytes.ts'

const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n'
const cases: readonly (readonly [string, before: string, head: string, content: string])[] = [
  ['as servers write it', '', 'HTTP/1.1 200 OK\r\nA: b\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  ['without a space or with many', '', 'HTTP/1.1 200 OK\r\nA:b\r\nC:    d  \r\n\r\n', 'x'],
  ['with line feeds alone', '', 'HTTP/1.1 200 OK\nA: b\n\n', '\n\n'],
  ['without fields', '', 'HTTP/1.1 204 \r\n\r\n', ''],
  ['behind interim ones', interim, 'HTTP/1.1 200 OK\r\nA: b\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['of 101, which is final', '', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'raw'],
  ['behind an empty line', '', '\r\nHTTP/1.1 200 OK\r\n\r\n', 'x'],
  ['with long lines', '', `HTTP/1.1 200 OK\r\nA: ${'\r'.repeat(3)}${'y'.repeat(50)}\r\n\r\n`, 'x'],
]

describe.each(cases)('a head %s', (_, before, head, content) => {
  const bytes = Buffer.from(before + head + content)

  test('is measured for any split of the bytes', () => {
    for (const size of [1, 2, 3, 7, bytes.byteLength]) {
      const response = new ResponseBytes()
      for (let at = 0; at < bytes.byteLength; at += size) response.push(bytes.subarray(at, at + size))
      expect(response.headBytes).toBe(head.length)
      expect(response.contentBytes).toBe(content.length)
    }
  })
})

test('an incomplete head is measured up to the last byte received', () => {
  const response = new ResponseBytes()
  response.push(Buffer.from('HTTP/1.1 200 OK\r\nA'))
  expect(response.headBytes).toBe(18)
  expect(response.contentBytes).toBe(0)
})

/** The repaired bytes of a response that arrives in pieces of a size. */
function repaired(bytes: Buffer, size: number): string {
  const response = new ResponseBytes()
  const passed: Buffer[] = []
  for (let at = 0; at < bytes.byteLength; at += size) {
    const piece = response.push(Buffer.from(bytes.subarray(at, at + size)))
    if (piece !== null) passed.push(Buffer.from(piece))
  }
  // Parsers skip empty lines.
  return Buffer.concat(passed).toString('latin1').trimStart()
}

test.each(faultyAnswers)('an answer with $name is repaired alike for any split', ({ answer }) => {
  const whole = repaired(answer, answer.byteLength)
  for (const size of [1, 2, 3, 7, 16]) expect(repaired(answer, size)).toBe(whole)
})

test('a response without a fault is passed on as it came', () => {
  const bytes = Buffer.from('HTTP/1.1 103 \r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
  const response = new ResponseBytes()
  expect(response.push(bytes)).toBe(bytes)
  expect(response.push(bytes)).toBe(bytes)
  expect(response.faults).toEqual([])
})
