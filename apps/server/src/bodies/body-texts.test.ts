import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileBodyStore } from '@parley/appdata'
import { waitFor } from '@parley/testkit'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { BodyText } from '../contract/index.ts'
import { BodyFormatter } from './body-formatter.ts'
import { bodies, countFiles, keep, receivedAs, texts, useBodies } from './body-texts.testkit.ts'
import { BodyTexts, type ReceivedBody } from './body-texts.ts'

useBodies()

const plain = receivedAs('text/plain')

async function readPiece(
  handle: string,
  received: ReceivedBody,
  range: { view?: 'pretty' | 'raw'; offset?: number; maxBytes?: number } = {},
): Promise<BodyText> {
  const { view = 'raw', offset = 0, maxBytes = 1_048_576 } = range
  return waitFor(async () => {
    const piece = await texts.read({ handle, view, format: 'auto', offset, maxBytes }, received)
    if (piece === null) throw new Error('The body is not known')
    return piece.isFormatting ? null : piece
  }, 'the formatted body')
}

/** Reads a body piece by piece, as the page does. */
async function readAll(handle: string, received: ReceivedBody, maxBytes: number): Promise<string> {
  let whole = ''
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: BodyText = await readPiece(handle, received, { offset, maxBytes })
    whole += piece.text
    if (piece.nextOffset !== null && piece.nextOffset <= offset) throw new Error('No progress')
    offset = piece.nextOffset
  }
  return whole
}

const character = fc.constantFrom('a', '\n', 'é', 'ß', '€', '漢', '\ufeff', '\ufffd', '😀', '𝄞')
const text = fc.array(character, { maxLength: 40 }).map(characters => characters.join(''))
const pieceSize = fc.integer({ min: 1, max: 9 })

function utf16(value: string, isBigEndian: boolean): Buffer {
  const bytes = Buffer.from(value, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

describe('pieces join to the whole body', () => {
  test('UTF-8 at every cut, with and without a byte order mark', async () => {
    await fc.assert(
      fc.asyncProperty(text, pieceSize, fc.boolean(), async (value, maxBytes, hasMark) => {
        // A text that begins with U+FEFF is the same as a text with a byte order mark.
        const body = value.replace(/^\ufeff+/, '')
        const handle = await keep(Buffer.from(hasMark ? `\ufeff${body}` : body))
        expect(await readAll(handle, plain, maxBytes)).toBe(body)
      }),
    )
  })

  test('UTF-16 of both orders, named by a mark or by the response (HT12)', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        pieceSize,
        fc.boolean(),
        fc.boolean(),
        async (value, maxBytes, isBig, hasMark) => {
          const body = value.replace(/^\ufeff+/, '')
          const handle = await keep(utf16(hasMark ? `\ufeff${body}` : body, isBig))
          const received = hasMark ? plain : receivedAs('text/plain', isBig ? 'utf-16be' : 'utf-16le')
          expect(await readAll(handle, received, maxBytes)).toBe(body)
        },
      ),
    )
  })

  test.each([
    ['latin1', Buffer.from('caf\xe9 \x80', 'latin1'), 'café €'],
    ['gbk', Buffer.from([0xc4, 0xe3, 0x61, 0xba, 0xc3]), '你a好'],
    ['shift_jis', Buffer.from([0x82, 0xa0, 0x41, 0x82, 0xa2]), 'あAい'],
    ['gb18030', Buffer.from([0x41, 0x94, 0x39, 0xda, 0x33, 0x42]), 'A💩B'],
    ['no-such-charset', Buffer.from('é'), 'é'],
  ])('%s', async (charset, bytes, expected) => {
    const handle = await keep(bytes)
    for (const maxBytes of [1, 2, 3, 4, 100])
      expect(await readAll(handle, receivedAs('text/plain', charset), maxBytes)).toBe(expected)
  })

  test('invalid bytes are shown and do not end the reading (HT12)', async () => {
    const handle = await keep(Buffer.from([0x61, 0xf0, 0x9f, 0x62, 0xff, 0x63, 0xe2, 0x82]))
    for (const maxBytes of [1, 2, 3, 4, 100])
      expect(await readAll(handle, plain, maxBytes)).toMatch(/^a\ufffd+b\ufffdc\ufffd+$/)
  })
})

describe('what a body is', () => {
  test('an empty body is an empty text', async () => {
    const handle = await keep(new Uint8Array())
    const expected = { text: '', nextOffset: null, totalBytes: 0, view: 'raw', isText: true }
    expect(await readPiece(handle, plain)).toMatchObject(expected)
    expect(await readPiece(handle, receivedAs('application/json'), { view: 'pretty' })).toMatchObject(
      expected,
    )
  })

  test('a byte order mark alone is an empty text', async () => {
    const handle = await keep(Buffer.from('\ufeff'))
    expect(await readPiece(handle, plain, { maxBytes: 1 })).toMatchObject({ text: '', nextOffset: null })
  })

  test.each([
    ['a NUL', Buffer.from('text\0more'), false],
    ['bytes that are not UTF-8', Buffer.from([0x89, 0x50, 0x4e, 0x47]), false],
    ['a replacement character that was sent as such', Buffer.from('\ufffd'), true],
    ['a character that the sample cuts', Buffer.from(`${'a'.repeat(8191)}é`), true],
    ['a NUL behind the sample', Buffer.from(`${'a'.repeat(8192)}\0`), true],
  ])('%s', async (_what, bytes, isText) => {
    const handle = await keep(bytes)
    for (const maxBytes of [1, 1_048_576])
      expect((await readPiece(handle, plain, { maxBytes })).isText).toBe(isText)
  })

  test('every piece of a binary body says that it is no text', async () => {
    const handle = await keep(Buffer.from('\0abc'))
    expect((await readPiece(handle, plain, { offset: 2 })).isText).toBe(false)
  })

  test('an offset after the end or within a byte order mark is no error', async () => {
    const handle = await keep(Buffer.from('\ufeffab'))
    expect(await readPiece(handle, plain, { offset: 99 })).toMatchObject({ text: '', nextOffset: null })
    expect(await readPiece(handle, plain, { offset: 1 })).toMatchObject({ text: 'ab', nextOffset: null })
  })

  test('an unknown handle reads as null', async () => {
    expect(
      await texts.read({ handle: 'x', view: 'raw', format: 'auto', offset: 0, maxBytes: 1 }, plain),
    ).toBeNull()
    const json = receivedAs('application/json')
    expect(
      await texts.read({ handle: 'x', view: 'pretty', format: 'auto', offset: 0, maxBytes: 1 }, json),
    ).toBeNull()
  })
})

describe('a growing body', () => {
  test('ends before an incomplete character, and continues from there', async () => {
    const writer = await bodies.create()
    const growing = receivedAs('text/plain', '', true)
    await writer.write(Buffer.from([0x61, 0xf0, 0x9f]))
    expect(await readPiece(writer.handle, growing)).toMatchObject({ text: 'a', nextOffset: 1, totalBytes: 3 })
    const tail = await readPiece(writer.handle, growing, { offset: 1 })
    expect(tail).toMatchObject({ text: '', nextOffset: null })
    await writer.write(Buffer.from([0x98, 0x80, 0x62]))
    await writer.close()
    expect(await readPiece(writer.handle, plain, { offset: 1 })).toMatchObject({
      text: '😀b',
      nextOffset: null,
    })
  })

  test('is not formatted', async () => {
    const handle = await keep(Buffer.from('{"a":1'))
    const growing = receivedAs('application/json', '', true)
    expect(await readPiece(handle, growing, { view: 'pretty' })).toMatchObject({
      view: 'raw',
      text: '{"a":1',
    })
  })
})

describe('pretty', () => {
  const pretty = { view: 'pretty' } as const

  test.each(['application/json', 'text/json', 'application/problem+json'])('lays out %s', async mediaType => {
    const handle = await keep(Buffer.from('\ufeff{"big":12345678901234567890,"a":[1]}'))
    const piece = await readPiece(handle, receivedAs(mediaType), pretty)
    expect(piece.text).toBe('{\n  "big": 12345678901234567890,\n  "a": [\n    1\n  ]\n}')
    expect(piece).toMatchObject({ view: 'pretty', format: 'json', isText: true, nextOffset: null })
    expect(piece.totalBytes).toBe(Buffer.byteLength(piece.text))
  })

  test('reads JSON in UTF-16', async () => {
    const handle = await keep(utf16('\ufeff{"a":"é"}', true))
    const piece = await readPiece(handle, receivedAs('application/json'), pretty)
    expect(piece.text).toBe('{\n  "a": "é"\n}')
  })

  test.each([
    ['what is no JSON', 'application/json', Buffer.from('{"a":')],
    ['JSON with a byte that is no text', 'application/json', Buffer.from([0x22, 0xff, 0x22])],
    ['what is another type', 'text/csv', Buffer.from('{"a":1}')],
  ])('shows %s unformatted', async (_what, mediaType, bytes) => {
    const handle = await keep(bytes)
    const piece = await readPiece(handle, receivedAs(mediaType), { ...pretty, maxBytes: 5 })
    expect(piece).toMatchObject({ view: 'raw', totalBytes: bytes.byteLength })
    expect(piece.text).toBe((await readPiece(handle, receivedAs(mediaType), { maxBytes: 5 })).text)
  })

  test('is formatted once, and deleted with the body', async () => {
    // Small bodies have no file.
    const handle = await keep(Buffer.from(`[${'1,'.repeat(40_000)}2]`))
    const filesBefore = countFiles()
    const json = receivedAs('application/json')
    await Promise.all([readPiece(handle, json, pretty), readPiece(handle, json, pretty)])
    expect(countFiles()).toBe(filesBefore + 1)
    await texts.release(handle)
    expect(countFiles()).toBe(filesBefore - 1)
  })
})

describe('other formats', () => {
  test.each([
    ['application/xml', '<a><b/></a>', '<a>\n  <b/>\n</a>'],
    ['image/svg+xml', '<svg><g/></svg>', '<svg>\n  <g/>\n</svg>'],
    ['text/css', 'a{b:c}', 'a {\n  b: c\n}'],
    ['text/html', '<p>x</p><p>y</p>', '<p>x</p>\n<p>y</p>'],
    ['text/javascript', 'if(a){b()}', 'if (a) {\n  b()\n}'],
    ['application/octet-stream', '{"a":1}', '{\n  "a": 1\n}'],
    ['', '<?xml version="1.0"?><a/>', '<?xml version="1.0"?>\n<a/>'],
  ])('%s is formatted', async (mediaType, text, printed) => {
    const piece = await readPiece(await keep(Buffer.from(text)), receivedAs(mediaType), { view: 'pretty' })
    expect(piece).toMatchObject({ text: printed, view: 'pretty' })
  })

  test('a chosen format overrides the one that the response names', async () => {
    const handle = await keep(Buffer.from('{"a":1}'))
    const read = () =>
      texts.readRows({ handle, view: 'pretty', format: 'json', firstRow: 0, maxRows: 9 }, plain)
    const rows = await waitFor(async () => {
      const answer = await read()
      return answer?.isFormatting ? null : answer
    }, 'the formatted body')
    expect(rows).toMatchObject({ totalRows: 3, view: 'pretty', format: 'json', isWhole: true })
  })

  test.each([
    ['javascript', ' <p>a<b>c</b></p>'],
    ['css', '<a>b{c:d}</a>'],
    ['html', '[1,2]'],
    ['html', '\n{"a":1}'],
    ['json', '<a/>'],
    ['xml', '{"a":1}'],
  ] as const)('%s that is chosen for %s shows it as received', async (format, text) => {
    const handle = await keep(Buffer.from(text))
    const rows = await waitFor(async () => {
      const answer = await texts.readRows({ handle, view: 'pretty', format, firstRow: 0, maxRows: 9 }, plain)
      return answer?.isFormatting ? null : answer
    }, 'the end of formatting')
    expect(rows).toMatchObject({ view: 'raw', format })
    expect(rows?.rows.map(row => row.text).join('\n')).toBe(text)
  })

  test('a body whose formatting takes too long is shown raw, and the next one is formatted', async () => {
    const impatient = new BodyTexts(bodies, { formatter: new BodyFormatter(1) })
    const slow = await keep(Buffer.from(`[${'1,'.repeat(4_000_000)}1]`))
    const json = receivedAs('application/json')
    const range = { view: 'pretty', format: 'auto', firstRow: 0, maxRows: 1 } as const
    const answer = await waitFor(async () => {
      const rows = await impatient.readRows({ ...range, handle: slow }, json)
      return rows?.isFormatting ? null : rows
    }, 'the end of formatting')
    expect(answer).toMatchObject({ view: 'raw', format: 'json' })
    await impatient.close()
    expect(await readPiece(await keep(Buffer.from('[1]')), json, { view: 'pretty' })).toMatchObject({
      view: 'pretty',
    })
  })
})

test('a body that cannot be formatted because the disk is full is shown raw, and no bug is logged', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const own = mkdtempSync(join(tmpdir(), 'parley-bodies-'))
  const ownBodies = await openFileBodyStore(own)
  const ownTexts = new BodyTexts(ownBodies)
  const writer = await ownBodies.create()
  await writer.write(new TextEncoder().encode('{"a":1}'))
  await writer.close()
  rmSync(own, { recursive: true })
  const query = { handle: writer.handle, view: 'pretty', format: 'auto', offset: 0, maxBytes: 1000 } as const
  const piece = await waitFor(async () => {
    const read = await ownTexts.read(query, receivedAs('application/json'))
    return read?.isFormatting ? null : read
  }, 'the body')
  expect(piece.text).toBe('{"a":1}')
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
  await ownTexts.close()
  ownBodies.clear()
})
