import { expect, test } from 'vitest'
import { PartsMerger } from './merge-parts.ts'

test('100,000 parts are merged', () => {
  const merger = new PartsMerger('x')
  const write = (part: string) => merger.write(`\r\n--x\r\ncontent-type: application/json\r\n\r\n${part}`)
  write('{"data":{"l":[]},"hasNext":true}')
  for (let at = 0; at < 100_000; at += 1) write(`{"path":["l",${at}],"items":[${at}]}`)
  merger.write('\r\n--x--')
  expect(merger.parts).toEqual({ partCount: 100_001, unmergedCount: 0, isAwaitingParts: false })
  expect(merger.text).toMatch(/99998,99999\]/)
})
