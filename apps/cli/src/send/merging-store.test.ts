import { expect, test } from 'vitest'
import { MergingStore } from './merging-store.ts'

const first = '{"data":{"l":[]},"hasNext":true}'
const bodyOf = (...parts: readonly string[]) =>
  `${parts.map(part => `\r\n--x\r\n\r\n${part}`).join('')}\r\n--x--\r\n`

async function printed(contentType: string, pieces: readonly (string | Uint8Array)[]) {
  const written: Uint8Array[] = []
  const notes: string[] = []
  const write = async (bytes: Uint8Array) => void written.push(Uint8Array.from(bytes))
  const target = { create: async () => ({ handle: 'h', write, close: async () => {} }) }
  const store = new MergingStore(target, () => void notes.push('too long'))
  const writer = await store.bodyStore.create()
  store.begin({ headers: [{ name: 'content-type', value: contentType }] })
  const counts: number[] = []
  for (const piece of pieces) {
    await writer.write(Buffer.from(piece))
    counts.push(written.length)
  }
  await writer.close()
  return { bytes: Buffer.concat(written), text: Buffer.concat(written).toString(), counts, notes }
}

const mixed = 'multipart/mixed; boundary=x'

test.each([1, 5, 1000])('parts in pieces of %i bytes are merged', async size => {
  const body = Buffer.from(bodyOf(first, '{"path":["l",0],"items":["é"],"hasNext":false}'))
  const pieces = Array.from({ length: Math.ceil(body.byteLength / size) }, (_, at) =>
    body.subarray(at * size, (at + 1) * size),
  )
  expect((await printed(mixed, pieces)).text).toBe('{"data":{"l":["é"]}}')
})

test.each<[string, string, string]>([
  ['another media type', 'application/json', '{"data":{}}'],
  ['events of a subscription', mixed, '\r\n--x\r\n\r\n{"payload":{"data":{"countdown":1000}}}\r\n--x'],
  ['parts of other media types', mixed, `\r\n--x\r\nContent-Type: text/plain\r\n\r\n${'a'.repeat(40)}`],
  ['no part for long', mixed, 'x'.repeat(20_000)],
])('%s is passed on as it arrives', async (_, contentType, body) => {
  const { text, counts } = await printed(contentType, [body, 'more'])
  expect(text).toBe(`${body}more`)
  expect(counts).toEqual([1, 2])
})

test.each([
  ['a wrong boundary', 'multipart/mixed; boundary=y', bodyOf(first)],
  ['a short body', mixed, '--x'],
  ['nothing', mixed, ''],
])('%s is printed as received', async (_, contentType, body) => {
  expect((await printed(contentType, [body])).text).toBe(body)
})

test('parts of more than 64 MB are printed as received, with a note', async () => {
  const piece = Buffer.alloc(16 * 1024 * 1024, 'x')
  const { bytes, notes, counts } = await printed(mixed, [bodyOf(first), piece, piece, piece, piece])
  expect(bytes.byteLength).toBe(4 * piece.byteLength + bodyOf(first).length)
  expect(notes).toEqual(['too long'])
  expect(counts).toEqual([0, 0, 0, 0, 5])
})
