import { createServer } from 'node:http'
import { listenOnLoopback } from '../listen-on-loopback.ts'
import { waitFor } from '../wait-for.ts'
import { type FixedAnswer, type RecordedRequest, recordRequests } from './record-requests.ts'

/** A server that accepts and records every request. */
export interface Sink {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string
  readonly port: number
  /** All complete requests so far, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** Resolves to the requests as soon as there are this many; rejects after 5 s. */
  waitForRequests(count: number): Promise<readonly RecordedRequest[]>
  close(): Promise<void>
}

const emptyJson: FixedAnswer = {
  statusCode: 200,
  headers: ['Content-Type', 'application/json'],
  content: '{}',
}

/** Starts a sink on 127.0.0.1. It responds with `200 {}`, or as `answerFor` decides. */
export async function startSink(
  answerFor: (request: RecordedRequest) => FixedAnswer = () => emptyJson,
): Promise<Sink> {
  const requests: RecordedRequest[] = []
  const server = createServer(recordRequests(requests, answerFor))
  server.maxHeadersCount = 0
  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    waitForRequests: count =>
      waitFor(
        () => requests.length >= count && requests,
        () => `${count} requests (${requests.length} came)`,
      ),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
