import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ThreadCaps } from '@parley/files'
import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import type { BodyMerge } from '../../contract/index.ts'
import { bodies, folder, texts, useBodies } from '../body-texts.testkit.ts'
import { BodyTexts, type ReceivedBody } from '../body-texts.ts'
import { maxMergedBytes } from './merged-bodies.ts'

useBodies()

const first = '{"data":{"a":{},"l":[]},"hasNext":true}'
const partOf = (content: string) => `\r\n--x\r\ncontent-type: application/json\r\n\r\n${content}`
const bodyOf = (...parts: readonly string[]) => `${parts.map(partOf).join('')}\r\n--x--\r\n`

function receivedAs(contentType: string, isGrowing = false): ReceivedBody {
  const [mediaType = ''] = contentType.split(';')
  const content = {
    handle: '',
    mediaType,
    charset: '',
    wireBytes: 0,
    decodedBytes: 0,
    isComplete: !isGrowing,
  }
  return { response: { content, headers: [{ name: 'Content-Type', value: contentType }] }, isGrowing }
}

const mixed = receivedAs('multipart/mixed; boundary="x"')
const growing = receivedAs('multipart/mixed; boundary="x"', true)

async function keep(...pieces: readonly string[]) {
  const writer = await bodies.create()
  for (const piece of pieces) await writer.write(Buffer.from(piece))
  return writer
}

interface Shown {
  readonly text: string
  readonly view: 'pretty' | 'raw'
  readonly merge: BodyMerge | null
}

/** Reads a view until it is whole. */
async function shown(
  handle: string,
  {
    received = mixed,
    view = 'pretty',
    by = texts,
  }: { received?: ReceivedBody; view?: 'pretty' | 'raw'; by?: BodyTexts } = {},
): Promise<Shown> {
  return waitFor(async () => {
    const rows = await by.readRows({ handle, view, format: 'auto', firstRow: 0, maxRows: 1000 }, received)
    if (rows === null) throw new Error('The body is not known')
    return (
      rows.isWhole && {
        text: rows.rows.map(({ text }) => text).join('\n'),
        view: rows.view,
        merge: rows.merge,
      }
    )
  }, 'the merged body')
}

const whole: BodyMerge = { partCount: 2, unmergedCount: 0, isAwaitingParts: false, problem: null }

test('the pretty view has the parts merged, and the raw one what came', async () => {
  const body = bodyOf(
    first,
    '{"incremental":[{"path":["a"],"data":{"n":12345678901234567890}}],"hasNext":false}',
  )
  const { handle, close } = await keep(body)
  await close()
  const merged = '{\n  "data": {\n    "a": {\n      "n": 12345678901234567890\n    },\n    "l": []\n  }\n}'
  expect(await shown(handle)).toEqual({ text: merged, view: 'pretty', merge: whole })
  const raw = await shown(handle, { view: 'raw' })
  expect(raw.text).toBe(body.replaceAll('\r\n', '\n'))
  expect(raw.merge).toBeNull()
  const query = { handle, view: 'pretty', format: 'auto', filter: '$.data.a.n' } as const
  await waitFor(async () => {
    const filtered = await texts.filter(query, mixed)
    return filtered?.state === 'made' && filtered.matchCount === 1
  }, 'the filtered body')
  const table = await waitFor(async () => {
    const rows = await texts.readTable({ handle, at: 0, firstRow: 0, maxRows: 10 }, mixed)
    return rows?.state === 'made' && rows
  }, 'the table')
  expect(table.totalRows).toBeGreaterThan(0)
  await texts.release(handle)
})

test('it changes with each part that arrives, and nothing is left of earlier ones', async () => {
  const writer = await keep(partOf(first), '\r\n--x\r\n')
  const { handle } = writer
  const read = async (text: string) =>
    waitFor(async () => {
      const rows = await texts.readRows(
        { handle, view: 'pretty', format: 'auto', firstRow: 0, maxRows: 100 },
        growing,
      )
      if (rows === null) throw new Error('The body is not known')
      const joined = rows.rows.map(row => row.text).join('')
      return rows.view === 'pretty' && joined.includes(text) && rows
    }, `the merged part ${text}`)
  const begun = await read('"l": []')
  expect(begun).toMatchObject({ isWhole: false, merge: { partCount: 1, isAwaitingParts: true } })
  const revisions = [begun.revision]
  for (const at of [0, 1, 2]) {
    await writer.write(
      Buffer.from(`\r\n{"path":["l",${at}],"items":["item ${at} é"],"hasNext":true}\r\n--x\r\n`),
    )
    revisions.push((await read(`"item ${at} é"`)).revision)
  }
  expect(revisions).toEqual([...new Set(revisions)].toSorted((one, other) => one - other))
  await writer.write(Buffer.from('\r\n{"hasNext":false}\r\n--x--'))
  await writer.close()
  expect((await shown(handle)).merge).toEqual({ ...whole, partCount: 5 })
  await texts.release(handle)
  await waitFor(
    () => readdirSync(folder).every(name => readdirSync(join(folder, name)).length === 0),
    'no files',
  )
})

test.each<[string, string, Partial<BodyMerge>]>([
  ['a body that stops', partOf(first) + partOf('{"path":["a"],"da'), { partCount: 1, isAwaitingParts: true }],
  ['a part that is no JSON', bodyOf(first, '<p>', '{"hasNext":false}'), { partCount: 3, unmergedCount: 1 }],
  [
    'a path into __proto__',
    bodyOf(first, '{"path":["__proto__"],"data":{"x":1},"hasNext":false}'),
    { unmergedCount: 1 },
  ],
  ['a path past a list', bodyOf(first, '{"path":["l",7],"items":[1],"hasNext":false}'), { unmergedCount: 1 }],
  ['a byte that is no text', `${bodyOf(first, '{"hasNext":false}')}`, {}],
])('%s is shown as far as it can be merged', async (_, body, expected) => {
  const { handle, close } = await keep(body)
  await close()
  const { view, text, merge } = await shown(handle)
  expect(view).toBe('pretty')
  expect(JSON.parse(text)).toEqual({ data: { a: {}, l: [] } })
  expect(merge).toEqual({ ...whole, ...expected })
  await texts.release(handle)
})

test.each<[string, string, string, BodyMerge['problem']]>([
  ['a wrong boundary', 'multipart/mixed; boundary=other', bodyOf(first), 'noParts'],
  [
    'too many bytes',
    'multipart/mixed; boundary=x',
    bodyOf(first, `{"x":"${'x'.repeat(maxMergedBytes)}"}`),
    'tooLarge',
  ],
])('%s is shown as received, and why', async (_, contentType, body, problem) => {
  const { handle, close } = await keep(body)
  await close()
  const { view, merge } = await shown(handle, { received: receivedAs(contentType) })
  expect([view, merge?.problem]).toEqual(['raw', problem])
  const filter = { handle, view: 'pretty', format: 'auto', filter: '$.data' } as const
  expect(await texts.filter(filter, receivedAs(contentType))).toMatchObject({ state: 'refused' })
  await texts.release(handle)
})

test.each([
  ['multipart/mixed; boundary=x', '\r\n--x\r\n\r\n{"payload":{"data":{"a":1}}}\r\n--x--'],
  ['multipart/mixed; boundary=x', '\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>\r\n--x--'],
  ['application/json', '{"data":{}}'],
])('a body of %s that begins with %j is not merged', async (contentType, body) => {
  const { handle, close } = await keep(body)
  await close()
  expect((await shown(handle, { received: receivedAs(contentType) })).merge).toBeNull()
  await texts.release(handle)
})

test.each<[string, Partial<ThreadCaps>]>([
  ['takes too long', { maxMs: 1 }],
  ['takes too much memory', { maxHeapBytes: 1 }],
])('a merge that %s leaves the body as received', async (_, merging) => {
  const by = new BodyTexts(bodies, { merging })
  const parts = Array.from(
    { length: 100_000 },
    (__, at) => `{"path":["l",${at}],"items":[${at}],"hasNext":true}`,
  )
  const { handle, close } = await keep(bodyOf(first, ...parts))
  await close()
  const { view, merge } = await shown(handle, { by })
  expect([view, merge?.problem]).toEqual(['raw', 'failed'])
  await by.release(handle)
  await by.close()
})
