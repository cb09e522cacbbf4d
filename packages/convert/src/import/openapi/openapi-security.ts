import { type Auth, newAuth } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import type { References } from './references.ts'

/**
 * Converts a list of security requirements to auth: the first scheme of the first requirement, with its
 * secrets as variables. An absent list inherits; an empty list or requirement means no auth.
 */
export function openApiAuth(
  security: JsonValue | undefined,
  document: JsonValue,
  references: References,
  log: ImportLog,
): Auth {
  if (!Array.isArray(security)) return { type: 'inherit' }
  const requirements = listOf(security).filter(isObject)
  const [first] = requirements.flatMap(one => entriesOf(one).slice(0, 1))
  if (first === undefined || requirements.some(one => entriesOf(one).length === 0)) return { type: 'none' }
  const [name, scopes] = first
  const schemes =
    member(member(document, 'components'), 'securitySchemes') ?? member(document, 'securityDefinitions')
  const scheme = references.resolve(member(schemes, name))
  if (isObject(scheme)) return schemeAuth(scheme, name, listOf(scopes), log)
  log.loss('REFERENCE_NOT_FOUND', `security scheme ${name}`)
  return { type: 'none' }
}

function schemeAuth(scheme: JsonValue, name: string, scopes: readonly JsonValue[], log: ImportLog): Auth {
  const type = textMember(scheme, 'type')
  // Some documents capitalise the scheme; names of schemes are case-insensitive (RFC 9110 §11.1).
  const http = textMember(scheme, 'scheme').toLowerCase()
  if (type === 'basic' || (type === 'http' && http === 'basic'))
    return { type: 'basic', username: '{{username}}', password: '{{password}}' }
  if (type === 'http' && http === 'digest')
    return { type: 'digest', username: '{{username}}', password: '{{password}}' }
  if (type === 'http' && http === 'bearer') return { type: 'bearer', token: '{{bearerToken}}' }
  if (type === 'apiKey') {
    const place = textMember(scheme, 'in')
    if (place === 'cookie')
      log.loss('AUTH_NOT_SUPPORTED', `API key in the cookie ${textMember(scheme, 'name')}`)
    else
      return {
        type: 'apiKey',
        key: textMember(scheme, 'name'),
        value: '{{apiKey}}',
        placement: place === 'query' ? 'query' : 'header',
      }
  } else if (type === 'oauth2') return oauth2(scheme, scopes)
  else log.loss('AUTH_NOT_SUPPORTED', `${type} ${name}`)
  return { type: 'none' }
}

const flows = [
  ['authorizationCode', 'authorizationCode'],
  ['accessCode', 'authorizationCode'],
  ['clientCredentials', 'clientCredentials'],
  ['application', 'clientCredentials'],
  ['password', 'password'],
  ['implicit', 'implicit'],
] as const

function oauth2(scheme: JsonValue, scopes: readonly JsonValue[]): Auth {
  const found = flows.find(
    ([flow]) => isObject(member(member(scheme, 'flows'), flow)) || member(scheme, 'flow') === flow,
  )
  const [flow, grantType] = found ?? flows[0]
  const fields = member(member(scheme, 'flows'), flow) ?? scheme
  return {
    ...newAuth('oauth2'),
    grantType,
    authorizationUrl: textMember(fields, 'authorizationUrl'),
    tokenUrl: textMember(fields, 'tokenUrl'),
    refreshTokenUrl: textMember(fields, 'refreshUrl'),
    clientId: '{{clientId}}',
    clientSecret: '{{clientSecret}}',
    scope: scopes.filter(one => typeof one === 'string').join(' '),
  }
}
