import { createServer, type ServerResponse } from 'node:http'
import { listenOnLoopback } from '../listen-on-loopback.ts'
import { pairFields } from '../pair-fields.ts'
import { waitFor } from '../wait-for.ts'
import type { RecordedRequest } from './record-requests.ts'

export type ModelDialect = 'openai' | 'anthropic'

/** How the service of a model answers. */
export type ModelBehaviour =
  | { readonly kind: 'answer'; readonly text: string }
  /** Sends each byte by itself. */
  | { readonly kind: 'bytewise'; readonly text: string }
  /** Sends a text, and then keeps the connection open. */
  | { readonly kind: 'neverEnding'; readonly text: string }
  /** Sends a text, and breaks the connection off. */
  | { readonly kind: 'broken'; readonly text: string }
  /** Ends the stream without its last event. */
  | { readonly kind: 'cut'; readonly text: string }
  /** Ends the stream with an event that reports an error. */
  | { readonly kind: 'errorEvent'; readonly text: string; readonly message: string }
  /** Ends the stream because the content is not allowed. */
  | { readonly kind: 'refusal' }
  /** Sends an event that is not JSON. */
  | { readonly kind: 'wrongJson' }
  /** Sends any response. */
  | {
      readonly kind: 'response'
      readonly statusCode: number
      readonly headers?: Readonly<Record<string, string>>
      readonly content: string
    }

/** A service of a model for tests, which knows no model. */
export interface ModelServer {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string
  /** All complete requests so far, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** The answer to each question from now on. */
  behaviour: ModelBehaviour
  /** Resolves when no connection is open; rejects after 5 s. */
  waitForNoConnection(): Promise<void>
  close(): Promise<void>
}

/** Starts a service on 127.0.0.1 that lists two models and answers questions. */
export async function startModelServer(dialect: ModelDialect): Promise<ModelServer> {
  const requests: RecordedRequest[] = []
  let openResponses = 0
  const state = { behaviour: { kind: 'answer', text: 'OK' } as ModelBehaviour }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    openResponses += 1
    response.on('close', () => {
      openResponses -= 1
    })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '' } = request
      requests.push({ method, url, headers: pairFields(request.rawHeaders), content: Buffer.concat(chunks) })
      if (method === 'GET' && state.behaviour.kind !== 'response') {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ data: [{ id: 'small-model' }, { id: 'large-model' }] }))
      } else void respond(response, state.behaviour, events[dialect])
    })
  })
  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get behaviour() {
      return state.behaviour
    },
    set behaviour(behaviour) {
      state.behaviour = behaviour
    },
    waitForNoConnection: async () => {
      await waitFor(
        () => openResponses === 0,
        () => `no open connection (${openResponses} are)`,
      )
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface DialectEvents {
  readonly before: string
  text(text: string): string
  readonly end: string
  readonly refusal: string
  error(message: string): string
}

const openAiEvent = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`
const anthropicEvent = (event: { readonly type: string }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
const ofType = (type: string, members: object = {}) => anthropicEvent({ type, ...members })

const events: Readonly<Record<ModelDialect, DialectEvents>> = {
  openai: {
    before: openAiEvent({ delta: { role: 'assistant', content: '' } }),
    text: content => openAiEvent({ delta: { content } }),
    end: `${openAiEvent({ delta: {}, finish_reason: 'stop' })}data: {"choices":[],"usage":{"total_tokens":3}}\n\ndata: [DONE]\n\n`,
    refusal: openAiEvent({ delta: {}, finish_reason: 'content_filter' }),
    error: message => `data: ${JSON.stringify({ error: { message } })}\n\n`,
  },
  anthropic: {
    before: ofType('message_start') + ofType('content_block_start') + ofType('ping'),
    text: text => ofType('content_block_delta', { delta: { type: 'text_delta', text } }),
    end: ofType('message_delta', { delta: { stop_reason: 'end_turn' } }) + ofType('message_stop'),
    refusal: ofType('message_delta', { delta: { stop_reason: 'refusal' } }) + ofType('message_stop'),
    error: message => ofType('error', { error: { type: 'overloaded_error', message } }),
  },
}

async function respond(
  response: ServerResponse,
  behaviour: ModelBehaviour,
  of: DialectEvents,
): Promise<void> {
  if (behaviour.kind !== 'response') response.writeHead(200, { 'content-type': 'text/event-stream' })
  const words = 'text' in behaviour ? behaviour.text.split(/(?<=\s)(?=\S)/).filter(word => word !== '') : []
  const text = of.before + words.map(word => of.text(word)).join('')
  switch (behaviour.kind) {
    case 'response':
      response.writeHead(behaviour.statusCode, { 'content-type': 'application/json', ...behaviour.headers })
      response.end(behaviour.content)
      return
    case 'answer':
      response.end(text + of.end)
      return
    case 'bytewise':
      for (const byte of Buffer.from(text + of.end))
        await new Promise(resolve => response.write(Buffer.of(byte), resolve))
      response.end()
      return
    case 'neverEnding':
      response.write(text)
      return
    case 'broken':
      response.write(text, () => response.destroy())
      return
    case 'cut':
      response.end(text)
      return
    case 'errorEvent':
      response.end(text + of.error(behaviour.message))
      return
    case 'refusal':
      response.end(of.before + of.refusal)
      return
    case 'wrongJson':
      response.end('data: {"choices":\n\n')
  }
}
