import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

/** Requests with node:http, which, unlike fetch, does not decode the content. */
function getEncoded(path: string): Promise<{ encoding: string | undefined; content: Buffer }> {
  return new Promise((resolve, reject) => {
    get(api.baseUrl + path, response => {
      const encoding = response.headers['content-encoding']
      buffer(response).then(content => resolve({ encoding, content }), reject)
    }).on('error', reject)
  })
}

test.each([
  ['gzip', (content: Buffer) => gunzipSync(content)],
  ['deflate', (content: Buffer) => inflateSync(content)],
  ['br', (content: Buffer) => brotliDecompressSync(content)],
  ['zstd', (content: Buffer) => zstdDecompressSync(content)],
])('codes a JSON document in %s', async (expected, decode) => {
  const { encoding, content } = await getEncoded(`/${expected}`)
  expect(encoding).toBe(expected)
  expect(() => JSON.parse(content.toString())).toThrow()
  const document = JSON.parse(decode(content).toString())
  expect(document.encoding).toBe(expected)
  expect(document.books).toHaveLength(12)
})
