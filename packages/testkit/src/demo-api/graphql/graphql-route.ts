import { Readable } from 'node:stream'
import type { DocumentNode, ExecutionResult, OperationTypeNode } from 'graphql'
import type { Answer } from '../answer.ts'
import type { BookShelf } from '../book-shelf.ts'
import { isRecord } from '../read-json.ts'
import type { Call, Route } from '../route.ts'

const summary =
  'The bookshop by GraphQL: queries, mutations and, as server-sent events, a subscription to changes of the stock'

/** Routes for GraphQL over HTTP, and for subscriptions over Server-Sent Events (distinct connections mode). */
export function graphQlRoutes(shelf: BookShelf): readonly Route[] {
  const handle = (call: Call) => answerGraphQl(shelf, call)
  return [
    { method: 'GET', path: '/graphql', summary, handle },
    { method: 'POST', path: '/graphql', summary, handle },
  ]
}

interface Parameters {
  readonly query: string
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

async function answerGraphQl(shelf: BookShelf, call: Call): Promise<Answer> {
  const parameters = readParameters(call)
  if (typeof parameters === 'string') return answerErrors(call, 400, [{ message: parameters }])
  // Few sessions use GraphQL, and the library takes time to load.
  const [graphQl, bookshop] = await Promise.all([import('graphql'), import('./bookshop-schema.ts')])
  const schema = bookshop.bookshopSchema()
  let document: DocumentNode
  try {
    document = graphQl.parse(parameters.query, { maxTokens: 10_000 })
  } catch (error) {
    return answerErrors(call, 400, [error])
  }
  const faults = graphQl.validate(schema, document)
  if (faults.length > 0) return answerErrors(call, 400, faults)
  const operation = graphQl.getOperationAST(document, parameters.operationName)?.operation
  if (operation === undefined)
    return answerErrors(call, 400, [{ message: 'operationName must name one of the operations' }])
  const run = {
    schema,
    document,
    rootValue: bookshop.bookshopRoot(shelf, call.signal),
    variableValues: parameters.variables,
    operationName: parameters.operationName,
  }
  const refusal = refusalOf(call, operation)
  if (refusal !== null) return refusal
  if (operation !== 'subscription') return answerResult(call, await graphQl.execute(run))
  const results = await graphQl.subscribe(run)
  if (!(Symbol.asyncIterator in results)) return answerResult(call, results)
  return {
    statusCode: 200,
    fields: ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-store'],
    content: { open: () => Readable.from(eventTexts(results)) },
  }
}

function refusalOf(call: Call, operation: `${OperationTypeNode}`): Answer | null {
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
  const isInUrl = method !== 'POST'
  const given = isInUrl ? Object.fromEntries(query) : parsed(content.toString('utf8'))
  if (!isRecord(given)) return 'The content must be a JSON object'
  const { query: text, operationName = null, variables = null } = given
  if (typeof text !== 'string') return 'query is missing'
  if (operationName !== null && typeof operationName !== 'string') return 'operationName must be a text'
  const values = isInUrl && typeof variables === 'string' ? parsed(variables) : variables
  if (values !== null && !isRecord(values)) return 'variables must be a JSON object'
  return { query: text, operationName: operationName === '' ? null : operationName, variables: values ?? {} }
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
