import type { IncomingMessage } from 'node:http'

/** How a request's content ended. */
export type ReceivedContent =
  | { readonly kind: 'complete'; readonly content: Buffer }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'broken' }

/**
 * Reads a request's content into memory, up to `limitBytes`. Stops at once where the limit is passed, or
 * where Content-Length says that it would be; the rest is left unread for the caller to discard.
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
