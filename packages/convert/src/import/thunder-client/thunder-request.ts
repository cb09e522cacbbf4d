import {
  type Auth,
  type HttpBody,
  type HttpRequest,
  type MultipartPart,
  newAuth,
  newHttpRequest,
  type Row,
  splitRequestUrl,
  trimEndOf,
} from '@parley/model'
import { graphQlBodyOf } from '../graphql/graphql-body-of.ts'
import type { ImportLog } from '../import-log.ts'
import { flagMember, isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import { newScripts } from '../new-entities.ts'
import { methodOf, withoutBareMultipart, withParams } from '../request-parts.ts'
import { thunderScript } from './thunder-tests.ts'

/**
 * Converts a request; its tests are data and become a script.
 * @param baseUrl with which its URL begins unless it names a server itself
 */
export function thunderRequest(value: JsonValue, log: ImportLog, baseUrl = ''): HttpRequest {
  log.count('requests')
  const url = withBaseUrl(textMember(value, 'url'), baseUrl)
  const rows = listOf(member(value, 'params')).filter(isObject)
  const query = thunderRows(rows.filter(one => !flagMember(one, 'isPath')))
  // The URL already contains the ticked rows, unless it was edited by hand.
  const isInUrl = splitRequestUrl(url).query !== null
  const body = thunderBody(member(value, 'body'), log)
  const docs = textMember(value, 'docs')
  return newHttpRequest({
    name: textMember(value, 'name'),
    method: methodOf(value),
    ...withParams(url, isInUrl ? query.filter(one => !one.enabled) : query),
    pathParams: thunderRows(rows.filter(one => flagMember(one, 'isPath'))),
    headers: withoutBareMultipart(thunderRows(listOf(member(value, 'headers'))), body),
    body,
    auth: thunderAuth(member(value, 'auth'), log),
    scripts: newScripts('', thunderScript(listOf(member(value, 'tests')), log), log),
    ...(docs === '' ? {} : { docs }),
  })
}

function withBaseUrl(url: string, baseUrl: string): string {
  if (baseUrl === '' || url.startsWith('{{') || splitRequestUrl(url).base.includes('://')) return url
  const needsSlash = !'/?#'.includes(url.charAt(0))
  return `${trimEndOf(baseUrl, '/')}${needsSlash ? '/' : ''}${url}`
}

/** Converts a table, without the blank rows at its end. */
export function thunderRows(values: readonly JsonValue[]): readonly Row[] {
  return values
    .filter(one => textMember(one, 'name') !== '')
    .map(one => ({
      name: textMember(one, 'name'),
      value: textMember(one, 'value'),
      enabled: !flagMember(one, 'isDisabled'),
    }))
}

function thunderBody(value: JsonValue | undefined, log: ImportLog): HttpBody {
  const type = textMember(value, 'type')
  const text = textMember(value, 'raw')
  const form = listOf(member(value, 'form')).filter(isObject)
  switch (type) {
    case '':
    case 'none':
      return { type: 'none' }
    case 'json':
    case 'xml':
      return { type: 'raw', language: type, text }
    case 'text':
      return { type: 'raw', language: 'text', text }
    case 'formencoded':
      return { type: 'urlEncoded', fields: thunderRows(form) }
    case 'formdata':
      return { type: 'multipart', parts: [...form.flatMap(textPart), ...filesOf(value, log)] }
    case 'graphql':
      return graphQlBodyOf(member(value, 'graphql'))
    case 'binary': {
      const filePath = textMember(value, 'binary') || text
      log.file(filePath)
      return { type: 'file', files: filePath === '' ? [] : [{ filePath, contentType: '', selected: true }] }
    }
  }
  log.loss('BODY_NOT_SUPPORTED', type)
  return { type: 'none' }
}

function textPart(value: JsonValue): readonly MultipartPart[] {
  return thunderRows([value]).map(one => ({ kind: 'text', ...one }))
}

function filesOf(value: JsonValue | undefined, log: ImportLog): readonly MultipartPart[] {
  return thunderRows(listOf(member(value, 'files')).filter(isObject)).map(one => {
    log.file(one.value)
    return {
      kind: 'file',
      name: one.name,
      enabled: one.enabled,
      filePaths: one.value === '' ? [] : [one.value],
    }
  })
}

/** Converts an authorization; an absent one inherits. */
export function thunderAuth(value: JsonValue | undefined, log: ImportLog): Auth {
  const type = textMember(value, 'type')
  switch (type) {
    case '':
    case 'inherit':
      return { type: 'inherit' }
    case 'none':
      return { type: 'none' }
    case 'bearer':
      return { type: 'bearer', token: textMember(value, 'bearer') }
    case 'basic':
    case 'digest':
    case 'ntlm': {
      const fields = member(value, type)
      const pair = { username: textMember(fields, 'username'), password: textMember(fields, 'password') }
      return type === 'ntlm' ? { type, ...pair, domain: textMember(fields, 'domain') } : { type, ...pair }
    }
    case 'aws': {
      const fields = member(value, 'aws')
      return {
        ...newAuth('signatureV4'),
        accessKeyId: textMember(fields, 'accessKeyId', 'accessKey'),
        secretAccessKey: textMember(fields, 'secretKey', 'secretAccessKey'),
        sessionToken: textMember(fields, 'sessionToken'),
        region: textMember(fields, 'region') || 'us-east-1',
        service: textMember(fields, 'service') || 'execute-api',
      }
    }
    case 'oauth2': {
      const fields = member(value, 'oauth2')
      const grant = textMember(fields, 'grantType')
      return {
        ...newAuth('oauth2'),
        grantType: /client/i.test(grant)
          ? 'clientCredentials'
          : /password/i.test(grant)
            ? 'password'
            : 'authorizationCode',
        authorizationUrl: textMember(fields, 'authUrl'),
        tokenUrl: textMember(fields, 'tokenUrl', 'accessTokenUrl'),
        clientId: textMember(fields, 'clientId'),
        clientSecret: textMember(fields, 'clientSecret'),
        clientAuthentication: /body/i.test(textMember(fields, 'clientAuth')) ? 'body' : 'header',
        username: textMember(fields, 'username'),
        password: textMember(fields, 'password'),
        scope: textMember(fields, 'scope'),
      }
    }
  }
  log.loss('AUTH_NOT_SUPPORTED', type)
  return { type: 'none' }
}
