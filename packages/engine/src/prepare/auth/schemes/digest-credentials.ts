import { encodeStrictly } from '../../../basics/encode-strictly.ts'
import { sha, toHex, utf8 } from '../../../basics/hashing.ts'

/** The parts of a request that Digest needs. */
export interface DigestRequest {
  readonly method: string
  readonly pathAndQuery: string
  /** Null if the content is not known before it is sent; then `auth-int` is not possible. */
  readonly content: Uint8Array | null
  readonly username: string
  readonly password: string
  readonly cnonce: string
  /** The number of requests sent with the nonce, including this one. */
  readonly nonceCount: number
}

export interface DigestCredentials {
  /** The value of `Authorization`. */
  readonly value: string
  /** The `response` parameter in it, which proves that the client knows the password. */
  readonly response: string
  /** Whether the content is part of the proof (`auth-int`). */
  readonly coversContent: boolean
}

type Hash = (text: string | Uint8Array) => Promise<string>

const bytesOf = (data: string | Uint8Array) => (typeof data === 'string' ? utf8(data) : data)

/** The libraries are loaded when a server asks for them. */
const hashes: ReadonlyMap<string, Hash> = new Map<string, Hash>([
  ['md5', async data => toHex((await import('@noble/hashes/legacy.js')).md5(bytesOf(data)))],
  ['sha-256', async data => toHex(await sha('SHA-256', bytesOf(data)))],
  ['sha-512-256', async data => toHex((await import('@noble/hashes/sha2.js')).sha512_256(bytesOf(data)))],
])

/**
 * Answers a challenge (RFC 7616 §3.4; without `qop` RFC 2069). Returns null if the algorithm or the quality
 * of protection is not supported.
 */
export async function digestCredentials(
  challenge: ReadonlyMap<string, string>,
  request: DigestRequest,
): Promise<DigestCredentials | null> {
  const algorithm = challenge.get('algorithm') ?? 'MD5'
  const [, name = '', session] = /^(.*?)(-sess)?$/i.exec(algorithm) ?? []
  const hash = hashes.get(name.toLowerCase())
  const qop = chosenQop(challenge.get('qop'), request.content !== null)
  if (hash === undefined || qop === null) return null
  const { username, password, cnonce, method, pathAndQuery } = request
  const realm = challenge.get('realm') ?? ''
  const nonce = challenge.get('nonce') ?? ''
  const user = await hash(`${username}:${realm}:${password}`)
  const secret = session === undefined ? user : await hash(`${user}:${nonce}:${cnonce}`)
  const content = qop === 'auth-int' ? `:${await hash(request.content ?? '')}` : ''
  const target = await hash(`${method}:${pathAndQuery}${content}`)
  const count = request.nonceCount.toString(16).padStart(8, '0')
  const proof = qop === '' ? [secret, nonce, target] : [secret, nonce, count, cnonce, qop, target]
  const response = await hash(proof.join(':'))
  const isHashed = challenge.get('userhash')?.toLowerCase() === 'true'
  const parts = [
    isHashed ? quoted('username', await hash(`${username}:${realm}`)) : usernamePart(username),
    quoted('realm', realm),
    quoted('uri', pathAndQuery),
    ...(challenge.has('algorithm') ? [`algorithm=${algorithm}`] : []),
    quoted('nonce', nonce),
    ...(qop === '' ? [] : [`nc=${count}`]),
    ...(qop === '' && session === undefined ? [] : [quoted('cnonce', cnonce)]),
    ...(qop === '' ? [] : [`qop=${qop}`]),
    quoted('response', response),
    ...(challenge.has('opaque') ? [quoted('opaque', challenge.get('opaque') ?? '')] : []),
    ...(isHashed ? ['userhash=true'] : []),
  ]
  return { value: `Digest ${parts.join(', ')}`, response, coversContent: qop === 'auth-int' }
}

/**
 * Returns `auth` if the server offers it, because it needs no content; an empty text if the server offers no
 * `qop`; null if no offered one is possible.
 */
function chosenQop(offered: string | undefined, isContentKnown: boolean): '' | 'auth' | 'auth-int' | null {
  if (offered === undefined) return ''
  const options = offered.split(',').map(option => option.trim().toLowerCase())
  if (options.includes('auth')) return 'auth'
  return options.includes('auth-int') && isContentKnown ? 'auth-int' : null
}

/** A name with characters beyond ASCII is sent in the notation of RFC 8187 (RFC 7616 §3.4). */
function usernamePart(username: string): string {
  return /^[\x20-\x7e]*$/.test(username)
    ? quoted('username', username)
    : `username*=UTF-8''${encodeStrictly(username)}`
}

function quoted(name: string, text: string): string {
  return `${name}="${text.replace(/["\\]/g, '\\$&')}"`
}
