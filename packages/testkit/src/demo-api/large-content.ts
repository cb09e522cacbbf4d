import { Readable } from 'node:stream'
import { type Answer, answerContent } from './answer.ts'
import { readWholeNumber } from './read-whole-number.ts'
import type { Call, Route } from './route.ts'
import { largeJsonChunks } from './samples/large-json.ts'

/** 1 GiB. */
const sizeLimitBytes = 1024 ** 3
const chunkBytes = 64 * 1024

/** Routes with content of a chosen, exact size, generated while it is sent: back-pressure limits memory. */
export const largeContentRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/large',
    summary: 'A JSON list of records, of exactly this number of bytes (1000 to 1073741824)',
    handle: call => answerSized(call, 'application/json', { minimum: 1000, chunks: largeJsonChunks }),
  },
  {
    method: 'GET',
    path: '/large-line',
    summary: 'A text of one single line, of exactly this number of bytes (1 to 1073741824)',
    handle: call =>
      answerSized(call, 'text/plain; charset=utf-8', {
        minimum: 1,
        chunks: size => repeat(lineChunk(), size),
      }),
  },
  {
    method: 'GET',
    path: '/binary',
    summary:
      'Bytes that count up from 0 to 255 again and again, of exactly this number of bytes (0 to 1073741824)',
    handle: call =>
      answerSized(call, 'application/octet-stream', {
        minimum: 0,
        chunks: size => repeat(countingChunk(), size),
      }),
  },
]

interface SizedContent {
  readonly minimum: number
  readonly chunks: (sizeBytes: number) => Iterable<Uint8Array>
}

function answerSized(call: Call, mediaType: string, { minimum, chunks }: SizedContent): Answer {
  const range = { minimum, maximum: sizeLimitBytes }
  const size = readWholeNumber('bytes', call.query.get('bytes'), range, 1_000_000)
  if (!size.ok) return size.answer
  return answerContent(mediaType, {
    lengthBytes: size.value,
    open: () => Readable.from(chunks(size.value), { objectMode: false, highWaterMark: chunkBytes }),
  })
}

function* repeat(chunk: Uint8Array, sizeBytes: number): Generator<Uint8Array> {
  for (let sent = 0; sent < sizeBytes; sent += chunk.length) {
    yield chunk.subarray(0, Math.min(chunk.length, sizeBytes - sent))
  }
}

function lineChunk(): Uint8Array {
  return Buffer.alloc(chunkBytes, 'All in one line, 0123456789. ')
}

function countingChunk(): Uint8Array {
  return Uint8Array.from({ length: chunkBytes }, (_, index) => index % 256)
}
