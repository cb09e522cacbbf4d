import type { SendOutcome } from '@parley/engine'
import { type Exchange, failed, newHttpRequest, ok, type SendFailure } from '@parley/model'
import type { FileBodyStore } from '../file-body-store.ts'

/** Returns an exchange whose response's content is in a store. */
function exchangeWith(handle: string, decodedBytes: number, url = 'http://h.example/books'): Exchange {
  const none = { httpVersion: '1.1', headers: [], headerBytes: 10 }
  return {
    request: {
      ...none,
      method: 'GET',
      targetUri: url,
      requestLine: 'GET /books HTTP/1.1',
      leftOut: [],
      contentBytes: 0,
    },
    response: {
      ...none,
      statusCode: 201,
      reasonPhrase: 'Created',
      trailers: [],
      interim: [],
      content: {
        handle,
        mediaType: 'text/plain',
        charset: '',
        wireBytes: decodedBytes,
        decodedBytes,
        isComplete: true,
      },
    },
    timings: {
      startedAt: 5,
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      waitingMs: 1,
      downloadMs: 1,
      totalMs: 12,
    },
    hops: [],
    connection: { remoteAddress: '127.0.0.1', remotePort: 80, isReused: false, tls: null, proxy: null },
    notices: [],
  }
}

/** Returns a successful send whose content was added to the store. */
export async function answered(
  bodies: FileBodyStore,
  content: Uint8Array,
  url?: string,
): Promise<SendOutcome> {
  const writer = await bodies.create()
  await writer.write(content)
  await writer.close()
  const exchange = exchangeWith(writer.handle, content.byteLength, url)
  return ok({ exchange, tests: { results: [{ passed: true, name: 'T' }], scriptErrors: [] } })
}

const refused: SendFailure = {
  kind: 'connect',
  code: 'ECONNREFUSED',
  step: 'connect',
  address: 'h.example:80',
  subject: '',
  elapsedMs: 7,
}

/** Returns a send without a response. */
export function notAnswered(kind: SendFailure['kind'] = 'connect'): SendOutcome {
  return failed({ failure: { ...refused, kind }, attempt: null, response: null })
}

/** The request as typed. */
export const typedRequest = newHttpRequest({ method: 'GET', url: '{{base}}/books' })
