import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { TLSSocket } from 'node:tls'
import {
  type Authority,
  createAuthority,
  createSelfSignedIdentity,
  daysFromNow,
  type Identity,
  type IdentityRequest,
} from '../certificates/create-authority.ts'
import { listenOnLoopback } from '../listen-on-loopback.ts'
import { type FixedAnswer, type RecordedRequest, recordRequests } from './record-requests.ts'

/** The validity of a server's certificate. `wrongHost` is issued only to `wrong.example`. */
export type CertificateKind = 'valid' | 'expired' | 'wrongHost' | 'selfSigned'

/** The options of a TLS server. */
export interface TlsServerOptions {
  readonly certificate: CertificateKind
  /** Whether the client must present a certificate of this server's authority; `ignored` by default. */
  readonly clientCertificate?: 'ignored' | 'requested' | 'required'
  /** Signs the server's certificate; a new authority by default. */
  readonly authority?: Authority
}

/** A running HTTPS server. Each response is a `TlsReport` in JSON. */
export interface TlsServer {
  /** `https://127.0.0.1:PORT`, without a trailing slash; `localhost` is a valid name for it too. */
  readonly url: string
  readonly port: number
  /** The authority that a client must trust. It does not make a `selfSigned` server trustworthy. */
  readonly authorityCertificatePem: string
  readonly serverCertificatePem: string
  /** A client identity that the server accepts. */
  readonly clientIdentity: Identity
  /** All complete requests so far: none may come from a client that refused the certificate. */
  readonly requests: readonly RecordedRequest[]
  close(): Promise<void>
}

/** The connection as seen by the server. */
export interface TlsReport {
  /** `TLSv1.3`, `TLSv1.2` */
  readonly protocol: string | null
  /** The name of SNI; `false` if the client sent none. */
  readonly serverName: string | false
  /** The common name of a client certificate signed by the server's authority. */
  readonly clientName: string | null
}

/** Starts an HTTPS server (HTTP/1.1) on 127.0.0.1 with a new certificate. */
export async function startTlsServer(options: TlsServerOptions): Promise<TlsServer> {
  const authority = options.authority ?? createAuthority()
  const identity = createServerIdentity(options.certificate, authority)
  const clientCertificate = options.clientCertificate ?? 'ignored'
  const requests: RecordedRequest[] = []
  const server = createServer(
    {
      cert: identity.certificatePem,
      key: identity.privateKeyPem,
      // If given unnecessarily, the authority would be sent in the chain, which real servers do not do.
      ...(clientCertificate === 'ignored' ? {} : { ca: authority.certificatePem }),
      requestCert: clientCertificate !== 'ignored',
      rejectUnauthorized: clientCertificate === 'required',
    },
    recordRequests(requests, (_recorded, request) => reportTls(request)),
  )
  const port = await listenOnLoopback(server)
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    authorityCertificatePem: authority.certificatePem,
    serverCertificatePem: identity.certificatePem,
    clientIdentity: authority.issue({ usage: 'client', name: 'Testkit client' }),
    requests,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function createServerIdentity(kind: CertificateKind, authority: Authority): Identity {
  const request: IdentityRequest = {
    usage: 'server',
    name: '127.0.0.1',
    dnsNames: ['localhost'],
    ipv4Addresses: ['127.0.0.1'],
  }
  switch (kind) {
    case 'valid':
      return authority.issue(request)
    case 'expired':
      return authority.issue({ ...request, notBefore: daysFromNow(-60), notAfter: daysFromNow(-30) })
    case 'wrongHost':
      return authority.issue({ usage: 'server', name: 'wrong.example', dnsNames: ['wrong.example'] })
    case 'selfSigned':
      return createSelfSignedIdentity(request)
  }
}

function reportTls(request: IncomingMessage): FixedAnswer {
  const { socket } = request
  if (!(socket instanceof TLSSocket)) throw new Error('A request came without TLS')
  const certificate = socket.authorized ? socket.getPeerCertificate() : undefined
  const report: TlsReport = {
    protocol: socket.getProtocol(),
    serverName:
      ('servername' in socket && typeof socket.servername === 'string' && socket.servername) || false,
    clientName: [certificate?.subject?.CN].flat()[0] ?? null,
  }
  return { statusCode: 200, headers: ['Content-Type', 'application/json'], content: JSON.stringify(report) }
}
