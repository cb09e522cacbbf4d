import { previewText } from '../../preview-fields.ts'
import type { VariableScope } from '../../variables/scope.ts'
import { isSecureUrl, schemeOf, withSecurity } from './grpc-target.ts'

/** Whether a call uses TLS, as far as it is known before it is sent. */
export interface CallSecurity {
  readonly isSecure: boolean
  /** The URL of the draft with the other choice; null if a variable decides. */
  readonly changedUrl: string | null
}

/** Returns the security of calls to a URL as it is typed. */
export function callSecurity(typed: string, scopes: readonly VariableScope[]): CallSecurity {
  const filled = previewText(typed, scopes)
  const isSecure = isSecureUrl(filled)
  const isTyped = typed.trim() !== '' && schemeOf(typed) === schemeOf(filled)
  return { isSecure, changedUrl: isTyped ? withSecurity(typed, !isSecure) : null }
}
