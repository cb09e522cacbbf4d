import type { ClientRequest, IncomingMessage } from 'node:http'
import type { InterimResponse } from '@parley/model'
import { readWithoutLoss } from '../content/read-without-loss.ts'
import { fieldsOf, fromWire } from '../header-fields.ts'
import { maxInterim } from '../response-limits.ts'
import { systemCode, TransportError } from '../transport-error.ts'

/** A response that has begun: its head, and its content without transfer codings. */
export interface IncomingResponse {
  readonly head: IncomingMessage
  readonly interim: readonly InterimResponse[]
  /** Throws a `TransportError` if the content ends too early or is framed incorrectly. */
  readonly content: AsyncGenerator<Buffer, void, undefined>
}

/**
 * Waits for the final response's head. Interim (1xx) responses are collected; 101, after which no HTTP
 * follows, is final, as is the response to CONNECT.
 */
export function receiveHead(request: ClientRequest): Promise<IncomingResponse> {
  return new Promise((resolve, reject) => {
    let requestError: Error | null = null
    let hasHead = false
    const isBroken = watchConnection(request)
    const interim: InterimResponse[] = []
    // The content is read from here on, because it may fail before the caller reads it.
    const begin = (head: IncomingMessage) => {
      hasHead = true
      const fault = statusFault(head)
      if (fault) reject(fault)
      else resolve({ head, interim, content: content(head, () => requestError, isBroken) })
    }
    const beginWithout = (head: IncomingMessage) => {
      hasHead = true
      resolve({ head, interim, content: noContent() })
    }
    request.once('response', begin).once('upgrade', beginWithout).once('connect', beginWithout)
    request.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
      interim.push({ statusCode, reasonPhrase: fromWire(statusMessage), headers: fieldsOf(rawHeaders) })
      if (interim.length > maxInterim)
        request.destroy(new TransportError('protocol', 'TOO_MANY_INTERIM', String(maxInterim)))
    })
    request.on('error', error => {
      requestError ??= error
      reject(error)
    })
    request.once('close', () => {
      if (!hasHead) reject(new TransportError('protocol', 'ECONNRESET'))
    })
  })
}

/**
 * Returns an error for codes below 100, which Node's parser accepts although they are invalid (RFC 9110 §15).
 */
function statusFault({ statusCode = 0 }: IncomingMessage): TransportError | null {
  if (statusCode >= 100) return null
  return new TransportError('protocol', 'INVALID_STATUS', String(statusCode).padStart(3, '0'))
}

/**
 * Reads the content. Only the request has the error that broke the framing; the response just says that it
 * was aborted.
 */
function content(
  head: IncomingMessage,
  requestError: () => Error | null,
  isBroken: () => boolean,
): AsyncGenerator<Buffer, void, undefined> {
  const incomplete = () => new TransportError('protocol', 'INCOMPLETE_RESPONSE')
  const nameFailure = (error: unknown) => {
    const cause = requestError() ?? error
    const code = systemCode(cause)
    if (cause instanceof TransportError) return cause
    return code?.startsWith('HPE_') ? new TransportError('protocol', code) : incomplete()
  }
  // Content that ends with the connection is complete unless the connection failed (RFC 9112 §8).
  return readWithoutLoss(head, nameFailure, () => {
    if (isBroken() && endsWithConnection(head)) throw incomplete()
  })
}

function endsWithConnection({ headers }: IncomingMessage): boolean {
  const isChunked = /(^|,)\s*chunked\s*$/i.test(headers['transfer-encoding'] ?? '')
  return !isChunked && headers['content-length'] === undefined
}

/** Returns whether the connection of a request has failed. Node only says that its response has ended. */
function watchConnection(request: ClientRequest): () => boolean {
  let isBroken = false
  const onError = () => {
    isBroken = true
  }
  request.once('socket', socket => {
    socket.once('error', onError)
    request.once('close', () => socket.off('error', onError))
  })
  return () => isBroken
}

async function* noContent(): AsyncGenerator<Buffer, void, undefined> {}
