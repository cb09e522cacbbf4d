import { failed, type HeaderField, type OAuth1Auth, ok, type Result, type SendFailure } from '@parley/model'
import { encodeStrictly } from '../../../basics/encode-strictly.ts'
import { bytesOf, hmac, type ShaName, sha, utf8 } from '../../../basics/hashing.ts'
import { toBase64 } from '../../../basics/text/base64.ts'
import { hostField } from '../../message/parse-target.ts'
import { preparationFailure } from '../../preparation-failure.ts'
import type { RequestMessage } from '../../rendered-request.ts'
import { type AuthPreview, authorizationHeader, nothingAdded, unknownFields } from '../auth-preview.ts'
import { type AppliedAuth, type AuthPorts, type AuthScheme, nothingApplied } from '../auth-scheme.ts'
import { importPrivateKey } from '../private-key.ts'
import { randomToken } from '../random-token.ts'
import type { SchemeAction } from '../scheme-action.ts'

/** OAuth 1.0 (RFC 5849), with the OAuth Request Body Hash extension. */
const applyOAuth1: AuthScheme<OAuth1Auth> = async (auth, message, ports) => {
  if (auth.consumerKey === '') return ok(nothingApplied)
  const body = bytesOf(message.content)
  const form = isForm(message) && body !== null ? new TextDecoder().decode(body) : null
  if (auth.includeBodyHash && body === null)
    return failed(preparationFailure('authorization', 'AUTH_CONTENT_IN_FILE', 'The body hash'))
  const parameters = [
    ...protocolParameters(auth, ports),
    // Form content is part of the signature itself, so it gets no hash (OAuth Request Body Hash §3.1).
    ...(auth.includeBodyHash && form === null
      ? [['oauth_body_hash', toBase64(await sha(bodyHashOf(auth), body ?? new Uint8Array()))] as const]
      : []),
  ]
  const base = baseString(message, [...parameters, ...(form === null ? [] : formPairs(form))])
  const signature = await sign(auth, base)
  if (!signature.ok) return signature
  const placed = place(auth, [...parameters, ['oauth_signature', signature.value]], form)
  return ok({ ...placed, signed: { headerNames: new Set(), content: form !== null || auth.includeBodyHash } })
}

function isForm({ headers }: RequestMessage): boolean {
  const type = headers.find(field => field.name.toLowerCase() === 'content-type')?.value ?? ''
  return type.replace(/;.*/s, '').trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

function protocolParameters(auth: OAuth1Auth, { clock, random }: AuthPorts): readonly Pair[] {
  const parameters: readonly Pair[] = [
    ['oauth_consumer_key', auth.consumerKey],
    ['oauth_token', auth.accessToken],
    ['oauth_signature_method', auth.signatureMethod],
    ['oauth_timestamp', auth.timestamp.trim() || String(Math.floor(clock.now() / 1000))],
    ['oauth_nonce', auth.nonce.trim() || randomToken(random, 24)],
    ['oauth_version', auth.version.trim()],
    ['oauth_callback', auth.callbackUrl],
    ['oauth_verifier', auth.verifier],
  ]
  return parameters.filter(([, value]) => value !== '')
}

const hashNames: Readonly<Record<string, ShaName>> = { SHA1: 'SHA-1', SHA256: 'SHA-256', SHA512: 'SHA-512' }

function bodyHashOf({ signatureMethod }: OAuth1Auth): ShaName {
  return hashNames[signatureMethod.replace(/^(?:HMAC|RSA)-/, '')] ?? 'SHA-1'
}

async function sign(auth: OAuth1Auth, base: string): Promise<Result<string, SendFailure>> {
  const secrets = `${encodeStrictly(auth.consumerSecret)}&${encodeStrictly(auth.accessTokenSecret)}`
  if (auth.signatureMethod === 'PLAINTEXT') return ok(secrets)
  const hash = bodyHashOf(auth)
  if (auth.signatureMethod.startsWith('HMAC'))
    return ok(toBase64(await hmac(hash, utf8(secrets), utf8(base))))
  const { source, value } = auth.privateKey
  if (source === 'file') return failed(preparationFailure('authorization', 'AUTH_KEY_FILE', value))
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash } as const
  const key = await importPrivateKey(value, algorithm)
  if (key === null)
    return failed(preparationFailure('authorization', 'AUTH_KEY_INVALID', auth.signatureMethod))
  return ok(toBase64(new Uint8Array(await crypto.subtle.sign(algorithm, key, new Uint8Array(utf8(base))))))
}

/**
 * Puts the parameters in their place (RFC 5849 §3.5). A body that is not a form cannot carry them, so they go
 * into the header.
 */
function place(auth: OAuth1Auth, parameters: readonly Pair[], form: string | null): AppliedAuth {
  const secrets = parameters.filter(([name]) => name === 'oauth_signature' || name === 'oauth_token')
  if (auth.placement === 'query') {
    const params: readonly HeaderField[] = parameters.map(([name, value]) => ({ name, value }))
    const credentials = secrets.map(([name, secret]) => ({ placement: 'query', name, secret }) as const)
    return { ...nothingApplied, params, credentials }
  }
  if (auth.placement === 'body' && form !== null) {
    const pairs = parameters.map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    const text = [...(form === '' ? [] : [form]), ...pairs].join('&')
    return { ...nothingApplied, content: [{ kind: 'bytes', bytes: utf8(text) }] }
  }
  const listed = [...(auth.realm === '' ? [] : [['realm', auth.realm] as const]), ...parameters].map(
    ([name, value]) =>
      `${encodeStrictly(name)}="${name === 'realm' ? value.replace(/["\\]/g, '\\$&') : encodeStrictly(value)}"`,
  )
  return {
    ...nothingApplied,
    headers: [{ name: 'Authorization', value: `OAuth ${listed.join(', ')}` }],
    credentials: secrets.map(([, secret]) => ({
      placement: 'header',
      name: 'Authorization',
      secret: encodeStrictly(secret),
    })),
  }
}

/** If the body is not a form, the parameters go into the header instead; only the send knows that. */
export function previewOAuth1({ consumerKey, placement }: OAuth1Auth): AuthPreview {
  if (consumerKey === '') return nothingAdded
  if (placement === 'body') return { ...nothingAdded, isInContent: true }
  return placement === 'header'
    ? authorizationHeader(null)
    : { headers: [], params: unknownFields('oauth_signature', 'oauth_consumer_key', 'oauth_token') }
}

/** The implementation of the scheme. */
export const oauth1Action: SchemeAction<OAuth1Auth> = {
  apply: applyOAuth1,
  preview: previewOAuth1,
  validity: 'oneRequest',
}

/** A decoded parameter. */
type Pair = readonly [name: string, value: string]

/**
 * Returns the text to sign (RFC 5849 §3.4.1): method, URL and all parameters, including those of the query.
 */
function baseString({ method, target }: RequestMessage, parameters: readonly Pair[]): string {
  const [path = '', query = ''] = target.pathAndQuery.split(/\?(.*)/s)
  const address = `${target.scheme}://${hostField(target).toLowerCase()}${path}`
  const encoded = [...formPairs(query), ...parameters].map(
    ([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const,
  )
  const sorted = encoded.sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
  const normalized = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  return [method.toUpperCase(), address, normalized].map(encodeStrictly).join('&')
}

/** Returns the decoded pairs of a query or a form; `+` stands for a space (WHATWG URL §5.1). */
function formPairs(text: string): readonly Pair[] {
  return text
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? []
      return [decoded(name), decoded(value)] as const
    })
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
