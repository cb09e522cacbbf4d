import { Readable } from 'node:stream'
import type { ExecutionResult } from 'graphql'
import type { Answer } from '../answer.ts'
import type { BookShelf } from '../book-shelf.ts'
import type { Call, Route } from '../route.ts'
import {
  type Parameters,
  type PreparedOperation,
  prepareOperation,
  readPayload,
} from './prepare-operation.ts'

const summary =
  'The bookshop by GraphQL: queries, mutations and, as server-sent events or over a WebSocket, a subscription to changes of the stock'

/** Routes for GraphQL over HTTP, and for subscriptions over Server-Sent Events (distinct connections mode). */
export function graphQlRoutes(shelf: BookShelf): readonly Route[] {
  const handle = (call: Call) => answerGraphQl(shelf, call)
  return [
    { method: 'GET', path: '/graphql', summary, handle },
    { method: 'POST', path: '/graphql', summary, handle },
  ]
}

async function answerGraphQl(shelf: BookShelf, call: Call): Promise<Answer> {
  const parameters = readParameters(call)
  if (typeof parameters === 'string') return answerErrors(call, 400, [{ message: parameters }])
  const prepared = await prepareOperation(shelf, parameters, call.signal)
  if (!prepared.ok) return answerErrors(call, 400, prepared.failure)
  const { kind, run } = prepared.value
  const refusal = refusalOf(call, kind)
  if (refusal !== null) return refusal
  const results = await run()
  if (!(Symbol.asyncIterator in results)) return answerResult(call, results)
  return {
    statusCode: 200,
    fields: ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-store'],
    content: { open: () => Readable.from(eventTexts(results)) },
  }
}

function refusalOf(call: Call, operation: PreparedOperation['kind']): Answer | null {
  if (call.method !== 'POST' && operation === 'mutation')
    return answerErrors(call, 405, [{ message: 'A mutation needs POST' }], ['Allow', 'POST'])
  if (operation === 'subscription' && !accepts(call, 'text/event-stream'))
    return answerErrors(call, 406, [{ message: 'A subscription needs Accept: text/event-stream' }])
  return null
}

async function* eventTexts(results: AsyncIterable<ExecutionResult>): AsyncGenerator<string> {
  for await (const result of results) yield `event: next\ndata: ${JSON.stringify(result)}\n\n`
  yield 'event: complete\ndata:\n\n'
}

/** Returns the parameters of a request (GraphQL over HTTP), or what is wrong with them. */
function readParameters({ method, query, content }: Call): Parameters | string {
  if (method === 'POST') return readPayload(parsed(content.toString('utf8')))
  const given: Readonly<Record<string, string | undefined>> = Object.fromEntries(query)
  const { variables } = given
  if (variables === undefined) return readPayload(given)
  const values = parsed(variables)
  // What is no JSON stays a text, which is refused.
  return readPayload({ ...given, variables: values === undefined ? variables : values })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const graphQlMediaType = 'application/graphql-response+json'

function accepts(call: Call, mediaType: string): boolean {
  return (call.request.headers.accept ?? '').includes(mediaType)
}

/** Errors before the execution have the status 200 for clients that know application/json alone. */
function answerErrors(
  call: Call,
  statusCode: number,
  errors: readonly unknown[],
  fields: readonly string[] = [],
): Answer {
  const isKnown = accepts(call, graphQlMediaType) || statusCode !== 400
  return answerResult(call, { errors }, isKnown ? statusCode : 200, fields)
}

function answerResult(call: Call, result: object, statusCode = 200, fields: readonly string[] = []): Answer {
  const mediaType = accepts(call, graphQlMediaType) ? graphQlMediaType : 'application/json'
  return { statusCode, fields: ['Content-Type', mediaType, ...fields], content: JSON.stringify(result) }
}
