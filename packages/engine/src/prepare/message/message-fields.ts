import type { HeaderField } from '@parley/model'

/** Sent with every request without a ticked `User-Agent` row (behaviour 2.1). */
export const userAgent = 'Parley/1.0'

/** The origin of a header field. */
export type FieldSource = 'own' | 'url' | 'product' | 'body' | 'cookies' | 'authorization'

/** A header field of a message. A null value is known only when the message is sent. */
export interface MessageField<Value extends string | null = string | null> {
  readonly name: string
  readonly value: Value
  readonly source: FieldSource
  /** The level that one of the user is inherited from; absent if the request has it. */
  readonly owner?: string
}

type OwnField = HeaderField & Pick<MessageField, 'owner'>

/** What determines the header fields of a message. `Value` is `string` if everything is known. */
export interface FieldFacts<Value extends string | null> {
  readonly method: string
  readonly host: Value
  /** From the user information in the URL; absent if there is none. */
  readonly credentials?: Value
  /**
   * Fields of the authorization. For a built message they are absent: its scheme adds them later, as it may
   * sign the others.
   */
  readonly authorization?: readonly { readonly name: string; readonly value: Value }[]
  /** Those that the kind of the request generates, such as the `Accept` of its body. */
  readonly ofKind: readonly MessageField<Value | string>[]
  /** Whether content may go on until it is ended, so that its length is not announced; absent: no. */
  readonly isOpenEnded?: boolean
  /** The ticked rows with a name, inherited ones first. */
  readonly own: readonly OwnField[]
  /** `name=value` pairs of the Cookies table. */
  readonly cookiePairs: readonly string[]
  /** Null if the body has none. */
  readonly contentType: { readonly value: Value } | null
  /** Null if the message has no content. */
  readonly contentLength: { readonly value: Value } | null
}

const methodsWithContent = new Set(['POST', 'PUT', 'PATCH'])

/** Returns whether a method sends `Content-Length` even without content (RFC 9110 §8.6). */
export function expectsContent(method: string): boolean {
  return methodsWithContent.has(method)
}

/**
 * Returns the header fields of a message in the order in which they are sent: those of the connection, the
 * user's own, those of the content. A row of the user replaces a generated field of the same name (behaviour,
 * Own header); the page's list of headers uses it too. Later `applyOverrides` changes what scripts edit, and the transport adds
 * the cookies of its jar and what a connection needs.
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

/** The first field carries the credentials: a row of the user with its name replaces all of them. */
function authorizationFields<Value extends string | null>(
  fields: readonly { readonly name: string; readonly value: Value }[],
  own: readonly OwnField[],
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
  ofKind,
}: FieldFacts<Value>): readonly MessageField<Value | string>[] {
  return [
    { name: 'Host', value: host, source: 'url' },
    { name: 'User-Agent', value: userAgent, source: 'product' },
    ...ofKind,
    ...(credentials === undefined
      ? []
      : [{ name: 'Authorization', value: credentials, source: 'url' } as const]),
  ]
}

/** Joins `Cookie` rows and then the Cookies table in one field (behaviour, Own header). */
function withCookies(fields: readonly OwnField[], pairs: readonly string[]): readonly MessageField<string>[] {
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
  const { contentType, contentLength, method, own, isOpenEnded } = facts
  const fields =
    contentType === null ? [] : [{ name: 'Content-Type', value: contentType.value, source: 'body' as const }]
  const isChunked = own.some(field => field.name.toLowerCase() === 'transfer-encoding')
  if (isChunked || isOpenEnded || (contentLength === null && !expectsContent(method))) return fields
  const value = contentLength === null ? '0' : contentLength.value
  return [...fields, { name: 'Content-Length', value, source: 'body' }]
}
