import type { Describe, DescribedCodes } from './described-codes.ts'
import { duration } from './failure-words.ts'

/** Describes a name that has no address. */
export const describeUnknownName: Describe = ({ address }) => ({
  // The port is not part of the name that was looked up.
  sentence: `Host ${address.replace(/:\d+$/, '')} was not found.`,
  nextStep: 'Check the host in the URL for typos, and that this computer is on the right network.',
})

const describeBadTrust: Describe = ({ address }) => ({
  sentence: `The certificate of ${address} is signed by an authority that is not trusted here.`,
  nextStep: 'Check that this is the server you mean; if it is, add its authority to the trusted ones.',
})

const describeSelfSigned: Describe = ({ address }) => ({
  sentence: `The certificate of ${address} is self-signed.`,
  nextStep: 'Check that this is the server you mean; if it is, add its certificate to the trusted ones.',
})

const describeNoTls: Describe = ({ address }) => ({
  sentence: `${address} does not speak TLS.`,
  nextStep: 'Check the port, or use http:// instead of https://.',
})

const describeUnreachable: Describe = ({ address }) => ({
  sentence: `No route to ${address}.`,
  nextStep: 'Check the host, and that this computer is on the right network or VPN.',
})

/** A file of a client certificate that is encrypted with RC2 or 3DES. */
export const outdatedCertificate = {
  sentence:
    'The file of the client certificate is encrypted with an outdated cipher (RC2 or 3DES), which OpenSSL 3 cannot read.',
  nextStep:
    'Convert it: openssl pkcs12 -legacy -in old.pfx -nodes -out all.pem, then openssl pkcs12 -export -in all.pem -out new.pfx, and use new.pfx.',
} as const

const describeTlsVersion: Describe = ({ address }) => ({
  sentence: `${address} accepts none of the TLS versions that Parley offers.`,
  nextStep: 'Let the server accept TLS 1.2 or 1.3, or raise Highest TLS version in Settings → Certificates.',
})

/** Failures to connect. */
export const connectionFailures: DescribedCodes = {
  ECONNREFUSED: ({ address }) => ({
    sentence: `Nothing is listening at ${address}. Is the server running?`,
    nextStep: 'Start the server, or check the port in the URL.',
  }),
  ENOTFOUND: describeUnknownName,
  EAI_AGAIN: describeUnknownName,
  ECONNRESET: ({ address }) => ({
    sentence: `${address} closed the connection before it responded.`,
    nextStep: 'Retry; if it happens again, check the log of the server, or of a proxy in front of it.',
  }),
  EPIPE: ({ address }) => ({
    sentence: `${address} closed the connection before it had read the whole request.`,
    nextStep:
      'Check whether the server accepts content of this size; its log may say why it closed the connection.',
  }),
  ETIMEDOUT: ({ address }) => ({
    sentence: `${address} did not accept a connection.`,
    nextStep: 'Check the host and port, and whether a firewall or VPN blocks the connection.',
  }),
  EHOSTUNREACH: describeUnreachable,
  ENETUNREACH: describeUnreachable,
  CERT_HAS_EXPIRED: ({ address }) => ({
    sentence: `The certificate of ${address} has expired.`,
    nextStep: 'Renew the certificate on the server, and check the clock of this computer.',
  }),
  CERT_NOT_YET_VALID: ({ address }) => ({
    sentence: `The certificate of ${address} is not valid yet.`,
    nextStep: 'Check the clock of this computer and the dates of the certificate.',
  }),
  ERR_TLS_CERT_ALTNAME_INVALID: ({ address }) => ({
    sentence: `The certificate of ${address} is for another host.`,
    nextStep: 'Check the host in the URL, or get a certificate that names it.',
  }),
  DEPTH_ZERO_SELF_SIGNED_CERT: describeSelfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: describeBadTrust,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: describeBadTrust,
  UNABLE_TO_GET_ISSUER_CERT: describeBadTrust,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: describeBadTrust,
  ERR_SSL_WRONG_VERSION_NUMBER: describeNoTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: describeNoTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: describeTlsVersion,
  ERR_SSL_UNSUPPORTED_PROTOCOL: describeTlsVersion,
  CERTIFICATE_FILE_UNREADABLE: ({ subject }) => ({
    sentence: `The certificate file ${subject} cannot be read. Nothing was sent.`,
    nextStep: 'Choose the file again in Settings → Certificates, or remove it there.',
  }),
  CLIENT_CERTIFICATE_REQUIRED: ({ address }) => ({
    sentence: `${address} asks for a client certificate, and none was sent.`,
    nextStep: 'Choose one for this host in Settings → Certificates.',
  }),
  CLIENT_CERTIFICATE_REFUSED: ({ address, subject }) => ({
    sentence: `${address} did not accept the client certificate, or needs one: ${subject}.`,
    nextStep: 'Choose the right one for this host in Settings → Certificates.',
  }),
  TLS_HANDSHAKE_REFUSED: ({ address }) => ({
    sentence: `${address} ended the TLS handshake, as servers that require a client certificate do.`,
    nextStep:
      'Choose one for this host in Settings → Certificates, or ask the operator of the server which TLS versions it accepts.',
  }),
  CLIENT_CERTIFICATE_OUTDATED: () => outdatedCertificate,
  CLIENT_CERTIFICATE_UNUSABLE: ({ subject }) => ({
    sentence: `The client certificate cannot be used: ${subject}.`,
    nextStep: 'Check its files and passphrase in Settings → Certificates.',
  }),
  CONNECT_TIMEOUT: ({ address, step, elapsedMs }) =>
    step === 'tls'
      ? {
          sentence: `${address} did not complete the TLS handshake within ${duration(elapsedMs)}.`,
          nextStep: 'Check that the port speaks TLS, and whether the server is overloaded.',
        }
      : {
          sentence: `${address} did not accept a connection within ${duration(elapsedMs)}.`,
          nextStep: 'Check the host and port, and whether a firewall or VPN blocks the connection.',
        },
  DEMO_NOT_RUNNING: () => ({
    sentence: '{{baseUrl}} is the address of the demo API, which is not running.',
    nextStep: 'Start Parley, which starts the demo API as well.',
  }),
  OWN_ADDRESS: ({ address }) => ({
    sentence: `${address} is Parley’s own address. Nothing was sent.`,
    nextStep: 'Send to the address of the API that you want to call.',
  }),
  LINK_LOCAL_ADDRESS: ({ address }) => ({
    sentence: `${address} is a link-local address, which scripts may not send to. Nothing was sent.`,
    nextStep: 'If you mean this address, type it in the URL of a request, or allow it in Settings → Editor.',
  }),
  KEPT_CONNECTION_CLOSED: ({ address }) => ({
    sentence: `${address} closed a reused connection just as the request was sent, so the server may or may not have processed it.`,
    nextStep: 'Check on the server whether the request took effect before you send it again.',
  }),
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: ({ address }) => ({
    sentence: `${address} does not speak the chosen version of HTTP.`,
    nextStep: 'Choose another HTTP version for the request, or Auto.',
  }),
}
