import type { ConnectionInfo, SendFailure, SendFailureKind, SendStep } from '@parley/model'

/** An expected failure that becomes a {@link SendFailure}; it never leaves this package. */
export class TransportError extends Error {
  readonly kind: SendFailureKind
  readonly code: string
  readonly subject: string
  /** The peer of the failed connection, if it was reached before the connection was usable. */
  readonly connection: ConnectionInfo | null

  constructor(kind: SendFailureKind, code: string, subject = '', connection: ConnectionInfo | null = null) {
    super(code)
    this.kind = kind
    this.code = code
    this.subject = subject
    this.connection = connection
  }
}

/** The current step of a send, and its duration so far. */
export interface SendPosition {
  readonly step: SendStep
  readonly address: string
  readonly elapsedMs: number
}

/** Converts an error to a failure, based on the current step and the system's error code. */
export function failureOf(error: unknown, { step, address, elapsedMs }: SendPosition): SendFailure {
  if (error instanceof TransportError) {
    const { kind, code, subject } = error
    return { kind, code, step: stepOf(code, step), address, subject, elapsedMs }
  }
  const code = systemCode(error)
  if (code === null) throw error
  const alert = clientCertificateAlert(code)
  if (alert !== null) return { kind: 'tls', step: 'tls', address, elapsedMs, ...alert }
  const kind = code.startsWith('ERR_SSL_') ? 'tls' : kindOf(step)
  return { kind, code, step: stepOf(code, step), address, subject: '', elapsedMs }
}

/**
 * Returns the `code` of a Node error. If all addresses of a name failed, returns that of the first attempt for which this
 * machine had a way. Returns null for an error without a code, which is a bug.
 */
export function systemCode(error: unknown): string | null {
  const own = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  if (!(error instanceof AggregateError) || (own !== null && !withoutWay.has(own))) return own
  const codes = error.errors.map(systemCode).filter(code => code !== null)
  return codes.find(code => !withoutWay.has(code)) ?? own ?? codes[0] ?? null
}

/** The codes of attempts on a machine without the version of IP of the address. */
const withoutWay: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENETUNREACH'])

/**
 * Returns what a server says about client certificates by an alert of TLS; null for other codes. Over TLS 1.3 the alert comes with
 * the response. Over TLS 1.2 a server that gets no certificate may send the alert that it sends for every other reason.
 */
function clientCertificateAlert(code: string): Pick<SendFailure, 'code' | 'subject'> | null {
  const [, alert] = /^ERR_SSL_.*_ALERT_(.+)$/.exec(code) ?? []
  switch (alert) {
    case 'CERTIFICATE_REQUIRED':
      return { code: 'CLIENT_CERTIFICATE_REQUIRED', subject: '' }
    case 'HANDSHAKE_FAILURE':
      return { code: 'TLS_HANDSHAKE_REFUSED', subject: '' }
    case 'BAD_CERTIFICATE':
    case 'UNSUPPORTED_CERTIFICATE':
    case 'CERTIFICATE_REVOKED':
    case 'CERTIFICATE_EXPIRED':
    case 'CERTIFICATE_UNKNOWN':
    case 'UNKNOWN_CA':
    case 'ACCESS_DENIED':
      return { code: 'CLIENT_CERTIFICATE_REFUSED', subject: alert.toLowerCase().replaceAll('_', ' ') }
  }
  return null
}

/**
 * Returns the code for a server that does not speak HTTP/1.1, by what it sent; null if that tells nothing. An HTTP/2 server begins
 * with a SETTINGS frame on stream 0 (RFC 9113 §3.4), a TLS server answers with an alert (RFC 8446 §6).
 */
export function otherProtocol(received: Uint8Array): 'HTTP2_SPOKEN' | 'TLS_SPOKEN' | null {
  const [first, second, , type] = received
  const streamId = received.subarray(5, 9)
  if (first === 0 && type === 4 && streamId.length === 4 && streamId.every(byte => byte === 0))
    return 'HTTP2_SPOKEN'
  return first === 0x15 && second === 3 ? 'TLS_SPOKEN' : null
}

/**
 * Returns the step of an error. Parser errors concern the response, even if they occur before the request was
 * sent.
 */
function stepOf(code: string, step: SendStep): SendStep {
  return code.startsWith('HPE_') ? 'response' : step
}

function kindOf(step: SendStep): SendFailureKind {
  return step === 'dns' || step === 'connect' || step === 'tls' ? step : 'protocol'
}
