import { deflateRawSync } from 'node:zlib'
import { makeZip, type ZipEntry } from '@parley/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testOverlappingEntries } from './read-zip.testkit.ts'
import { isZip, readZip } from './read-zip.ts'
import { sourceLimits } from './source-limits.ts'

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

/** A hundredth of the limits of the product. */
const few = {
  ...sourceLimits,
  fileBytes: sourceLimits.fileBytes / 100,
  totalBytes: sourceLimits.totalBytes / 100,
}

function refusal(entries: readonly ZipEntry[], options = {}) {
  const result = readZip(makeZip(entries, options), 'a.zip')
  return result.ok ? null : result.failure
}

test('files have their paths; folders are skipped', () => {
  const archive = makeZip([
    { name: 'a/', packed: new Uint8Array(), method: 0 },
    { name: 'a/é.json', content: '{"x": 1}' },
    { name: 'b.txt', content: 'plain', packed: new TextEncoder().encode('plain'), method: 0 },
  ])
  expect(isZip(archive)).toBe(true)
  const result = readZip(archive, 'a.zip')
  if (!result.ok) throw new Error(result.failure.sentence)
  expect(result.value.map(file => [file.path, text(file.bytes)])).toEqual([
    ['a/é.json', '{"x": 1}'],
    ['b.txt', 'plain'],
  ])
})

/** Python's zipfile wrote it: 9,999 bytes in `x/é.txt`, and an empty `z`. */
const ofPython =
  'UEsDBBQAAAgIAH0pfF2HAq5QGwAAAA8nAAAIAAAAeC/DqS50eHTtwQENAAAAwqDcb28ON6AAAAAAAAAAAADg3gBQSwMEFAAA' +
  'AAgAfSl8XQAAAAACAAAAAAAAAAEAAAB6AwBQSwECFAMUAAAICAB9KXxdhwKuUBsAAAAPJwAACAAAAAAAAAAAAAAAgAEAAAAA' +
  'eC/DqS50eHRQSwECFAMUAAAACAB9KXxdAAAAAAIAAAAAAAAAAQAAAAAAAAAAAAAAgAFBAAAAelBLBQYAAAAAAgACAGUAAABi' +
  'AAAAAAA='

test('an archive that another program wrote', () => {
  const result = readZip(Buffer.from(ofPython, 'base64'), 'a.zip')
  expect(result.ok && result.value.map(file => [file.path, file.bytes.byteLength])).toEqual([
    ['x/é.txt', 9999],
    ['z', 0],
  ])
})

describe('an entry that no archive of a collection contains is refused and named (attacks IM1, IM2)', () => {
  test.each([
    ['../../x', 'ZIP_NAME'],
    ['a/../../x', 'ZIP_NAME'],
    ['/etc/x', 'ZIP_NAME'],
    ['C:\\x', 'ZIP_NAME'],
    ['a\\..\\x', 'ZIP_NAME'],
    ['a\u0000b', 'ZIP_NAME'],
  ])('the name %j', (name, code) => {
    expect(
      refusal([
        { name: 'good', content: 'x' },
        { name, content: 'x' },
      ]),
    ).toMatchObject({
      code,
      sentence: expect.stringContaining(name),
    })
  })

  test('a link', () => {
    expect(refusal([{ name: 'link', content: '/etc/passwd', mode: 0o120777 }])).toMatchObject({
      code: 'ZIP_LINK',
    })
  })

  test('an encrypted entry, an unknown method', () => {
    expect(refusal([{ name: 'x', content: 'x', flags: 1 }])).toMatchObject({ code: 'ZIP_ENCRYPTED' })
    expect(refusal([{ name: 'x', content: 'x', method: 99 }])).toMatchObject({ code: 'ZIP_METHOD' })
  })

  test('a bomb that claims to be small is stopped at the limit', () => {
    const bomb = deflateRawSync(Buffer.alloc(2_000_000))
    const archive = makeZip([{ name: 'bomb.json', packed: bomb, unpackedBytes: 10 }])
    expect(readZip(archive, 'a.zip', few)).toMatchObject({
      failure: { code: 'SOURCE_TOO_LARGE', sentence: expect.stringContaining('bomb.json') },
    })
  })

  test('many files that are too large together', () => {
    const packed = deflateRawSync(Buffer.alloc(1000))
    const entries = Array.from({ length: 5 }, (_, index) => ({
      name: `${index}`,
      packed,
      content: Buffer.alloc(1000),
    }))
    const result = readZip(makeZip(entries), 'a.zip', { ...sourceLimits, totalBytes: 3500 })
    expect(result).toMatchObject({
      failure: { code: 'SOURCE_TOO_LARGE', sentence: expect.stringContaining('“3”') },
    })
  })

  testOverlappingEntries(900_000, few)

  test('a million entries', () => {
    const result = readZip(makeZip([{ name: 'x' }], { countInEnd: 0xffff }), 'a.zip')
    expect(result).toMatchObject({ failure: { code: 'TOO_MANY_FILES' } })
  })

  test('content with a wrong checksum', () => {
    expect(refusal([{ name: 'x', content: 'x', crc: 1 }])).toMatchObject({ code: 'ZIP_DAMAGED' })
    expect(refusal([{ name: 'x', packed: Buffer.from('no deflate') }])).toMatchObject({ code: 'ZIP_DAMAGED' })
  })
})

test('bytes changed or truncated anywhere give files or a refusal', () => {
  const archive = makeZip([
    { name: 'a.json', content: '{}' },
    { name: 'b/c.json', content: '[1, 2, 3]' },
  ])
  fc.assert(
    fc.property(fc.nat(archive.byteLength), fc.nat(255), fc.boolean(), (place, byte, isCut) => {
      const changed = isCut ? archive.slice(0, place) : Uint8Array.from(archive)
      if (!isCut) changed[place] = byte
      readZip(changed, 'a.zip')
    }),
    { numRuns: 500 },
  )
})
