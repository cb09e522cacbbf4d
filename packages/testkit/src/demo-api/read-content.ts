import type { IncomingMessage } from 'node:http'

/** The result of reading a request's content. */
export type ReceivedContent =
  | { readonly kind: 'complete'; readonly content: Buffer }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'broken' }

/**
 * Reads a request's content into memory, up to `limitBytes`. Stops at once if the limit is exceeded, or if
 * Content-Length announces that it will be; the caller must discard the rest.
 */
export function readContent(request: IncomingMessage, limitBytes: number): Promise<ReceivedContent> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes)
    return Promise.resolve({ kind: 'tooLarge' })
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    let receivedBytes = 0
    request.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length
      if (receivedBytes > limitBytes) {
        chunks.length = 0
        resolve({ kind: 'tooLarge' })
      } else {
        chunks.push(chunk)
      }
    })
    request.on('end', () => resolve({ kind: 'complete', content: Buffer.concat(chunks) }))
    request.on('error', () => resolve({ kind: 'broken' }))
    request.on('close', () => resolve({ kind: 'broken' }))
  })
}
