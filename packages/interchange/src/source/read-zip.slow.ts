import { deflateRawSync } from 'node:zlib'
import { makeZip } from '@parley/testkit'
import { expect, test } from 'vitest'
import { testOverlappingEntries } from './read-zip.testkit.ts'
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

testOverlappingEntries(90_000_000)
