import {
  defaultSendSettings,
  type EnginePorts,
  type RequestContext,
  type Sending,
  type SendOutcome,
} from '@parley/engine'
import { type DefinitionFiles, type StreamBounds, sendGrpc } from '@parley/engine/grpc'
import {
  defaultGrpcOptions,
  type GrpcOptions,
  type GrpcRequest,
  grpcCallOf,
  newGrpcRequest,
  ok,
} from '@parley/model'
import { shopProtos } from '@parley/testkit/grpc'
import { startEngine } from '../send-through-engine.testkit.ts'
import type { TransportOptions } from '../transport-options.ts'

const encoder = new TextEncoder()

/** Reads service definitions from texts by their paths. */
export function filesOfTexts(texts: Readonly<Record<string, string>>): DefinitionFiles {
  return {
    read: async path => ok(Object.hasOwn(texts, path) ? encoder.encode(texts[path]) : null),
  }
}

/** The definition of `shop.Books` from its files. */
export const fromProtos = { ...defaultGrpcOptions, definition: 'proto' } as const satisfies GrpcOptions

export const emptyContext: RequestContext = {
  ancestors: [],
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
  defaultSettings: defaultSendSettings,
}

/** A call of the test service; without other options its definition comes from its files. */
export interface TestCall extends Partial<Omit<GrpcRequest, 'messages'>> {
  /** JSON texts. */
  readonly messages?: readonly string[]
  readonly files?: DefinitionFiles
  readonly context?: RequestContext
  readonly ports?: Partial<EnginePorts>
  /** How much of a stream is received; absent: all of it. */
  readonly bounds?: StreamBounds
  readonly signal?: AbortSignal
  readonly onProgress?: Sending['onProgress']
}

/** Creates an engine that makes gRPC calls over real sockets. */
export function startGrpcEngine(options: Partial<TransportOptions> = {}) {
  const engine = startEngine(options)
  const call = async ({
    messages = ['{}'],
    files = filesOfTexts(shopProtos),
    context = emptyContext,
    ports = {},
    bounds,
    signal = new AbortController().signal,
    onProgress = () => {},
    ...fields
  }: TestCall): Promise<SendOutcome> => {
    const request = newGrpcRequest({
      name: 'Call',
      method: 'shop.Books/Get',
      protoFilePath: 'shop.proto',
      options: fromProtos,
      ...fields,
      messages: messages.map(text => ({ title: '', selected: true, text })),
    })
    const send = sendGrpc(files, bounds)
    return send({
      request: grpcCallOf(request),
      context,
      ports: { ...engine.ports, ...ports },
      signal,
      onProgress,
    })
  }
  return {
    engine,
    call,
    /** Returns the response of a call that must have one, and its content. */
    async answered(one: TestCall) {
      const outcome = await call(one)
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure.failure))
      const { exchange, tests } = outcome.value
      return { exchange, tests, grpc: exchange.response.grpc, text: engine.bodyText(exchange.response) }
    },
    /** Returns the failure of a call that must fail, and what arrived before it. */
    async failure(one: TestCall) {
      const outcome = await call(one)
      if (outcome.ok) throw new Error(`It was answered: ${JSON.stringify(outcome.value.exchange.response)}`)
      const { failure, response } = outcome.failure
      return { failure, text: response === null ? '' : engine.bodyText(response) }
    },
    close: () => engine.close(),
  }
}
