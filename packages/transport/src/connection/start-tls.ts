import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import { type ConnectionOptions, connect, rootCertificates, type TLSSocket } from 'node:tls'
import type { ConnectionInfo } from '@parley/model'
import { systemCode, TransportError } from '../transport-error.ts'
import { endAtEmptyRecords } from './empty-records.ts'
import { type Identity, identityFault } from './identity-fault.ts'
import type { ClientIdentity, TlsTrust } from './network-path.ts'

/** The peer of a TLS connection. */
export interface TlsPeer {
  /** IPv6 without brackets. */
  readonly host: string
  /** The protocols to offer, the preferred one first (RFC 7301). */
  readonly protocols: readonly string[]
}

/**
 * Starts TLS over a socket. {@link verify} checks the peer once the socket is secure and before anything is
 * sent.
 */
export function startTls(socket: Socket, { host, protocols }: TlsPeer, trust: TlsTrust): TLSSocket {
  const secured = connect({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {}),
    ALPNProtocols: [...protocols],
    // Node would drop the certificates of an untrusted peer, which the failure shows.
    rejectUnauthorized: false,
    ...(trust.maxVersion === undefined ? {} : { maxVersion: `TLSv${trust.maxVersion}` as const }),
    ...authorities(trust),
    ...identity(trust.clientCertificate),
  })
  endAtEmptyRecords(socket, secured)
  return secured
}

/**
 * Throws if the peer's certificate is not valid, with the certificate chain. No environment variable switches
 * this off.
 */
export function verify(socket: TLSSocket, trust: TlsTrust, info: ConnectionInfo | null): void {
  if (!trust.isVerified || socket.authorized) return
  // Node puts the error code here, although its types declare an error.
  const fault: unknown = socket.authorizationError
  const code = typeof fault === 'string' ? fault : (systemCode(fault) ?? 'UNTRUSTED_CERTIFICATE')
  throw new TransportError('tls', code, '', info)
}

/** Node uses given authorities instead of its default ones, so the default ones are added. */
function authorities({ extraAuthorities }: TlsTrust): ConnectionOptions {
  return extraAuthorities.length === 0 ? {} : { ca: [...rootCertificates, ...extraAuthorities] }
}

function identity(certificate: ClientIdentity | null): ConnectionOptions {
  if (certificate === null) return {}
  const { passphrase } = certificate
  const options: Identity =
    certificate.type === 'pem'
      ? { cert: certificate.certificate, key: certificate.privateKey, passphrase }
      : { pfx: Buffer.from(certificate.bytes), passphrase }
  // The certificate is checked on its own first, because the socket's error would not say that the client
  // certificate is at fault.
  const fault = identityFault(options)
  if (fault !== null) throw new TransportError('tls', fault.code, fault.reason)
  return options
}
