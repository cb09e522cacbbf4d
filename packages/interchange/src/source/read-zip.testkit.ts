import { deflateRawSync } from 'node:zlib'
import { makeZip } from '@parley/testkit'
import { expect, test } from 'vitest'
import { readZip } from './read-zip.ts'
import type { SourceLimits } from './source-limits.ts'

/** Tests fifty entries of an archive that are the same bytes of this size. */
export function testOverlappingEntries(sizeBytes: number, limits?: SourceLimits): void {
  test('overlapping entries count each time', () => {
    const content = Buffer.alloc(sizeBytes)
    const whole = Buffer.from(makeZip([{ name: 'a', packed: deflateRawSync(content), content }]))
    const start = whole.indexOf('PK\x01\x02', 0, 'latin1')
    const entry = whole.subarray(start, whole.length - 22)
    const end = Buffer.from(whole.subarray(whole.length - 22))
    end.writeUInt16LE(50, 10)
    const archive = Buffer.concat([whole.subarray(0, start), ...Array.from({ length: 50 }, () => entry), end])
    expect(readZip(archive, 'a.zip', limits)).toMatchObject({ failure: { code: 'SOURCE_TOO_LARGE' } })
  })
}
