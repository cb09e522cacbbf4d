import {
  type Auth,
  type HttpBody,
  type HttpRequest,
  type MultipartPart,
  newAuth,
  newHttpRequest,
  type OAuth2GrantType,
  type PlainVariable,
  type RequestExample,
  type Row,
  rawMediaTypes,
  row,
} from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import {
  entriesOf,
  flagMember,
  isObject,
  type JsonValue,
  listOf,
  member,
  textMember,
  textOf,
} from '../json-value.ts'
import { newScripts, newVariable } from '../new-entities.ts'
import { methodOf, withParams } from '../request-parts.ts'
import { languageOf } from '../text-body.ts'

/** Converts a request of any version; the oldest splits its URL in two and has flat auth members. */
export function hoppscotchRequest(value: JsonValue, log: ImportLog): HttpRequest {
  log.count('requests')
  const url = textMember(value, 'endpoint') || textMember(value, 'url') + textMember(value, 'path')
  const docs = textMember(value, 'description')
  const headers = headersSentOnce(hoppscotchRows(member(value, 'headers')), log)
  const body = hoppscotchBody(value, log)
  return newHttpRequest({
    name: textMember(value, 'name'),
    method: methodOf(value),
    ...withParams(url, hoppscotchRows(member(value, 'params'))),
    headers: [...headers, ...mediaTypeRow(headers, body, bodyMediaType(value))],
    body,
    auth: hoppscotchAuth(value, log),
    scripts: newScripts(textMember(value, 'preRequestScript'), textMember(value, 'testScript'), log),
    variables: requestVariables(value),
    examples: entriesOf(member(value, 'responses')).map(([name, one]) => example(name, one, log)),
    ...(docs === '' ? {} : { docs }),
  })
}

/** Converts a table; `active` is the tick. */
export function hoppscotchRows(value: JsonValue | undefined): readonly Row[] {
  return listOf(value)
    .filter(one => textMember(one, 'key') !== '' || textMember(one, 'value') !== '')
    .map(one => {
      const description = textMember(one, 'description')
      return {
        name: textMember(one, 'key'),
        value: textMember(one, 'value'),
        enabled: member(one, 'active') !== false,
        ...(description === '' ? {} : { description }),
      }
    })
}

/** Of header rows with one name Hoppscotch sends the last; the others are unticked and named. */
function headersSentOnce(rows: readonly Row[], log: ImportLog): readonly Row[] {
  const nameOf = (row: Row) => row.name.toLowerCase()
  const isLast = (row: Row, index: number) =>
    !rows.slice(index + 1).some(other => other.enabled && nameOf(other) === nameOf(row))
  return rows.map((row, index) => {
    if (!row.enabled || isLast(row, index)) return row
    log.loss('HEADER_REPEATED', row.name)
    return { ...row, enabled: false }
  })
}

/** Hoppscotch uses the first variable of a name, and none whose value is empty. */
function requestVariables(request: JsonValue): readonly PlainVariable[] {
  const used = new Set<string>()
  return hoppscotchRows(member(request, 'requestVariables')).map(({ name, value, enabled }) => {
    const isUsed = enabled && value !== '' && !used.has(name)
    if (isUsed) used.add(name)
    return newVariable(name, value, isUsed)
  })
}

function hoppscotchBody(request: JsonValue, log: ImportLog): HttpBody {
  const value = member(request, 'body')
  const contentType = bodyMediaType(request)
  const content = isObject(value) ? member(value, 'body') : value
  if (content === null || content === undefined) return { type: 'none' }
  if (contentType === '') {
    // Hoppscotch keeps the text of a body whose type was set to None, and does not send it.
    if (textOf(content).trim() !== '') log.loss('BODY_DISABLED', textOf(content))
    return { type: 'none' }
  }
  if (!isObject(value) && content === '') return { type: 'none' }
  if (contentType === 'multipart/form-data')
    return {
      type: 'multipart',
      parts: listOf(content)
        .filter(isObject)
        .map(one => formPart(one, log)),
    }
  if (contentType === 'application/x-www-form-urlencoded')
    return {
      type: 'urlEncoded',
      fields: typeof content === 'string' ? fieldsOfText(content) : hoppscotchRows(content),
    }
  if (contentType === 'application/octet-stream') {
    log.file('(binary file)')
    return { type: 'file', files: [] }
  }
  return { type: 'raw', language: languageOf(contentType), text: textOf(content) }
}

/** Returns the media type of the body, which the oldest version stores separately from the text. */
function bodyMediaType(request: JsonValue): string {
  const body = member(request, 'body')
  return textMember(isObject(body) ? body : request, 'contentType')
}

/** Returns a Content-Type row if the language of the Raw body would send another type than the chosen one. */
function mediaTypeRow(headers: readonly Row[], body: HttpBody, mediaType: string): readonly Row[] {
  if (body.type !== 'raw' || rawMediaTypes[body.language] === mediaType) return []
  const isTyped = headers.some(({ name, enabled }) => enabled && name.toLowerCase() === 'content-type')
  return isTyped ? [] : [row('Content-Type', mediaType)]
}

function formPart(value: JsonValue, log: ImportLog): MultipartPart {
  const contentType = textMember(value, 'contentType')
  const fields = {
    name: textMember(value, 'key'),
    enabled: member(value, 'active') !== false,
    ...(contentType === '' ? {} : { contentType }),
  }
  if (!flagMember(value, 'isFile')) return { kind: 'text', ...fields, value: textMember(value, 'value') }
  // The export contains neither the file nor its name.
  log.file(`(file of ${fields.name})`)
  return { kind: 'file', ...fields, filePaths: [] }
}

/** Parses lines `key: value`; a leading `#` unticks a line. */
function fieldsOfText(text: string): readonly Row[] {
  return text.split('\n').flatMap(line => {
    const [, mark = '', key = '', value = ''] = /^(#?)([^:]*):\s?(.*)$/s.exec(line) ?? []
    const name = key.trim()
    return name === '' && value === '' ? [] : [{ name, value: value.trimEnd(), enabled: mark === '' }]
  })
}

const grantTypes: ReadonlyMap<string, OAuth2GrantType> = new Map([
  ['AUTHORIZATION_CODE', 'authorizationCode'],
  ['CLIENT_CREDENTIALS', 'clientCredentials'],
  ['PASSWORD', 'password'],
  ['IMPLICIT', 'implicit'],
])

/** Converts the authorization of a request, folder or collection. */
export function hoppscotchAuth(owner: JsonValue, log: ImportLog): Auth {
  const value = member(owner, 'auth')
  if (typeof value === 'string') return oldestAuth(owner, value)
  if (!isObject(value)) return { type: 'inherit' }
  const type = textMember(value, 'authType')
  if (member(value, 'authActive') === false && type !== 'inherit') return { type: 'none' }
  switch (type) {
    case '':
    case 'inherit':
      return { type: 'inherit' }
    case 'none':
      return { type: 'none' }
  }
  const scheme = schemes.get(type)
  if (scheme !== undefined) return scheme(value)
  log.loss('AUTH_NOT_SUPPORTED', type)
  return { type: 'none' }
}

const placementOf = (value: JsonValue) =>
  /query/i.test(textMember(value, 'addTo')) ? ('query' as const) : ('header' as const)

const usernameAndPassword = (value: JsonValue) => ({
  username: textMember(value, 'username'),
  password: textMember(value, 'password'),
})

/** By their names in Hoppscotch. */
const schemes = new Map<string, (value: JsonValue) => Auth>(
  Object.entries({
    basic: value => ({ type: 'basic', ...usernameAndPassword(value) }),
    digest: value => ({ type: 'digest', ...usernameAndPassword(value) }),
    bearer: value => ({ type: 'bearer', token: textMember(value, 'token') }),
    'api-key': value => ({
      type: 'apiKey',
      key: textMember(value, 'key'),
      value: textMember(value, 'value'),
      placement: placementOf(value),
    }),
    'aws-signature': value => ({
      ...newAuth('signatureV4'),
      accessKeyId: textMember(value, 'accessKey'),
      secretAccessKey: textMember(value, 'secretKey'),
      sessionToken: textMember(value, 'serviceToken'),
      region: textMember(value, 'region') || 'us-east-1',
      service: textMember(value, 'serviceName') || 'execute-api',
      placement: placementOf(value),
    }),
    hawk: value => ({
      ...newAuth('hawk'),
      id: textMember(value, 'authId'),
      key: textMember(value, 'authKey'),
      algorithm: textMember(value, 'algorithm') === 'sha1' ? 'sha1' : 'sha256',
      user: textMember(value, 'user'),
      nonce: textMember(value, 'nonce'),
      ext: textMember(value, 'ext'),
      app: textMember(value, 'app'),
      dlg: textMember(value, 'dlg'),
      timestamp: textMember(value, 'timestamp'),
      includePayloadHash: flagMember(value, 'includePayloadHash'),
    }),
    jwt: value => ({
      ...newAuth('jwt'),
      algorithm: textMember(value, 'algorithm') || 'HS256',
      secret: textMember(value, 'secret'),
      isSecretBase64: flagMember(value, 'isSecretBase64Encoded'),
      privateKey: textMember(value, 'privateKey'),
      payload: textMember(value, 'payload') || '{}',
      header: textMember(value, 'jwtHeaders') || '{}',
      prefix: textMember(value, 'headerPrefix').trim() || 'Bearer',
      placement: placementOf(value),
      queryName: textMember(value, 'paramName') || 'token',
    }),
    'oauth-2': value => oauth2(value, placementOf(value) === 'query'),
  }),
)

function oauth2(value: JsonValue, isInQuery: boolean): Auth {
  const empty = newAuth('oauth2')
  const info = isObject(member(value, 'grantTypeInfo')) ? member(value, 'grantTypeInfo') : value
  const field = (...names: readonly string[]) => textMember(info, ...names)
  const grantType = grantTypes.get(field('grantType'))
  return {
    ...empty,
    grantType: grantType ?? (field('accessTokenURL') === '' ? 'pasteAccessToken' : 'authorizationCode'),
    accessToken: field('token') || textMember(value, 'token'),
    authorizationUrl: field('authEndpoint', 'authURL'),
    tokenUrl: field('tokenEndpoint', 'accessTokenURL'),
    clientId: field('clientID'),
    clientSecret: field('clientSecret'),
    clientAuthentication: field('clientAuthentication') === 'IN_BODY' ? 'body' : 'header',
    username: field('username'),
    password: field('password'),
    scope: field('scopes', 'scope'),
    pkce:
      member(info, 'isPKCE') === false ? 'off' : field('codeVerifierMethod') === 'plain' ? 'plain' : 'S256',
    token: {
      ...empty.token,
      placement: isInQuery ? 'query' : 'header',
      placementName: isInQuery ? 'access_token' : 'Bearer',
    },
  }
}

function oldestAuth(request: JsonValue, name: string): Auth {
  if (name === 'Bearer Token') return { type: 'bearer', token: textMember(request, 'bearerToken') }
  if (name === 'Basic Auth' || name === 'Basic')
    return {
      type: 'basic',
      username: textMember(request, 'httpUser'),
      password: textMember(request, 'httpPassword'),
    }
  return { type: name === 'None' || name === '' ? 'none' : 'inherit' }
}

function example(name: string, value: JsonValue, log: ImportLog): RequestExample {
  log.count('examples')
  const code = Number(textMember(value, 'code'))
  const text = textMember(value, 'body')
  return {
    name: textMember(value, 'name') || name,
    response: {
      statusCode: Number.isInteger(code) && code >= 0 && code <= 999 ? code : 0,
      reasonPhrase: textMember(value, 'status'),
      headers: hoppscotchRows(member(value, 'headers')).map(one => ({ name: one.name, value: one.value })),
      ...(text === '' ? {} : { body: { type: 'text', data: text } }),
    },
  }
}
