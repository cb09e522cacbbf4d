import { createSecureContext, type SecureContextOptions } from 'node:tls'

/** Why a client certificate cannot be used. */
export interface IdentityFault {
  /** Outdated: its file is encrypted with RC2 or 3DES, which OpenSSL does not read any more. */
  readonly code: 'CLIENT_CERTIFICATE_OUTDATED' | 'CLIENT_CERTIFICATE_UNUSABLE'
  /** OpenSSL's message. */
  readonly reason: string
}

/** Checks a client certificate with its key and passphrase; null: it can be used. */
export function identityFault(
  identity: Pick<SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase'>,
): IdentityFault | null {
  try {
    createSecureContext(identity)
    return null
  } catch (error) {
    const isOutdated =
      error instanceof Error && 'code' in error && error.code === 'ERR_CRYPTO_UNSUPPORTED_OPERATION'
    return {
      code: isOutdated ? 'CLIENT_CERTIFICATE_OUTDATED' : 'CLIENT_CERTIFICATE_UNUSABLE',
      reason: error instanceof Error ? error.message : String(error),
    }
  }
}
