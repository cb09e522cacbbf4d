import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { systemCode } from '../transport-error.ts'

/** A client certificate as Node takes it. */
export type Identity =
  | { readonly cert: string | Buffer; readonly key: string | Buffer; readonly passphrase: string }
  | { readonly pfx: Buffer; readonly passphrase: string }

/** Why a client certificate cannot be used. */
export interface IdentityFault {
  /** Outdated: its file is encrypted with RC2 or 3DES, which OpenSSL does not read any more. */
  readonly code: 'CLIENT_CERTIFICATE_OUTDATED' | 'CLIENT_CERTIFICATE_UNUSABLE'
  /** Ends the sentence “The client certificate cannot be used: …”, without its full stop. */
  readonly reason: string
}

/** Checks a client certificate with its key and passphrase; null: it can be used. */
export function identityFault(identity: Identity): IdentityFault | null {
  try {
    createSecureContext(identity)
    // OpenSSL only notices that a key belongs to another certificate if both are of the same type.
    return 'pfx' in identity || isPair(identity) ? null : unusable(otherKey)
  } catch (error) {
    if (systemCode(error) === 'ERR_CRYPTO_UNSUPPORTED_OPERATION')
      return { code: 'CLIENT_CERTIFICATE_OUTDATED', reason: 'its file is encrypted with an outdated cipher' }
    return unusable(reasonOf(error, identity))
  }
}

function isPair({ cert, key, passphrase }: Extract<Identity, { readonly cert: unknown }>): boolean {
  return new X509Certificate(cert).checkPrivateKey(createPrivateKey({ key, passphrase }))
}

function unusable(reason: string): IdentityFault {
  return { code: 'CLIENT_CERTIFICATE_UNUSABLE', reason }
}

const otherKey = 'the key belongs to another certificate'

/** Returns what OpenSSL's code or message means for the files. */
function reasonOf(error: unknown, identity: Identity): string {
  const code = systemCode(error) ?? ''
  const message = error instanceof Error ? error.message : String(error)
  const passphrase = identity.passphrase === '' ? 'it needs a passphrase' : 'the passphrase is wrong'
  if (code === 'ERR_OSSL_BAD_DECRYPT' || message === 'mac verify failure') return passphrase
  if (code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH') return otherKey
  if (code === 'ERR_SSL_EE_KEY_TOO_SMALL') return 'its key is too short; RSA keys need 2048 bits or more'
  if ('pfx' in identity)
    return message.startsWith('Unable to load private key')
      ? 'its PKCS #12 file has no private key'
      : 'its file is no PKCS #12 file'
  if (code.startsWith('ERR_OSSL_PEM_')) return 'its certificate file has no certificate in PEM form'
  // One wrong passphrase of 256 gives text with the right padding.
  return identity.key.includes('ENCRYPTED') ? passphrase : 'its key file has no private key in PEM form'
}
