import { failed, type HttpRequest, ok, type Result } from '@parley/model'
import { PassedMessage } from '../../prepare/gate/passed-message.ts'
import type { EnginePorts } from '../../prepare/ports/engine-ports.ts'
import type { ScriptRunner } from '../../prepare/ports/script-runner.ts'
import type { BodyStore } from '../../prepare/ports/transport.ts'
import type { RequestContext } from '../../prepare/request-context.ts'
import { prepareSend } from '../prepare-send.ts'
import {
  decidingBytes,
  firstIntrospection,
  type IntrospectionAnswer,
  type IntrospectionAttempt,
  nextIntrospection,
  readIntrospectionAnswer,
} from './introspection-query.ts'
import type { SchemaAnswer, SchemaFailure } from './schema-failure.ts'
import { schemaRequest } from './schema-request.ts'

/** A schema of GraphQL: the response to an introspection query, or SDL; the types of gRPC services as `protoc` writes them. */
export type SchemaFormat = 'introspection' | 'sdl' | 'descriptorSet'

/** A response with a schema. */
export interface FetchedSchema {
  /** The whole response to the introspection query, as UTF-8. */
  readonly content: Uint8Array<ArrayBuffer>
}

/** More than any schema has; the page refuses more as well. */
export const longestSchemaBytes = 64_000_000

const longestShownAnswer = 50_000

const unobserved = { onRequestContent() {}, onResponse() {} }

/**
 * Asks a server for its schema with the request's own headers, cookies and authorization, and asks again with
 * simpler queries if the server refuses a part of the query. Scripts run if the port runs them, but they do not
 * change the content. Nothing is recorded in the history.
 */
export async function fetchSchema(
  request: HttpRequest,
  context: RequestContext,
  ports: EnginePorts,
  signal: AbortSignal,
): Promise<Result<FetchedSchema, SchemaFailure>> {
  const host = { ...ports, scripts: keepingContent(ports.scripts) }
  const attempts: IntrospectionAttempt[] = []
  let next: IntrospectionAttempt = firstIntrospection
  for (;;) {
    attempts.push(next)
    const received = await ask(schemaRequest(request, next), context, host, signal)
    if (!received.ok) return received
    const { content, address, answer } = received.value
    const read = readIntrospectionAnswer(new TextDecoder().decode(content.subarray(0, decidingBytes)))
    if (read.kind === 'schema') return ok({ content })
    const following = nextIntrospection(attempts, read)
    if (following === null) return failed(failureOf(read, address, answer))
    next = following
  }
}

interface ReceivedAnswer {
  readonly content: Uint8Array<ArrayBuffer>
  /** As `host:port`. */
  readonly address: string
  readonly answer: SchemaAnswer
}

async function ask(
  request: HttpRequest,
  context: RequestContext,
  ports: EnginePorts,
  signal: AbortSignal,
): Promise<Result<ReceivedAnswer, SchemaFailure>> {
  const prepared = await prepareSend(request, context, ports, signal)
  if (!prepared.ok) return failed({ code: 'SEND_FAILED', failure: prepared.failure })
  const { message } = prepared.value
  const { target, gateFacts } = message
  const outbound = { ...message, gateFacts: { ...gateFacts, way: 'schema' as const } }
  const passed = await PassedMessage.pass(outbound, ports, signal)
  if (!passed.ok) return failed({ code: 'SEND_FAILED', failure: passed.failure })
  const store = new LimitedStore(longestSchemaBytes)
  const sent = await ports.transport.send(passed.value, unobserved, signal, store)
  if (store.isFull)
    return failed({ code: 'SCHEMA_TOO_LARGE', address: target.address, limitBytes: longestSchemaBytes })
  if (!sent.ok) return failed({ code: 'SEND_FAILED', failure: sent.failure.failure })
  const { statusCode, reasonPhrase, content } = sent.value.response
  const bytes = store.content()
  const text = new TextDecoder().decode(bytes.subarray(0, longestShownAnswer))
  const answer = { statusCode, reasonPhrase, mediaType: content.mediaType, text }
  return ok({ content: bytes, address: target.address, answer })
}

function failureOf(
  read: Exclude<IntrospectionAnswer, { kind: 'schema' }>,
  address: string,
  answer: SchemaAnswer,
): SchemaFailure {
  if (read.kind === 'notGraphQl') return { code: 'NOT_GRAPHQL', address, answer }
  const code = read.kind === 'forbidden' ? 'INTROSPECTION_FORBIDDEN' : 'INTROSPECTION_FAILED'
  return { code, address, message: read.messages[0] ?? '', answer }
}

/** A script may set the content of the request, but here the content is Parley's own query. */
function keepingContent(scripts: ScriptRunner): ScriptRunner {
  return {
    ...scripts,
    async runPreRequest(run) {
      const outcome = await scripts.runPreRequest(run)
      if (!outcome.ok) return outcome
      return ok({ ...outcome.value, overrides: { ...outcome.value.overrides, method: null, content: null } })
    },
  }
}

class TooLargeError extends Error {
  readonly code = 'SCHEMA_TOO_LARGE'
}

/** Holds the content of the last response in memory, up to a limit. */
class LimitedStore implements BodyStore {
  isFull = false
  readonly #limitBytes: number
  #chunks: Uint8Array[] = []
  #sizeBytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  async create() {
    // A redirect has content as well.
    this.#chunks = []
    this.#sizeBytes = 0
    return {
      handle: '',
      write: async (bytes: Uint8Array) => {
        this.#sizeBytes += bytes.byteLength
        this.isFull = this.#sizeBytes > this.#limitBytes
        if (this.isFull) throw new TooLargeError()
        // Copied, as the caller may reuse its memory.
        this.#chunks.push(Uint8Array.from(bytes))
      },
      close: async () => {},
    }
  }

  content(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.#sizeBytes)
    let at = 0
    for (const chunk of this.#chunks) {
      whole.set(chunk, at)
      at += chunk.byteLength
    }
    return whole
  }
}
