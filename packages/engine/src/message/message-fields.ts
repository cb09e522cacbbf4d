import type { HeaderField } from '@parley/model'

/** Sent with every request that has no ticked `User-Agent` of its own (spec 2.1). */
export const userAgent = 'Parley/1.0'

/** Where a field of a message comes from. */
export type FieldSource = 'own' | 'url' | 'product' | 'body' | 'cookies' | 'authorization'

/** A field of a message; a value that is null is known only when the message is sent. */
export interface MessageField<Value extends string | null = string | null> {
  readonly name: string
  readonly value: Value
  readonly source: FieldSource
}

/** What decides about the fields of a message. `Value` is a text where everything is known. */
export interface FieldFacts<Value extends string | null> {
  readonly method: string
  readonly host: Value
  /** Of the user information in the URL; absent where there is none. */
  readonly credentials?: Value
  /** Of the authorization; those of a built message are added by its scheme, which may sign it. */
  readonly authorization?: readonly { readonly name: string; readonly value: Value }[]
  /** The ticked rows that have a name, inherited ones first. */
  readonly own: readonly HeaderField[]
  /** `name=value` of the Cookies table. */
  readonly cookiePairs: readonly string[]
  /** Null: the body has none. */
  readonly contentType: { readonly value: Value } | null
  /** Null: the message has no content. */
  readonly contentLength: { readonly value: Value } | null
}

const methodsWithContent = new Set(['POST', 'PUT', 'PATCH'])

/** RFC 9110 §8.6: such a method says how long its content is even when there is none. */
export function expectsContent(method: string): boolean {
  return methodsWithContent.has(method)
}

/**
 * The header fields of a message in the order of the wire: those of the connection, the user's own and
 * those of the content. A generated field gives way to an own one of the same name (product decisions).
 * The one place that knows what is generated; what the page shows comes from here as well.
 */
export function messageFields<Value extends string | null>(
  facts: FieldFacts<Value>,
): readonly MessageField<Value | string>[] {
  const own = withCookies(facts.own, facts.cookiePairs)
  const authorization = authorizationFields(facts.authorization ?? [], own)
  const given = new Set([...own, ...authorization].map(field => field.name.toLowerCase()))
  return [
    ...connectionFields(facts).filter(field => !given.has(field.name.toLowerCase())),
    ...own,
    ...contentFields(facts).filter(field => !given.has(field.name.toLowerCase())),
    ...authorization,
  ]
}

/** Its first field is the one that authorizes: with an own row of that name none of them is generated. */
function authorizationFields<Value extends string | null>(
  fields: readonly { readonly name: string; readonly value: Value }[],
  own: readonly HeaderField[],
): readonly MessageField<Value | string>[] {
  const ownNames = new Set(own.map(field => field.name.toLowerCase()))
  if (ownNames.has(fields[0]?.name.toLowerCase() ?? '')) return []
  return fields
    .filter(field => !ownNames.has(field.name.toLowerCase()))
    .map(field => ({ ...field, source: 'authorization' as const }))
}

function connectionFields<Value extends string | null>({
  host,
  credentials,
}: FieldFacts<Value>): readonly MessageField<Value | string>[] {
  return [
    { name: 'Host', value: host, source: 'url' },
    { name: 'User-Agent', value: userAgent, source: 'product' },
    ...(credentials === undefined
      ? []
      : [{ name: 'Authorization', value: credentials, source: 'url' } as const]),
  ]
}

/** `Cookie` rows come first, then the Cookies table, all in one field (product decisions). */
function withCookies(
  fields: readonly HeaderField[],
  pairs: readonly string[],
): readonly MessageField<string>[] {
  const own: readonly MessageField<string>[] = fields.map(field => ({ ...field, source: 'own' }))
  if (pairs.length === 0) return own
  const isCookie = (field: HeaderField) => field.name.toLowerCase() === 'cookie'
  const typed = own.filter(isCookie)
  const joined = {
    name: typed[0]?.name ?? 'Cookie',
    value: [...typed.map(field => field.value).filter(value => value !== ''), ...pairs].join('; '),
    source: 'cookies' as const,
  }
  if (typed.length === 0) return [...own, joined]
  return own.flatMap(field => (field === typed[0] ? [joined] : isCookie(field) ? [] : [field]))
}

function contentFields<Value extends string | null>(
  facts: FieldFacts<Value>,
): readonly MessageField<Value | string>[] {
  const { contentType, contentLength, method, own } = facts
  const fields =
    contentType === null ? [] : [{ name: 'Content-Type', value: contentType.value, source: 'body' as const }]
  const isChunked = own.some(field => field.name.toLowerCase() === 'transfer-encoding')
  if (isChunked || (contentLength === null && !expectsContent(method))) return fields
  const value = contentLength === null ? '0' : contentLength.value
  return [...fields, { name: 'Content-Length', value, source: 'body' }]
}
