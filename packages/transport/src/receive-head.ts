import type { ClientRequest, IncomingMessage } from 'node:http'
import { readWithoutLoss } from './read-without-loss.ts'
import { systemCode, TransportError } from './transport-error.ts'

/** A server that sends more interim responses than this will not come to an end. */
const maxInterim = 100

/** A response that has begun: its head, and its content as it stands on the wire. */
export interface IncomingResponse {
  readonly head: IncomingMessage
  /** Throws a `TransportError` where the content ends too early or is framed wrongly. */
  readonly content: AsyncGenerator<Buffer, void, undefined>
}

/**
 * Waits for the final response's head. Interim (1xx) ones are passed over, but 101, after which no
 * HTTP follows, is final, as is the answer to CONNECT.
 */
export function receiveHead(request: ClientRequest): Promise<IncomingResponse> {
  return new Promise((resolve, reject) => {
    let requestError: Error | null = null
    // The content is listened to from here on: its failure may come before anyone reads it.
    const begin = (head: IncomingMessage) => {
      const fault = statusFault(head)
      if (fault) reject(fault)
      else resolve({ head, content: content(readWithoutLoss(head), () => requestError) })
    }
    const beginWithout = (head: IncomingMessage) => resolve({ head, content: noContent() })
    request.once('response', begin).once('upgrade', beginWithout).once('connect', beginWithout)
    let interim = 0
    request.on('information', () => {
      interim += 1
      if (interim > maxInterim)
        request.destroy(new TransportError('protocol', 'TOO_MANY_INTERIM', String(maxInterim)))
    })
    request.on('error', error => {
      requestError ??= error
      reject(error)
    })
    request.once('close', () => reject(new TransportError('protocol', 'ECONNRESET')))
  })
}

/** Node's parser takes codes below 100, which are none (RFC 9110 §15). */
function statusFault({ statusCode = 0 }: IncomingMessage): TransportError | null {
  if (statusCode >= 100) return null
  return new TransportError('protocol', 'INVALID_STATUS', String(statusCode).padStart(3, '0'))
}

/** What broke the framing is known to the request alone; the response only sees that it was aborted. */
async function* content(
  bytes: AsyncGenerator<Buffer, void, undefined>,
  requestError: () => Error | null,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* bytes
  } catch (error) {
    const cause = requestError() ?? error
    const code = systemCode(cause)
    if (cause instanceof TransportError) throw cause
    if (code?.startsWith('HPE_')) throw new TransportError('protocol', code)
    throw new TransportError('protocol', 'INCOMPLETE_RESPONSE')
  }
}

async function* noContent(): AsyncGenerator<Buffer, void, undefined> {}
