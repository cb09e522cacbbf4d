import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ConnectionInfo, TlsInfo } from '@parley/model'
import { type ProxyServer, proxyText } from './network-path.ts'

/** Returns the peer of a connection as TCP knows it. */
export function connectionInfo(socket: Socket, proxy: ProxyServer | null): ConnectionInfo {
  return {
    remoteAddress: socket.remoteAddress ?? '',
    remotePort: socket.remotePort ?? 0,
    isReused: false,
    proxy: proxy === null ? null : proxyText(proxy),
    tls: null,
  }
}

/** Returns what TLS negotiated with a peer, and the peer's certificates. */
export function tlsInfo(socket: TLSSocket): TlsInfo {
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
