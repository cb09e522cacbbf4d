import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

async function get(path: string): Promise<{ mediaType: string; content: Buffer }> {
  const response = await fetch(api.baseUrl + path)
  expect(response.status).toBe(200)
  const content = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(content.length))
  return { mediaType: response.headers.get('content-type') ?? '', content }
}

test('returns a PNG with complete chunks and pixels', async () => {
  const { mediaType, content } = await get('/image')
  expect(mediaType).toBe('image/png')
  expect(content.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([64, 64])
  const dataBytes = content.readUInt32BE(33)
  expect(content.subarray(37, 41).toString()).toBe('IDAT')
  expect(inflateSync(content.subarray(41, 41 + dataBytes))).toHaveLength(64 * (1 + 64 * 3))
  // The one checksum that never changes (W3C PNG §11.2.4).
  expect(content.subarray(-12).toString('hex')).toBe('0000000049454e44ae426082')
})

test('returns a PDF whose table points to its objects', async () => {
  const { mediaType, content } = await get('/document.pdf')
  expect(mediaType).toBe('application/pdf')
  const file = content.toString('latin1')
  expect(file).toMatch(/^%PDF-1\.4\n/)
  const tableOffset = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
  expect(file.slice(tableOffset)).toMatch(/^xref\n0 6\n/)
  const offsets = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map(match => Number(match[1]))
  expect(offsets).toHaveLength(5)
  for (const [index, offset] of offsets.entries()) {
    expect(file.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true)
  }
  const stream = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(file)
  expect(stream?.[2]?.length).toBe(Number(stream?.[1]))
})

test.each([
  ['/image.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"'],
  ['/page', 'text/html; charset=utf-8', '<h1>Bookshop</h1>'],
  ['/feed', 'application/atom+xml; charset=utf-8', '<name>Arkady &amp; Boris Strugatsky</name>'],
  ['/text', 'text/plain; charset=utf-8', 'Kanji: 雪国'],
  [
    '/csv',
    'text/csv; charset=utf-8; header=present',
    'id,title,author,isbn,price\r\n1204,"The Left Hand of Dark',
  ],
])('gives %s as %s', async (path, expectedType, part) => {
  const { mediaType, content } = await get(path)
  expect(mediaType).toBe(expectedType)
  expect(content.toString('utf8')).toContain(part)
})
