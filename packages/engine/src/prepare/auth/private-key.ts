import { fromBase64 } from '../../basics/text/base64.ts'

/** The WebCrypto algorithm that a private key is for. */
export interface KeyAlgorithm {
  readonly name: 'RSASSA-PKCS1-v1_5' | 'RSA-PSS' | 'ECDSA' | 'Ed25519'
  readonly hash?: string
  readonly namedCurve?: 'P-256' | 'P-384' | 'P-521'
}

/** The type libraries of the browser and Node have no common name for this type. */
type ImportedKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/**
 * Imports a private key in PEM form without a password: PKCS#8, PKCS#1 for RSA (RFC 8017) or SEC 1 for
 * elliptic curves (RFC 5915). Returns null for anything else.
 */
export async function importPrivateKey(pem: string, algorithm: KeyAlgorithm): Promise<ImportedKey | null> {
  // A key that was passed on one line, in a file or a shell, has escaped line breaks.
  const text = pem.replaceAll('\\n', '\n')
  const [, label = '', encoded = ''] =
    /-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----([A-Za-z0-9+/=\s]+)-----END \1-----/.exec(text) ?? []
  const der = fromBase64(encoded.replace(/\s+/g, ''))
  if (der === null || der.length === 0) return null
  const key = asPkcs8(label, der, algorithm)
  if (key === null) return null
  try {
    return await crypto.subtle.importKey('pkcs8', key, { ...algorithm }, false, ['sign'])
  } catch {
    return null
  }
}

/** AlgorithmIdentifiers (RFC 5958 §2). The older formats name the algorithm only in their PEM label. */
const rsaIdentifier = [
  0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
]
const ecPublicKey = [0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]
const curves = {
  'P-256': [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07],
  'P-384': [0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x22],
  'P-521': [0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x23],
}

function asPkcs8(
  label: string,
  der: Uint8Array<ArrayBuffer>,
  { namedCurve }: KeyAlgorithm,
): Uint8Array<ArrayBuffer> | null {
  if (label === 'PRIVATE KEY') return der
  if (label === 'RSA PRIVATE KEY') return wrapped(rsaIdentifier, der)
  if (namedCurve === undefined) return null
  return wrapped(tagged(0x30, [...ecPublicKey, ...curves[namedCurve]]), der)
}

function wrapped(identifier: readonly number[], key: Uint8Array): Uint8Array<ArrayBuffer> {
  const version = [0x02, 0x01, 0x00]
  return Uint8Array.from(tagged(0x30, [...version, ...identifier, ...tagged(0x04, [...key])]))
}

/** Encodes tag, length and value (X.690 §8.1). */
function tagged(tag: number, value: readonly number[]): readonly number[] {
  const { length } = value
  if (length < 0x80) return [tag, length, ...value]
  if (length < 0x100) return [tag, 0x81, length, ...value]
  return [tag, 0x82, length >> 8, length & 0xff, ...value]
}
