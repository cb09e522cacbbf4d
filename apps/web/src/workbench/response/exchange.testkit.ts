import type { Exchange, Response } from '@parley/model'

/** A whole response of 5 bytes. */
export const testResponse: Response = {
  httpVersion: '1.1',
  statusCode: 200,
  reasonPhrase: 'OK',
  headers: [],
  trailers: [],
  headerBytes: 20,
  interim: [],
  content: { handle: 'h', mediaType: '', charset: '', wireBytes: 5, decodedBytes: 5, isComplete: true },
}

/** A request that was answered with {@link testResponse}. */
export const testExchange: Exchange = {
  request: {
    method: 'GET',
    targetUri: '',
    httpVersion: '1.1',
    requestLine: '',
    headers: [],
    leftOut: [],
    headerBytes: 1,
    contentBytes: 0,
  },
  response: testResponse,
  timings: {
    startedAt: 0,
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    waitingMs: null,
    downloadMs: null,
    totalMs: 12,
  },
  hops: [],
  connection: { remoteAddress: '', remotePort: 0, isReused: false, proxy: null, tls: null },
  notices: [],
}
