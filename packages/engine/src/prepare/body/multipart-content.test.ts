import type { FilePart, MultipartPart, TextPart } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { countingSources, testFiles } from '../../engine-fixture.testkit.ts'
import { multipartContent } from './multipart-content.ts'

const text = (name: string, value: string, fields: Partial<TextPart> = {}): TextPart => ({
  kind: 'text',
  name,
  value,
  enabled: true,
  ...fields,
})
const file = (name: string, filePaths: readonly string[], fields: Partial<FilePart> = {}): FilePart => ({
  kind: 'file',
  name,
  filePaths,
  enabled: true,
  ...fields,
})

const content = (...parts: readonly MultipartPart[]) =>
  multipartContent(
    { type: 'multipart', parts },
    { ...countingSources(), files: testFiles({ '/a/b.png': 7, '/a/c': 0, '/a/"\r\nX: 1': 3 }) },
  )

/** The content with each file as `<path length>`. */
async function written(...parts: readonly MultipartPart[]): Promise<string> {
  const made = await content(...parts)
  if (!made.ok) throw new Error(JSON.stringify(made.failure))
  const [, boundary = ''] = /^multipart\/form-data; boundary=(.+)$/.exec(made.value.contentType ?? '') ?? []
  const whole = (made.value.parts ?? []).map(part =>
    part.kind === 'file'
      ? `<${part.filePath} ${part.lengthBytes}>`
      : new TextDecoder('utf-8', { ignoreBOM: true }).decode(part.kind === 'bytes' ? part.bytes : undefined),
  )
  return whole.join('').replaceAll(boundary, 'BOUNDARY')
}

const part = (head: string, value: string) =>
  `--BOUNDARY\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
const end = '--BOUNDARY--\r\n'

describe('a form', () => {
  test('contains the ticked rows in order, text as typed', async () => {
    const rows = [
      text('b', 'Zoë 書\n\r"x"\ufeff'),
      text('no', 'no', { enabled: false }),
      text('a', ''),
      text('', 'nameless'),
      text('b', '2'),
      text('', ''),
      file('', []),
    ]
    expect(await written(...rows)).toBe(
      part('name="b"', 'Zoë 書\n\r"x"\ufeff') +
        part('name="a"', '') +
        part('name=""', 'nameless') +
        part('name="b"', '2') +
        end,
    )
  })

  test('contains a part for each of several values and files', async () => {
    const rows = [
      text('t', 'ignored', { values: ['1', '2'] }),
      text('none', 'ignored', { values: [] }),
      file('f', ['/a/b.png', '/a/c']),
    ]
    expect(await written(...rows)).toBe(
      part('name="t"', '1') +
        part('name="t"', '2') +
        part('name="f"; filename="b.png"\r\nContent-Type: image/png', '</a/b.png 7>') +
        part('name="f"; filename="c"\r\nContent-Type: application/octet-stream', '</a/c 0>') +
        end,
    )
  })

  test('sets the Content-Type of a part from its row', async () => {
    const rows = [
      text('t', '{}', { contentType: 'application/json' }),
      text('u', 'u', { contentType: '' }),
      file('f', ['/a/b.png'], { contentType: 'x/y; z="é"' }),
    ]
    expect(await written(...rows)).toBe(
      part('name="t"\r\nContent-Type: application/json', '{}') +
        part('name="u"', 'u') +
        part('name="f"; filename="b.png"\r\nContent-Type: x/y; z="é"', '</a/b.png 7>') +
        end,
    )
  })

  test('without rows is only its end', async () => {
    expect(await written()).toBe(end)
  })

  test('has a boundary that occurs in none of its texts', async () => {
    const made = await content(text('a', 'x--parley-uuid-1'), text('b', '', { values: ['parley-uuid-2y'] }))
    expect(made).toMatchObject({ value: { contentType: 'multipart/form-data; boundary=parley-uuid-3' } })
  })
})

describe('nothing can be inserted between lines (HT7)', () => {
  test('by a name or a file name', async () => {
    const evil = '"; x="\r\nInjected: 1\r\n\r\n'
    const escaped = '%22; x=%22%0D%0AInjected: 1%0D%0A%0D%0A'
    expect(await written(text(evil, 'v'), file('f', ['/a/"\r\nX: 1'], { contentType: 'a/b' }))).toBe(
      part(`name="${escaped}"`, 'v') +
        part('name="f"; filename="%22%0D%0AX: 1"\r\nContent-Type: a/b', '</a/"\r\nX: 1 3>') +
        end,
    )
  })

  test.each([
    ['\r', '%0D'],
    ['\n', '%0A'],
    ['\n\r', '%0A%0D'],
  ])('by a name with %j', async (lineBreak, escaped) => {
    expect(await written(text(`a${lineBreak}b`, 'v'))).toBe(part(`name="a${escaped}b"`, 'v') + end)
  })

  test.each(['a/b\r\nInjected: 1', 'a/b\n', '\0'])(
    'by the Content-Type %j, which is refused',
    async contentType => {
      const failure = { kind: 'invalidRequest', code: 'INVALID_PART_CONTENT_TYPE', subject: 'n' }
      expect(await content(text('n', 'v', { contentType }))).toMatchObject({ failure })
      expect(await content(file('n', ['/a/c'], { contentType }))).toMatchObject({ failure })
      expect(await content(text('n', 'v', { contentType, enabled: false }))).toMatchObject({ ok: true })
    },
  )
})

test.each([[[]], [['']], [['/a/c', '']]])('a file row with the files %j names itself', async filePaths => {
  expect(await content(file('avatar', filePaths))).toMatchObject({
    failure: { kind: 'file', code: 'NO_FILE_SELECTED', subject: 'avatar' },
  })
})

test('a missing file is named', async () => {
  expect(await content(file('f', ['/a/c', '/gone']))).toMatchObject({
    failure: { kind: 'file', code: 'FILE_NOT_READ', step: 'prepare', subject: '/gone' },
  })
})

test('the outline lists the parts that are written: one for each value and file of a ticked row', async () => {
  const made = await content(
    text('', ''),
    text('no', 'no', { enabled: false }),
    text('a', '1', { values: ['1', '2'], contentType: 'x/y' }),
    file('f', ['/a/b.png', '/a/c'], { contentType: '' }),
  )
  expect(made.ok && made.value.outline).toEqual({
    kind: 'multipart',
    parts: [
      { kind: 'text', name: 'a', value: '1', contentType: 'x/y' },
      { kind: 'text', name: 'a', value: '2', contentType: 'x/y' },
      { kind: 'file', name: 'f', filePath: '/a/b.png', fileName: 'b.png', contentType: 'image/png' },
      { kind: 'file', name: 'f', filePath: '/a/c', fileName: 'c', contentType: 'application/octet-stream' },
    ],
  })
})
