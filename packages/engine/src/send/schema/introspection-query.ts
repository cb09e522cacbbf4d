/** What an introspection query asks for. Servers refuse fields that they do not know, and queries that are too deep. */
export interface IntrospectionAttempt {
  /** Whether it asks for what the specification added since 2018. */
  readonly hasNewFields: boolean
  /** How many levels of lists and non-null types it reads. */
  readonly typeDepth: number
}

/** The outcome of an introspection query. */
export type IntrospectionAnswer =
  | { readonly kind: 'schema' }
  /** The server does not allow introspection. */
  | { readonly kind: 'forbidden'; readonly messages: readonly string[] }
  | { readonly kind: 'errors'; readonly messages: readonly string[] }
  /** The response is not GraphQL: an HTML page, another JSON, nothing. */
  | { readonly kind: 'notGraphQl' }

/** The first attempt: all fields of the specification, and types nested as deeply as in any known schema. */
export const firstIntrospection: IntrospectionAttempt = { hasNewFields: true, typeDepth: 9 }

/** `[[Item!]!]!` still has its name at this depth. */
const shallowDepth = 5

/** A schema is requested at most three times. */
const maximumAttempts = 3

/** In UTF-16 units. Parsing more would keep the server from its other work. */
const longestParsed = 4_000_000
const startLength = 20_000

/** The most of a response that decides how it is read, in bytes. */
export const decidingBytes = 3 * longestParsed + 1

const maximumMessages = 20
const longestMessage = 500

/** Returns the query of an attempt (GraphQL, September 2025, §4). */
export function introspectionQuery({ hasNewFields, typeDepth }: IntrospectionAttempt): string {
  const added = (text: string) => (hasNewFields ? text : '')
  const deprecated = added('(includeDeprecated: true)')
  const input = added(' isDeprecated deprecationReason')
  return `query IntrospectionQuery {
  __schema {
    ${added('description ')}queryType { name } mutationType { name } subscriptionType { name }
    types { ...FullType }
    directives { name description ${added('isRepeatable ')}locations args${deprecated} { ...InputValue } }
  }
}
fragment FullType on __Type {
  kind name description${added(' specifiedByURL isOneOf')}
  fields(includeDeprecated: true) {
    name description args${deprecated} { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason
  }
  inputFields${deprecated} { ...InputValue }
  interfaces { ...TypeRef }
  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
  possibleTypes { ...TypeRef }
}
fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue${input} }
fragment TypeRef on __Type { ${typeRef(typeDepth)} }`
}

function typeRef(depth: number): string {
  return depth === 0 ? 'kind name' : `kind name ofType { ${typeRef(depth - 1)} }`
}

/** Returns the attempt after one that failed; null if another one would not help. */
export function nextIntrospection(
  attempts: readonly IntrospectionAttempt[],
  answer: IntrospectionAnswer,
): IntrospectionAttempt | null {
  const last = attempts.at(-1)
  if (last === undefined) return firstIntrospection
  if (answer.kind !== 'errors' || attempts.length >= maximumAttempts) return null
  const isTooDeep = answer.messages.some(message => /depth|deep|nest|complex|cost/i.test(message))
  if (isTooDeep && last.typeDepth > shallowDepth) return { ...last, typeDepth: shallowDepth }
  if (last.hasNewFields) return { ...last, hasNewFields: false }
  return last.typeDepth > shallowDepth ? { ...last, typeDepth: shallowDepth } : null
}

/**
 * Reads the response to an introspection query. A schema with errors beside it is a schema. A long text is not
 * parsed: only schemas are long, and whoever loads one finds out whether it is valid.
 */
export function readIntrospectionAnswer(text: string): IntrospectionAnswer {
  if (text.length > longestParsed)
    return { kind: /"__schema"\s*:/.test(text.slice(0, startLength)) ? 'schema' : 'notGraphQl' }
  const response = parsed(text)
  const data = memberOf(response, 'data')
  if (isObject(memberOf(data, '__schema'))) return { kind: 'schema' }
  const errors = memberOf(response, 'errors')
  if (errors === undefined || errors === null) return { kind: 'notGraphQl' }
  const messages = (Array.isArray(errors) ? errors : [errors]).slice(0, maximumMessages).map(messageOf)
  return { kind: messages.some(isRefusal) ? 'forbidden' : 'errors', messages }
}

/**
 * Servers that forbid introspection name it, or say that `__schema` does not exist. The name of the query itself
 * is also in other messages.
 */
function isRefusal(message: string): boolean {
  return /introspection(?!query)/i.test(message) || /["'`“‘]?__schema\b/.test(message)
}

function messageOf(error: unknown): string {
  const message = isObject(error)
    ? (memberOf(error, 'message') ?? memberOf(memberOf(error, 'extensions'), 'code'))
    : error
  return typeof message === 'string' ? message.slice(0, longestMessage) : 'The server gave no message.'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
}
