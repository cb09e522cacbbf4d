import {
  type AnswerResponse,
  type BodyStore,
  type MessageFields,
  noAllowedOrigins,
  type OutboundMessage,
  PassedMessage,
  type TransportResult,
} from '@parley/engine'
import type { Exchange, HeaderField, HttpVersionChoice, Response } from '@parley/model'
import {
  endConnection,
  type RawScript,
  type RawServer,
  type RawStep,
  receiveHead,
  startRawServer,
} from '@parley/testkit'
import { afterEach, beforeEach, expect } from 'vitest'
import { directPath, type NetworkPathChoice } from './connection/network-path.ts'
import { createTransport, type NodeTransport } from './node-transport.ts'
import type { TransportOptions } from './transport-options.ts'

/** A body store in memory that tests can inspect. */
export class MemoryBodyStore implements BodyStore {
  readonly #bodies = new Map<string, Buffer[]>()
  openWriters = 0

  async create() {
    const chunks: Buffer[] = []
    const handle = `body-${this.#bodies.size}`
    this.#bodies.set(handle, chunks)
    this.openWriters += 1
    return {
      handle,
      write: async (bytes: Uint8Array) => {
        chunks.push(Buffer.from(bytes))
      },
      close: async () => {
        this.openWriters -= 1
      },
    }
  }

  bytesOf(response: Response | null): Buffer {
    return Buffer.concat(this.#bodies.get(response?.content.handle ?? '') ?? [])
  }
}

/** The fields of a message that a test chooses; the others make a plain GET. */
export interface TestMessage extends Partial<Pick<MessageFields, 'method' | 'content'>> {
  /** `http://host:port/path`; the host is not normalized. */
  readonly url: string
  readonly headers?: readonly HeaderField[]
  readonly timeoutMs?: number
  readonly followRedirects?: boolean
  readonly connectTimeoutMs?: number
  readonly httpVersion?: HttpVersionChoice
  readonly answerResponse?: AnswerResponse
  readonly initiator?: 'user' | 'script'
  readonly scriptsReachLinkLocal?: boolean
}

function outbound(message: TestMessage): OutboundMessage {
  const match = /^(https?):\/\/(\[[^\]]+\]|[^:/]+):(\d+)(.*)$/.exec(message.url)
  const [, scheme = '', host = '', port = '', path = ''] = match ?? []
  return {
    stage: 'outbound',
    method: message.method ?? 'GET',
    target: {
      scheme: scheme === 'https' ? 'https' : 'http',
      host: host.replace(/^\[|\]$/g, ''),
      port: Number(port),
      pathAndQuery: path || '/',
      targetUri: message.url,
      address: `${host}:${port}`,
    },
    headers: message.headers ?? [{ name: 'Host', value: `${host}:${port}` }],
    content: message.content ?? [],
    settings: {
      timeoutMs: message.timeoutMs ?? 0,
      connectTimeoutMs: message.connectTimeoutMs ?? 10_000,
      followRedirects: message.followRedirects ?? false,
      maxRedirects: 10,
      forwardAuthorization: false,
      httpVersion: message.httpVersion ?? 'auto',
      autoFormatJson: false,
      initiator: message.initiator ?? 'user',
      scriptsReachLinkLocal: message.scriptsReachLinkLocal ?? false,
      scriptsRequireLibraries: false,
    },
    notices: [],
    credentials: [],
    answerResponse: message.answerResponse ?? null,
    gateFacts: { way: 'request', originChosenBy: 'user', secrets: [], inContent: [], known: [] },
  }
}

/** A direct path that trusts further authorities (PEM). */
export function trusting(...extraAuthorities: readonly string[]): NetworkPathChoice {
  return async () => ({ ...directPath, tls: { ...directPath.tls, extraAuthorities } })
}

/** A send and the events that it reported. */
export interface TestSend {
  readonly result: Promise<TransportResult>
  readonly seen: readonly Response[]
  /** The reported progress of the request's content. */
  readonly sentBytes: readonly number[]
  readonly bodies: MemoryBodyStore
  cancel(): void
}

/** Transports that succeeded; they may keep connections open. */
const keeping = new Set<NodeTransport>()

/** Closes the connections that transports kept after a response. */
export function closeKeptConnections(): void {
  for (const transport of keeping) transport.close()
  keeping.clear()
}

/** Passes a message through a gate that lets no secret pass. */
async function passed(message: OutboundMessage): Promise<PassedMessage> {
  const result = await PassedMessage.pass(
    message,
    { secretHosts: noAllowedOrigins },
    new AbortController().signal,
  )
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result.failure)}`)
  return result.value
}

/** Sends with a transport of its own. */
export function send(message: TestMessage, options: Partial<TransportOptions> = {}): TestSend {
  const bodies = new MemoryBodyStore()
  const transport = createTransport({ bodyStore: bodies, ...options })
  return sendBy(transport, bodies, message)
}

/** Creates a transport whose sends share its connections. */
export function sharedTransport(options: Partial<TransportOptions> = {}) {
  const bodies = new MemoryBodyStore()
  const transport = createTransport({ bodyStore: bodies, ...options })
  return { transport, send: (message: TestMessage) => sendBy(transport, bodies, message) }
}

function sendBy(transport: NodeTransport, bodies: MemoryBodyStore, message: TestMessage): TestSend {
  const seen: Response[] = []
  const sentBytes: number[] = []
  const cancelling = new AbortController()
  const observer = {
    onRequestContent: (bytes: number) => void sentBytes.push(bytes),
    onResponse: (response: Response) => void seen.push(response),
  }
  const result = passed(outbound(message)).then(async one => {
    const outcome = await transport.send(one, observer, cancelling.signal)
    if (outcome.ok || message.followRedirects) keeping.add(transport)
    return outcome
  })
  return { result, seen, sentBytes, bodies, cancel: () => cancelling.abort() }
}

/** Returns the exchange of a send, which must succeed. */
export async function answered({ result }: TestSend): Promise<Exchange> {
  const outcome = await result
  if (!outcome.ok) throw new Error(`Failed: ${JSON.stringify(outcome.failure)}`)
  return outcome.value
}

/** Returns the failure of a send and the bodies received. */
export async function failedSend({ result, bodies }: TestSend) {
  const outcome = await result
  if (outcome.ok) throw new Error(`Answered: ${JSON.stringify(outcome.value.response)}`)
  const { response } = outcome.failure
  return { ...outcome.failure, body: bodies.bytesOf(response) }
}

export function bytesPart(text: string | Uint8Array) {
  return { kind: 'bytes', bytes: new Uint8Array(Buffer.from(text)) } as const
}

export function fields(...pairs: readonly (readonly [string, string])[]): HeaderField[] {
  return pairs.map(([name, value]) => ({ name, value }))
}

/**
 * Starts raw servers for one test file. After each test the client has closed every connection, at once if a
 * send failed, and no rejection was left unhandled.
 */
export function rawServers(): (script: RawScript) => Promise<RawServer> {
  const servers: RawServer[] = []
  const rejections: unknown[] = []
  const onRejection = (reason: unknown) => rejections.push(reason)
  beforeEach(() => {
    process.on('unhandledRejection', onRejection)
    process.on('uncaughtException', onRejection)
  })
  afterEach(async () => {
    try {
      closeKeptConnections()
      for (const server of servers) {
        for (const { index } of server.connections) await server.waitForConnectionClose(index)
      }
      expect(rejections.splice(0)).toEqual([])
    } finally {
      process.off('unhandledRejection', onRejection).off('uncaughtException', onRejection)
      for (const server of servers.splice(0)) await server.close()
    }
  })
  return async script => {
    const server = await startRawServer(script)
    servers.push(server)
    return server
  }
}

/** Sends a GET to a server that sends these bytes and then closes. */
export function answering(start: (script: RawScript) => Promise<RawServer>) {
  const sendTo = async (answer: readonly RawStep[]) => {
    const server = await start([receiveHead, ...answer, endConnection])
    return send({ url: server.url })
  }
  return {
    /** Returns the response, its content as text, and its notices. */
    async receive(...answer: readonly RawStep[]) {
      const sent = await sendTo(answer)
      const { response, notices } = await answered(sent)
      return { response, body: sent.bodies.bytesOf(response).toString(), notices }
    },
    async fail(...answer: readonly RawStep[]) {
      return failedSend(await sendTo(answer))
    },
  }
}
