import { noAllowedOrigins, type OutboundMessage, PassedMessage } from '@parley/engine'
import { createTransport } from '../node-transport.ts'

/**
 * A program: `PORT HTTP-VERSION`. It sends 200 requests on each of 16 parallel lanes, each with its own
 * number, and prints the failures. It closes nothing and must still exit by itself.
 */
const [port = '', httpVersion] = process.argv.slice(2)
const width = 16
const requestsEach = 200

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
      port: Number(port),
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
      encodeUrl: false,
      forwardAuthorization: false,
      httpVersion: httpVersion === '2' ? '2' : '1.1',
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

const failures: { readonly id: number; readonly code: string }[] = []
const sendInTurn = async (_: unknown, lane: number) => {
  for (let turn = 0; turn < requestsEach; turn += 1) {
    const id = turn * width + lane
    const code = await send(id)
    if (code !== null) failures.push({ id, code })
  }
}
await Promise.all(Array.from({ length: width }, sendInTurn))
process.stdout.write(JSON.stringify(failures))
