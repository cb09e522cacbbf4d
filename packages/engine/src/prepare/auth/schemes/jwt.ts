import { failed, type JwtAuth, ok, type Result, type SendFailure } from '@parley/model'
import { hmac, type ShaName, utf8 } from '../../../basics/hashing.ts'
import { fromBase64, toBase64Url } from '../../../basics/text/base64.ts'
import { preparationFailure } from '../../preparation-failure.ts'
import { authorizationHeader, mask, placedField } from '../auth-preview.ts'
import { type AuthScheme, nothingApplied, secretHeader, secretParam } from '../auth-scheme.ts'
import { importPrivateKey, type KeyAlgorithm } from '../private-key.ts'
import type { SchemeAction, SchemePreview } from '../scheme-action.ts'

/** Builds and signs a token (RFC 7519, RFC 7515) and adds it as a header or a query parameter. */
const applyJwt: AuthScheme<JwtAuth> = async auth => {
  const token = await signedJwt(auth)
  if (!token.ok) return token
  if (auth.placement === 'query')
    return ok(auth.queryName === '' ? nothingApplied : secretParam(auth.queryName, token.value))
  return ok(secretHeader('Authorization', `${auth.prefix} ${token.value}`.trim(), token.value))
}

type Sign = (auth: JwtAuth, input: Uint8Array) => Promise<Uint8Array | null>

/**
 * Returns the signing functions by algorithm name (RFC 7518 §3.1, RFC 8037 §3.1). A function, so that a page that only
 * shows the header does not load them.
 */
function signers(): ReadonlyMap<string, Sign> {
  const signs: [string, Sign][] = [
    ['ES256', withKey({ name: 'ECDSA', namedCurve: 'P-256' }, { name: 'ECDSA', hash: 'SHA-256' })],
    ['ES384', withKey({ name: 'ECDSA', namedCurve: 'P-384' }, { name: 'ECDSA', hash: 'SHA-384' })],
    ['ES512', withKey({ name: 'ECDSA', namedCurve: 'P-521' }, { name: 'ECDSA', hash: 'SHA-512' })],
    ['EdDSA', withKey({ name: 'Ed25519' })],
  ]
  for (const bits of ['256', '384', '512'] as const) {
    const hash = `SHA-${bits}` as const satisfies ShaName
    const saltLength = Number(bits) / 8
    signs.push(
      [`HS${bits}`, withSecret(hash)],
      [`RS${bits}`, withKey({ name: 'RSASSA-PKCS1-v1_5', hash })],
      [`PS${bits}`, withKey({ name: 'RSA-PSS', hash }, { name: 'RSA-PSS', saltLength })],
    )
  }
  return new Map(signs)
}

function withSecret(hash: ShaName): Sign {
  return async ({ secret, isSecretBase64 }, input) => {
    const key = isSecretBase64 ? fromBase64(secret.trim()) : utf8(secret)
    return key === null || key.length === 0 ? null : hmac(hash, key, input)
  }
}

function withKey(
  key: KeyAlgorithm,
  algorithm: { name: string; hash?: string; saltLength?: number } = key,
): Sign {
  return async ({ privateKey }, input) => {
    const imported = await importPrivateKey(privateKey, key)
    if (imported === null) return null
    return new Uint8Array(await crypto.subtle.sign(algorithm, imported, new Uint8Array(input)))
  }
}

async function signedJwt(auth: JwtAuth): Promise<Result<string, SendFailure>> {
  const sign = signers().get(auth.algorithm)
  if (sign === undefined) return refused('AUTH_NOT_SUPPORTED', `JWT Bearer with ${auth.algorithm}`)
  const header = objectMembers(auth.header)
  if (header === null) return refused('AUTH_JSON_INVALID', 'header')
  if (objectMembers(auth.payload) === null) return refused('AUTH_JSON_INVALID', 'payload')
  // The typed JSON goes into the token unchanged, so that big numbers and the order of names are kept.
  const jose = header.names.has('alg') ? auth.header.trim() : withAlgorithm(auth.algorithm, header)
  const input = `${toBase64Url(utf8(jose))}.${toBase64Url(utf8(auth.payload.trim() || '{}'))}`
  const signature = await sign(auth, utf8(input))
  if (signature === null) return refused('AUTH_KEY_INVALID', auth.algorithm)
  return ok(`${input}.${toBase64Url(signature)}`)
}

interface Members {
  readonly names: ReadonlySet<string>
  /** The JSON between the braces. */
  readonly text: string
}

/** Returns null if the text is not a JSON object; an empty text counts as an empty object. */
function objectMembers(json: string): Members | null {
  const text = json.trim() || '{}'
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return { names: new Set(Object.keys(value)), text: text.slice(1, -1).trim() }
  } catch {
    return null
  }
}

function withAlgorithm(algorithm: string, { names, text }: Members): string {
  const generated = { alg: algorithm, ...(names.has('typ') ? {} : { typ: 'JWT' }) }
  const start = JSON.stringify(generated).slice(1, -1)
  return `{${start}${text === '' ? '' : `,${text}`}}`
}

function refused(code: string, subject: string): Result<never, SendFailure> {
  return failed(preparationFailure('authorization', code, subject))
}

/** Lists what the scheme will add. */
export const previewJwt: SchemePreview<JwtAuth> = ({ placement, prefix, queryName }) =>
  placement === 'header'
    ? authorizationHeader(`${prefix} ${mask}`.trim())
    : placedField('query', queryName, mask)

/** The implementation of the scheme. */
export const jwtAction: SchemeAction<JwtAuth> = {
  apply: applyJwt,
  preview: previewJwt,
  validity: 'untilItExpires',
}
