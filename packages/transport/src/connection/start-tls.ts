import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  rootCertificates,
  type TLSSocket,
} from 'node:tls'
import type { ConnectionInfo } from '@parley/model'
import { systemCode, TransportError } from '../transport-error.ts'
import type { ClientIdentity, TlsTrust } from './network-path.ts'

/** Whom TLS is spoken with. */
export interface TlsPeer {
  /** IPv6 without brackets. */
  readonly host: string
  /** To offer, the preferred one first (RFC 7301). */
  readonly protocols: readonly string[]
}

/** Begins TLS over a socket. Who answers is checked by {@link verify} once it is ready, and before anything is sent. */
export function startTls(socket: Socket, { host, protocols }: TlsPeer, trust: TlsTrust): TLSSocket {
  return connect({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {}),
    ALPNProtocols: [...protocols],
    // So that the certificates of a peer that is not trusted can be told of.
    rejectUnauthorized: false,
    ...authorities(trust),
    ...identity(trust.clientCertificate),
  })
}

/** Throws what is wrong with the peer's certificate, with what it showed. No environment variable switches this off. */
export function verify(socket: TLSSocket, trust: TlsTrust, info: ConnectionInfo | null): void {
  if (!trust.isVerified || socket.authorized) return
  // Node has the code here, though its types say that it is an error.
  const fault: unknown = socket.authorizationError
  const code = typeof fault === 'string' ? fault : (systemCode(fault) ?? 'UNTRUSTED_CERTIFICATE')
  throw new TransportError('tls', code, '', info)
}

/** Given authorities take the place of the default ones, so these are given as well. */
function authorities({ extraAuthorities }: TlsTrust): ConnectionOptions {
  return extraAuthorities.length === 0 ? {} : { ca: [...rootCertificates, ...extraAuthorities] }
}

function identity(certificate: ClientIdentity | null): ConnectionOptions {
  if (certificate === null) return {}
  const { passphrase } = certificate
  const options: ConnectionOptions =
    certificate.type === 'pem'
      ? { cert: certificate.certificate, key: certificate.privateKey, passphrase }
      : { pfx: Buffer.from(certificate.bytes), passphrase }
  try {
    // By itself first: of what the socket would say of it nothing tells that it is about the own certificate.
    createSecureContext(options)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TransportError('tls', 'CLIENT_CERTIFICATE_UNUSABLE', reason)
  }
  return options
}
