import { createReadStream } from 'node:fs'
import type { ClientRequest } from 'node:http'
import type { ContentPart } from '@parley/engine'

/** Writes a request's content piece by piece, no faster than the connection takes it, and ends the request. */
export async function writeContent(request: ClientRequest, content: readonly ContentPart[]): Promise<void> {
  for (const part of content) {
    if (part.kind === 'bytes') await write(request, part.bytes)
    else for await (const bytes of createReadStream(part.filePath)) await write(request, bytes)
  }
  request.end()
}

function write(request: ClientRequest, bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength === 0 || request.destroyed) return Promise.resolve()
  return new Promise(resolve => {
    const done = () => {
      request.off('drain', done).off('close', done)
      resolve()
    }
    if (request.write(bytes)) return resolve()
    request.once('drain', done).once('close', done)
  })
}
