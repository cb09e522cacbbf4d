import type { ConnectionInfo, SendFailure, SendFailureKind, SendStep } from '@parley/model'

/** An expected failure on its way to becoming a {@link SendFailure}; never leaves this package. */
export class TransportError extends Error {
  readonly kind: SendFailureKind
  readonly code: string
  readonly subject: string
  /** The peer that it was about, where it was met before the connection could be used. */
  readonly connection: ConnectionInfo | null

  constructor(kind: SendFailureKind, code: string, subject = '', connection: ConnectionInfo | null = null) {
    super(code)
    this.kind = kind
    this.code = code
    this.subject = subject
    this.connection = connection
  }
}

/** What a send was doing, and since when. */
export interface SendPosition {
  readonly step: SendStep
  readonly address: string
  readonly elapsedMs: number
}

/** Names a failure by what was being done and by the system's code. */
export function failureOf(error: unknown, { step, address, elapsedMs }: SendPosition): SendFailure {
  if (error instanceof TransportError) {
    const { kind, code, subject } = error
    return { kind, code, step: stepOf(code, step), address, subject, elapsedMs }
  }
  const code = systemCode(error)
  if (code === null) throw error
  return { kind: kindOf(step), code, step: stepOf(code, step), address, subject: '', elapsedMs }
}

/**
 * The `code` that errors of Node carry; that of the first attempt where all addresses of a name
 * failed. Null for an error without one, which is a bug.
 */
export function systemCode(error: unknown): string | null {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  if (!(error instanceof AggregateError)) return null
  return error.errors.map(systemCode).find(code => code !== null) ?? null
}

/** The parser's errors tell of the response, even where it came before the request was out. */
function stepOf(code: string, step: SendStep): SendStep {
  return code.startsWith('HPE_') ? 'response' : step
}

function kindOf(step: SendStep): SendFailureKind {
  return step === 'dns' || step === 'connect' || step === 'tls' ? step : 'protocol'
}
