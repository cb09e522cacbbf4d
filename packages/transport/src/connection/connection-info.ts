import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { ConnectionInfo, TlsInfo } from '@parley/model'

/** The peer of a connection and, over TLS, what was agreed on with it. */
export function connectionInfo(socket: Socket): ConnectionInfo {
  return {
    remoteAddress: socket.remoteAddress ?? '',
    remotePort: socket.remotePort ?? 0,
    isReused: false,
    tls: socket instanceof TLSSocket ? tlsInfo(socket) : null,
  }
}

function tlsInfo(socket: TLSSocket): TlsInfo {
  return {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher()?.name ?? '',
    certificates: certificateChain(socket),
  }
}

function certificateChain(socket: TLSSocket): TlsInfo['certificates'] {
  const chain: TlsInfo['certificates'][number][] = []
  const seen = new Set<string>()
  let certificate = socket.getPeerX509Certificate()
  while (certificate && !seen.has(certificate.fingerprint256)) {
    seen.add(certificate.fingerprint256)
    chain.push({
      subject: certificate.subject,
      issuer: certificate.issuer,
      validFrom: certificate.validFrom,
      validTo: certificate.validTo,
    })
    certificate = certificate.issuerCertificate
  }
  return chain
}
