import type { EffectiveAuth, HeaderField, HttpRequest, Row } from '@parley/model'
import { previewAuth } from './auth/preview-auth.ts'
import { type SchemePreviews, schemePreviews } from './auth/scheme-previews.ts'
import { queryNames } from './auth/with-params.ts'
import { withBoundary } from './body/with-boundary.ts'
import { withSubscriptionUrl } from './kinds/graphql/subscription-transports.ts'
import { previewOfKind } from './kinds/kind-previews.ts'
import { type MessageField, messageFields } from './message/message-fields.ts'
import { hostField, parseTarget } from './message/parse-target.ts'
import type { InheritedHeader } from './resolve-request.ts'
import { fillStrings } from './variables/fill-strings.ts'
import type { VariableScope } from './variables/scope.ts'
import { Substitution, SubstitutionError } from './variables/substitute.ts'

/** The fields that a request will be sent with, as far as they are known in advance. */
export interface FieldsPreview {
  readonly fields: readonly MessageField[]
  /** Generated and inherited fields that a row of the user replaces. */
  readonly replaced: readonly MessageField[]
  /** Query parameters that the authorization adds. */
  readonly params: readonly MessageField[]
  /** Those that a parameter of the user replaces, because it has the name of the first one. */
  readonly replacedParams: readonly MessageField[]
}

/** What the levels above a request give it; its own headers replace those of the same names. */
export interface InheritedFields {
  readonly auth: EffectiveAuth
  readonly headers: readonly InheritedHeader[]
}

/**
 * Returns the fields that a draft will be sent with, by the rules of the send, with secrets masked. Never
 * fails.
 */
export function previewFields(
  request: HttpRequest,
  scopes: readonly VariableScope[],
  inherited: InheritedFields = { auth: { type: 'none' }, headers: [] },
  previews: SchemePreviews = schemePreviews,
): FieldsPreview {
  const auth = request.auth.type === 'inherit' ? inherited.auth : request.auth
  const substitution = new Substitution(scopes, unknownSources)
  const fill = (text: string) => fillOrKeep(substitution, text)
  const fillRow = ({ name, value }: HeaderField): HeaderField => ({
    name: fill(name),
    value: fill(value).trim(),
  })
  const ticked = (rows: readonly Row[]) => rows.filter(row => row.enabled && row.name !== '').map(fillRow)
  const ownNames = new Set(request.headers.filter(row => row.enabled).map(row => row.name.toLowerCase()))
  const isOverridden = ({ name }: HeaderField) => ownNames.has(name.toLowerCase())
  const filled = (field: InheritedHeader) => ({ ...fillRow(field), owner: field.owner })
  const above = inherited.headers.filter(field => !isOverridden(field)).map(filled)
  const overridden = inherited.headers.filter(isOverridden).map(filled)
  const { url } = withSubscriptionUrl(request, request.body)
  const target = parseTarget(fill(url), { toAscii: () => null })
  const facts = { fill, method: fill(request.method), url: fill(url) }
  const ofKind = previewOfKind(request, facts)
  const { contentType, hasLength, isOpenEnded = false } = ofKind
  const authorization = previewAuth(fillStrings(auth, { fill }), previews)
  const message = {
    method: ofKind.method,
    host: target.ok ? hostField(target.value.target) : null,
    ...(target.ok && target.value.userInfo !== null ? { credentials: null } : {}),
    authorization: authorization.headers,
    own: withBoundary([...above, ...ticked(request.headers)], contentType ?? '').fields,
    cookiePairs: ticked(request.cookies).map(({ name, value }) => `${name}=${value}`),
    ofKind: ofKind.fields,
    isOpenEnded,
    contentType: contentType === null ? null : { value: fill(contentType) },
    contentLength: hasLength ? { value: null } : null,
  }
  const fields = messageFields(message)
  const isSent = (field: MessageField) =>
    fields.some(one => one.name === field.name && one.source === field.source)
  const replaced = [
    ...messageFields({ ...message, own: [] }).filter(field => !isSent(field)),
    ...overridden.map(field => ({ ...field, source: 'own' as const })),
  ]
  const params = authorization.params.map(param => ({ ...param, source: 'authorization' as const }))
  const ownParams = queryNames(target.ok ? target.value.target.pathAndQuery : '')
  const isReplaced = params[0] !== undefined && ownParams.has(params[0].name)
  return {
    fields,
    replaced,
    params: isReplaced ? [] : params,
    replacedParams: isReplaced ? params : [],
  }
}

/** Placeholders for values that are generated for each send. */
const unknownSources = {
  clock: { now: () => 0, monotonic: () => 0 },
  random: { uuid: () => '…', integer: () => 0 },
}

/** Returns a text with the variables that are known; as it is if some are not. */
export function previewText(text: string, scopes: readonly VariableScope[]): string {
  return fillOrKeep(new Substitution(scopes, unknownSources), text)
}

function fillOrKeep(substitution: Substitution, text: string): string {
  try {
    return substitution.fill(text)
  } catch (error) {
    if (error instanceof SubstitutionError) return text
    throw error
  }
}
