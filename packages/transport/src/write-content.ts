import { createReadStream } from 'node:fs'
import type { ClientRequest } from 'node:http'
import type { ContentPart } from '@parley/engine'
import { TransportError } from './transport-error.ts'

/**
 * Writes a request's content piece by piece, no faster than the connection takes it, and ends the
 * request. Stops where the request is destroyed. A file that cannot be read rejects as `file`.
 */
export async function writeContent(request: ClientRequest, content: readonly ContentPart[]): Promise<void> {
  for (const part of content) {
    for await (const bytes of piecesOf(part)) {
      if (request.destroyed) return
      await write(request, bytes)
    }
  }
  if (!request.destroyed) request.end()
}

async function* piecesOf(part: ContentPart): AsyncGenerator<Uint8Array, void, undefined> {
  if (part.kind === 'bytes') {
    yield part.bytes
    return
  }
  try {
    yield* createReadStream(part.filePath)
  } catch {
    throw new TransportError('file', 'FILE_NOT_READ', part.filePath)
  }
}

function write(request: ClientRequest, bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength === 0) return Promise.resolve()
  return new Promise(resolve => {
    const done = () => {
      request.off('drain', done).off('close', done)
      resolve()
    }
    if (request.write(bytes)) return resolve()
    request.once('drain', done).once('close', done)
  })
}
