import {
  type EffectiveAuth,
  encodeFormText,
  fileNameOf,
  type HeaderField,
  isForbiddenInTarget,
  joinRequestUrl,
  mediaTypeOfFile,
  percentEncode,
  type Row,
  rawMediaTypes,
  splitPathVariables,
  splitRequestUrl,
} from '@parley/model'
import type { CodeAuth, CodeContent, CodeInput, CodePart, CodeRequest } from './code-request.ts'
import { isUnseen } from './literals/escape-text.ts'

/** What is said of a request beside what stands in it. */
export interface Preparation {
  /** With its authorization or without (spec 4.2). */
  readonly includeAuth: boolean
  /** Whether `{{names}}` stand for values that are to come; else they are text like any other. */
  readonly keepsVariables: boolean
}

/** The request that all targets print. */
export function prepareRequest(input: CodeInput, { includeAuth, keepsVariables }: Preparation): CodeRequest {
  const encoding: Encoding = keepsVariables ? outsideVariables : (text, change) => change(text)
  const notices: string[] = []
  const typed = filledPath(input, encoding)
  const userInfo = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#@]*)@/i.exec(typed)
  const url = userInfo === null ? typed : (userInfo[1] ?? '') + typed.slice(userInfo[0].length)
  const { content, contentType } = contentOf(input, encoding)
  const own = ownHeaders(input, notices).filter(field => !isGeneratedBoundary(field, content))
  const has = (name: string) => own.some(field => field.name.toLowerCase() === name)
  const auth = includeAuth ? appliedAuth(input.auth, userInfo?.[2] ?? null, notices) : noAuth
  const added = sendable(auth.headers, notices)
  const isCredentialTyped = has('authorization')
  return {
    method: input.method,
    url: encodeUrl(withQueryFields(withScheme(url), auth.query, encoding), encoding),
    headers: [
      ...own,
      ...added.filter(field => !has(field.name.toLowerCase())),
      ...(contentType === null || has('content-type') ? [] : [{ name: 'Content-Type', value: contentType }]),
    ],
    content,
    auth: isCredentialTyped ? { type: 'none' } : auth.applied,
    notices,
  }
}

/** The libraries write the boundary of a form, and so its type. */
function isGeneratedBoundary({ name, value }: HeaderField, content: CodeContent): boolean {
  return (
    content.kind === 'multipart' &&
    name.toLowerCase() === 'content-type' &&
    /^multipart\/form-data\b/i.test(value)
  )
}

function withScheme(url: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|\{\{)/i.test(url) ? url : `http://${url.replace(/^\/\//, '')}`
}

function filledPath({ url, pathParams = [] }: CodeInput, encoding: Encoding): string {
  return splitPathVariables(url.trim())
    .map(piece => {
      if ('text' in piece) return piece.text
      const value = pathParams.find(one => one.enabled && one.name === piece.pathVariable)?.value ?? ''
      return value === '' ? `:${piece.pathVariable}` : encodeSegment(value, encoding)
    })
    .join('')
}

function encodeSegment(value: string, encoding: Encoding): string {
  return encoding(value, text => {
    let encoded = ''
    for (const one of text)
      encoded += isForbiddenInTarget(one) || '/?#%[]'.includes(one) ? percentEncode(one) : one
    return encoded
  })
}

/** What may not stand in a request target, by its bytes in UTF-8 (product decisions). */
function encodeUrl(url: string, encoding: Encoding): string {
  const { base, query } = splitRequestUrl(url)
  return encoding(joinRequestUrl({ base, query, fragment: null }), text => {
    let encoded = ''
    for (const one of text) encoded += isForbiddenInTarget(one) ? percentEncode(one) : one
    return encoded
  })
}

/** Changes all of a text that is no variable. */
type Encoding = (text: string, change: (text: string) => string) => string

function outsideVariables(text: string, change: (text: string) => string): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, index) => (index % 2 === 1 ? piece : change(piece)))
    .join('')
}

function withQueryFields(url: string, fields: readonly HeaderField[], encoding: Encoding): string {
  if (fields.length === 0) return url
  const parts = splitRequestUrl(url)
  const added = fields.map(
    ({ name, value }) => `${encodeQueryText(name, encoding)}=${encodeQueryText(value, encoding)}`,
  )
  return joinRequestUrl({ ...parts, query: [...(parts.query ? [parts.query] : []), ...added].join('&') })
}

function encodeQueryText(text: string, encoding: Encoding): string {
  return encoding(text, piece => encodeURIComponent(piece.toWellFormed()))
}

/** Ticked rows as they are sent. What Parley refuses to send is left out, with a notice. */
function ownHeaders(input: CodeInput, notices: string[]): readonly HeaderField[] {
  const fields = input.headers
    .filter(one => one.enabled && one.name !== '' && one.name.toLowerCase() !== 'content-length')
    .map(({ name, value }) => ({ name, value: value.replace(/^[ \t]+|[ \t]+$/g, '') }))
  const pairs = input.cookies.filter(one => one.enabled && one.name !== '')
  const cookie = [
    ...fields
      .filter(isCookie)
      .map(field => field.value)
      .filter(value => value !== ''),
    ...pairs.map(({ name, value }) => `${name}=${value}`),
  ].join('; ')
  const first = fields.findIndex(isCookie)
  const joined = fields.flatMap((field, index) =>
    !isCookie(field) || pairs.length === 0
      ? [field]
      : index === first
        ? [{ name: field.name, value: cookie }]
        : [],
  )
  const all = pairs.length > 0 && first < 0 ? [...joined, { name: 'Cookie', value: cookie }] : joined
  return sendable(all, notices)
}

function sendable(fields: readonly HeaderField[], notices: string[]): readonly HeaderField[] {
  return fields.filter(field => {
    if (isSendable(field)) return true
    notices.push(`The header ${field.name} holds characters that a header cannot hold, so it is left out.`)
    return false
  })
}

function isCookie(field: HeaderField): boolean {
  return field.name.toLowerCase() === 'cookie'
}

/** RFC 9110 §5.1, §5.5; a name may be a variable that is kept. */
function isSendable({ name, value }: HeaderField): boolean {
  if (!/^(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]|\{\{[^{}]*\}\})+$/.test(name)) return false
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) return false
  }
  return true
}

function contentOf(
  { body }: CodeInput,
  encoding: Encoding,
): { content: CodeContent; contentType: string | null } {
  switch (body.type) {
    case 'none':
      return { content: { kind: 'none' }, contentType: null }
    case 'raw':
      return {
        content: { kind: 'text', text: body.text.toWellFormed() },
        contentType: rawMediaTypes[body.language],
      }
    case 'graphql': {
      const variables = body.variables.trim() === '' ? '' : `,"variables":${body.variables}`
      return {
        content: { kind: 'text', text: `{"query":${JSON.stringify(body.query)}${variables}}`.toWellFormed() },
        contentType: 'application/json',
      }
    }
    case 'urlEncoded': {
      const fields = body.fields.filter(one => one.enabled && (one.name !== '' || one.value !== ''))
      const encode = (text: string) => encoding(text, encodeFormText)
      const text = fields.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&')
      const plain = fields.map(({ name, value }: Row) => ({
        name: name.toWellFormed(),
        value: value.toWellFormed(),
      }))
      return {
        content: { kind: 'form', fields: plain, text },
        contentType: 'application/x-www-form-urlencoded',
      }
    }
    case 'file': {
      const file = body.files.find(one => one.selected)
      const filePath = file?.filePath || 'file'
      return {
        content: { kind: 'file', filePath },
        contentType: file?.contentType || mediaTypeOfFile(filePath),
      }
    }
    case 'multipart':
      return { content: { kind: 'multipart', parts: body.parts.flatMap(partsOf) }, contentType: null }
  }
}

type ModelPart = Extract<CodeInput['body'], { type: 'multipart' }>['parts'][number]

function partsOf(part: ModelPart): readonly CodePart[] {
  if (!part.enabled) return []
  // A line break in it would begin a header of its own; Parley refuses to send such a part.
  const typed = [...(part.contentType ?? '')].filter(one => !isUnseen(one)).join('')
  const name = part.name.toWellFormed()
  if (part.kind === 'text') {
    return (part.values ?? [part.value])
      .filter(value => name !== '' || value !== '')
      .map(value => ({ kind: 'text', name, value: value.toWellFormed(), contentType: typed || null }))
  }
  return (part.filePaths.length === 0 ? ['file'] : part.filePaths).map(filePath => ({
    kind: 'file',
    name,
    filePath: filePath || 'file',
    fileName: fileNameOf(filePath || 'file'),
    contentType: typed || mediaTypeOfFile(filePath),
  }))
}

interface AppliedAuth {
  readonly headers: readonly HeaderField[]
  readonly query: readonly HeaderField[]
  readonly applied: CodeAuth
}

const noAuth: AppliedAuth = { headers: [], query: [], applied: { type: 'none' } }

function appliedAuth(auth: EffectiveAuth, userInfo: string | null, notices: string[]): AppliedAuth {
  switch (auth.type) {
    case 'none':
      return userInfo === null || userInfo === '' ? noAuth : { ...noAuth, applied: userOfUrl(userInfo) }
    case 'bearer':
      return { ...noAuth, headers: [authorization(`Bearer ${auth.token}`)] }
    case 'apiKey': {
      const fields = auth.key === '' ? [] : [{ name: auth.key, value: auth.value }]
      return auth.placement === 'header' ? { ...noAuth, headers: fields } : { ...noAuth, query: fields }
    }
    case 'oauth2': {
      const token = auth.accessToken || '{{accessToken}}'
      const { placement, placementName } = auth.token
      if (placement === 'query')
        return { ...noAuth, query: [{ name: placementName || 'access_token', value: token }] }
      return { ...noAuth, headers: [authorization(`${placementName} ${token}`.trim())] }
    }
    case 'basic':
    case 'digest':
    case 'ntlm': {
      const domain = auth.type === 'ntlm' && auth.domain !== '' ? `${auth.domain}\\` : ''
      return {
        ...noAuth,
        applied: { type: auth.type, username: domain + auth.username, password: auth.password },
      }
    }
    case 'signatureV4': {
      const { accessKeyId, secretAccessKey, sessionToken, region, service } = auth
      return {
        ...noAuth,
        headers: sessionToken === '' ? [] : [{ name: 'X-Amz-Security-Token', value: sessionToken }],
        applied: { type: 'signatureV4', accessKeyId, secretAccessKey, region, service },
      }
    }
    case 'oauth1':
    case 'jwt':
    case 'hawk':
    case 'wsse':
      notices.push(
        `${authNames[auth.type]} authorization is worked out for each request and is not part of this code.`,
      )
      return noAuth
  }
}

/** How notices call the schemes. */
export const authNames = {
  oauth1: 'OAuth 1.0',
  jwt: 'JWT',
  hawk: 'Hawk',
  wsse: 'WSSE',
  digest: 'Digest',
  ntlm: 'NTLM',
  signatureV4: 'Signature v4',
} as const

function authorization(value: string): HeaderField {
  return { name: 'Authorization', value }
}

/** RFC 7617 over the user information of the URL. */
function userOfUrl(userInfo: string): CodeAuth {
  const [user = '', ...password] = userInfo.split(':')
  return { type: 'basic', username: percentDecode(user), password: percentDecode(password.join(':')) }
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
