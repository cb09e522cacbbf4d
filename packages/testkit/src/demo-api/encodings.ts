import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Answer } from './answer.ts'
import type { Route } from './route.ts'
import { sampleBooks } from './samples/sample-books.ts'

/** The content codings of RFC 9110 §8.4.1 (`deflate` is the zlib format), RFC 7932 and RFC 8878. */
const encoders: ReadonlyMap<string, (content: Uint8Array) => Uint8Array> = new Map([
  ['gzip', content => gzipSync(content)],
  ['deflate', content => deflateSync(content)],
  ['br', content => brotliCompressSync(content)],
  ['zstd', content => zstdCompressSync(content)],
])

/** Routes with a JSON document in each content coding, regardless of the request's Accept-Encoding. */
export const encodingRoutes: readonly Route[] = [...encoders].map(([encoding, encode]) => ({
  method: 'GET',
  path: `/${encoding}`,
  summary: `A JSON document with Content-Encoding: ${encoding}`,
  handle: () => answerEncoded(encoding, encode),
}))

function answerEncoded(encoding: string, encode: (content: Uint8Array) => Uint8Array): Answer {
  const document = Buffer.from(JSON.stringify({ encoding, books: sampleBooks() }))
  return {
    statusCode: 200,
    fields: ['Content-Type', 'application/json', 'Content-Encoding', encoding],
    content: encode(document),
  }
}
