import type { GraphQlBody, HttpBody } from '@parley/model'

/** An operation of a query. */
export interface GraphQlOperation {
  /** Null for an anonymous operation. */
  readonly name: string | null
  readonly kind: 'query' | 'mutation' | 'subscription'
}

/** White space, commas and comments; variables; block strings, strings and names; any other character. */
const tokens =
  /[\s,\uFEFF]+|#[^\r\n]*|(\{\{[^{}\r\n]+\}\})|"""(?:\\"""|[^"]|"(?!""))*(?:"""|$)|"(?:\\.|[^"\\\r\n])*"?|([_A-Za-z][_0-9A-Za-z]*)|([\s\S])/gy

const kinds: readonly string[] = ['query', 'mutation', 'subscription'] satisfies GraphQlOperation['kind'][]

/**
 * Returns the operations of a query in order. The query need not be valid, and `{{name}}` may replace a part of it: only
 * strings, comments and brackets are read.
 */
export function graphQlOperations(query: string): readonly GraphQlOperation[] {
  const operations: GraphQlOperation[] = []
  let depth = 0
  let head: 'none' | 'operation' | 'other' = 'none'
  let mayBeNamed = false
  for (const [, variable, word, sign] of query.matchAll(tokens)) {
    // A variable outside of definitions is filled in with whole definitions.
    const name: string | undefined = word ?? (head === 'none' ? undefined : variable)
    if (name === undefined && sign === undefined) continue
    const last = operations.at(-1)
    if (name !== undefined && depth === 0) {
      if (head === 'operation' && mayBeNamed && last !== undefined)
        operations[operations.length - 1] = { ...last, name }
      mayBeNamed = head === 'none' && isKind(name)
      if (head === 'none' && isKind(name)) operations.push({ name: null, kind: name })
      if (head === 'none') head = isKind(name) ? 'operation' : 'other'
    } else mayBeNamed = false
    if (sign === '{' && depth === 0 && head === 'none') {
      operations.push({ name: null, kind: 'query' })
      head = 'operation'
    }
    if (sign === '{' || sign === '(' || sign === '[') depth += 1
    if (sign === '}' || sign === ')' || sign === ']') depth = Math.max(0, depth - 1)
    if (sign === '}' && depth === 0) head = 'none'
  }
  return operations
}

/** Returns the operation that is run: of several, without a name, the first that has one. Null if there is none. */
export function operationToRun(query: string, operationName: string | undefined): GraphQlOperation | null {
  const operations = graphQlOperations(query)
  if (operationName !== undefined) return operations.find(({ name }) => name === operationName) ?? null
  if (operations.length === 1) return operations[0] ?? null
  return operations.find(({ name }) => name !== null) ?? null
}

/** Returns a body with the name of its operation if it has several, as servers refuse to choose one. */
export function withOperationName(body: GraphQlBody): GraphQlBody {
  if (body.operationName !== undefined || graphQlOperations(body.query).length < 2) return body
  const name = operationToRun(body.query, undefined)?.name ?? null
  return name === null ? body : { ...body, operationName: name }
}

/** Returns whether a body starts a subscription, whose response does not end by itself. */
export function isSubscription(body: HttpBody): boolean {
  // The page asks after every key, and most queries of any length have none.
  if (body.type !== 'graphql' || !body.query.includes('subscription')) return false
  return operationToRun(body.query, body.operationName)?.kind === 'subscription'
}

function isKind(word: string): word is GraphQlOperation['kind'] {
  return kinds.includes(word)
}
