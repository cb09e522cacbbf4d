import { failed, ok, type Result } from '@parley/model'
import type { DocumentNode, ExecutionResult, OperationTypeNode } from 'graphql'
import type { BookShelf } from '../book-shelf.ts'
import { isRecord } from '../read-json.ts'

/** The parameters of a GraphQL request. */
export interface Parameters {
  readonly query: string
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

/** An operation that is valid. */
export interface PreparedOperation {
  readonly kind: `${OperationTypeNode}`
  /** Runs it. A subscription returns its results one after another. */
  run(): Promise<AsyncIterable<ExecutionResult> | ExecutionResult>
}

/** Reads parameters (GraphQL over HTTP), or returns what is wrong with them. */
export function readPayload(given: unknown): Parameters | string {
  if (!isRecord(given)) return 'The content must be a JSON object'
  const { query, operationName = null, variables = null } = given
  if (typeof query !== 'string') return 'query is missing'
  if (operationName !== null && typeof operationName !== 'string') return 'operationName must be a text'
  if (variables !== null && !isRecord(variables)) return 'variables must be a JSON object'
  return { query, operationName: operationName === '' ? null : operationName, variables: variables ?? {} }
}

/** Parses and validates an operation on the shelf. Fails with errors as GraphQL writes them. */
export async function prepareOperation(
  shelf: BookShelf,
  { query, operationName, variables }: Parameters,
  signal: AbortSignal,
): Promise<Result<PreparedOperation, readonly unknown[]>> {
  // Few sessions use GraphQL, and the library takes time to load.
  const [graphQl, bookshop] = await Promise.all([import('graphql'), import('./bookshop-schema.ts')])
  const schema = bookshop.bookshopSchema()
  let document: DocumentNode
  try {
    document = graphQl.parse(query, { maxTokens: 10_000 })
  } catch (error) {
    return failed([error])
  }
  const faults = graphQl.validate(schema, document)
  if (faults.length > 0) return failed(faults)
  const kind = graphQl.getOperationAST(document, operationName)?.operation
  if (kind === undefined) return failed([{ message: 'operationName must name one of the operations' }])
  const rootValue = bookshop.bookshopRoot(shelf, signal)
  const run = { schema, document, rootValue, variableValues: variables, operationName }
  return ok({
    kind,
    run: async () => (kind === 'subscription' ? graphQl.subscribe(run) : graphQl.execute(run)),
  })
}
