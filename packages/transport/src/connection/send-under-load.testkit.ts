import { noAllowedOrigins, type OutboundMessage, PassedMessage } from '@parley/engine'
import { createTransport } from '../node-transport.ts'

/** A server to send to, and how often. */
export interface Load {
  readonly port: number
  readonly httpVersion: '1.1' | '2'
  /** How many requests are sent at a time. */
  readonly lanes: number
  readonly requestsEach: number
}

/** A request that failed. */
export interface FailedRequest {
  readonly id: number
  readonly code: string
}

/**
 * Sends requests on parallel lanes, each with its own number, and returns the failures. It closes nothing; the
 * connections must still let a program exit.
 */
export async function sendUnderLoad({
  port,
  httpVersion,
  lanes,
  requestsEach,
}: Load): Promise<readonly FailedRequest[]> {
  const bodies = new Map<string, string>()
  const transport = createTransport({
    bodyStore: {
      async create() {
        const handle = String(bodies.size)
        bodies.set(handle, '')
        return {
          handle,
          write: async bytes =>
            void bodies.set(handle, (bodies.get(handle) ?? '') + Buffer.from(bytes).toString()),
          close: async () => {},
        }
      },
    },
  })

  /** Returns null if the response belongs to this number. */
  async function send(id: number): Promise<string | null> {
    const method = id % 5 === 0 ? 'POST' : 'GET'
    const message: OutboundMessage = {
      stage: 'outbound',
      method,
      target: {
        scheme: 'http',
        host: '127.0.0.1',
        port,
        pathAndQuery: `/${id}`,
        targetUri: `http://127.0.0.1:${port}/${id}`,
        address: `127.0.0.1:${port}`,
      },
      headers: [
        { name: 'Host', value: `127.0.0.1:${port}` },
        ...(method === 'POST' ? [{ name: 'Content-Length', value: '4' }] : []),
      ],
      content: method === 'POST' ? [{ kind: 'bytes', bytes: new Uint8Array(Buffer.from('body')) }] : [],
      settings: {
        timeoutMs: 0,
        connectTimeoutMs: 10_000,
        followRedirects: false,
        maxRedirects: 0,
        forwardAuthorization: false,
        httpVersion,
        autoFormatJson: false,
        initiator: 'user',
        scriptsReachLinkLocal: false,
        scriptsRequireLibraries: false,
      },
      notices: [],
      credentials: [],
      answerResponse: null,
      gateFacts: { way: 'request', originChosenBy: 'user', secrets: [], inContent: [], known: [] },
    }
    const nobody = { onRequestContent: () => {}, onResponse: () => {} }
    const { signal } = new AbortController()
    const passed = await PassedMessage.pass(message, { secretHosts: noAllowedOrigins }, signal)
    if (!passed.ok) return passed.failure.code
    const outcome = await transport.send(passed.value, nobody, signal)
    if (!outcome.ok) return outcome.failure.failure.code
    return bodies.get(outcome.value.response.content.handle) === `${method} ${id}` ? null : 'WRONG_ANSWER'
  }

  const failures: FailedRequest[] = []
  const sendInTurn = async (_: unknown, lane: number) => {
    for (let turn = 0; turn < requestsEach; turn += 1) {
      const id = turn * lanes + lane
      const code = await send(id)
      if (code !== null) failures.push({ id, code })
    }
  }
  await Promise.all(Array.from({ length: lanes }, sendInTurn))
  return failures
}
