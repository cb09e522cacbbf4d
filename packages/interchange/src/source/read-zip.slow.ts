import { deflateRawSync } from 'node:zlib'
import { makeZip } from '@parley/testkit'
import { expect, test } from 'vitest'
import { readZip } from './read-zip.ts'

test('a bomb that claims to be small is stopped at the limit', () => {
  const bomb = deflateRawSync(Buffer.alloc(200_000_000))
  const before = process.memoryUsage().rss
  const archive = makeZip([{ name: 'bomb.json', packed: bomb, unpackedBytes: 10 }])
  expect(readZip(archive, 'a.zip')).toMatchObject({
    failure: { code: 'SOURCE_TOO_LARGE', sentence: expect.stringContaining('bomb.json') },
  })
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
})

test('overlapping entries count each time', () => {
  const packed = deflateRawSync(Buffer.alloc(90_000_000))
  const content = Buffer.alloc(90_000_000)
  const whole = Buffer.from(makeZip([{ name: 'a', packed, content }]))
  const start = whole.indexOf('PK\x01\x02', 0, 'latin1')
  const entry = whole.subarray(start, whole.length - 22)
  const end = Buffer.from(whole.subarray(whole.length - 22))
  end.writeUInt16LE(50, 10)
  const archive = Buffer.concat([whole.subarray(0, start), ...Array.from({ length: 50 }, () => entry), end])
  expect(readZip(archive, 'a.zip')).toMatchObject({ failure: { code: 'SOURCE_TOO_LARGE' } })
})
