import type { SendFailure, SendFailureKind, SendStep } from '@parley/model'

/** An expected failure on its way to becoming a {@link SendFailure}; never leaves this package. */
export class TransportError extends Error {
  readonly kind: SendFailureKind
  readonly code: string
  readonly subject: string

  constructor(kind: SendFailureKind, code: string, subject = '') {
    super(code)
    this.kind = kind
    this.code = code
    this.subject = subject
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
    return { kind: error.kind, code: error.code, step, address, subject: error.subject, elapsedMs }
  }
  const code = systemCode(error)
  if (code === null) throw error
  return { kind: kindOf(code, step), code, step, address, subject: '', elapsedMs }
}

/** The `code` that errors of Node carry; null for an error without one, which is a bug. */
export function systemCode(error: unknown): string | null {
  if (error instanceof AggregateError) return systemCode(error.errors[0])
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

function kindOf(code: string, step: SendStep): SendFailureKind {
  if (code.startsWith('HPE_')) return 'protocol'
  if (step === 'dns') return 'dns'
  if (step === 'connect') return 'connect'
  if (step === 'tls') return 'tls'
  return 'protocol'
}
