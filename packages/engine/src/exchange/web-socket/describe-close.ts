/** RFC 6455 §7.4.1 and the registry of IANA. */
const closeNames: Readonly<Record<number, string>> = {
  1000: 'Normal Closure',
  1001: 'Going Away',
  1002: 'Protocol Error',
  1003: 'Unsupported Data',
  1005: 'No Status Received',
  1006: 'Abnormal Closure',
  1007: 'Invalid Payload Data',
  1008: 'Policy Violation',
  1009: 'Message Too Big',
  1010: 'Mandatory Extension',
  1011: 'Internal Error',
  1012: 'Service Restart',
  1013: 'Try Again Later',
  1014: 'Bad Gateway',
  1015: 'TLS Handshake',
}

/** Returns a close code with its name and the reason: `1008 Policy Violation: no token`. */
export function describeClose(code: number, reason: string): string {
  const name = closeNames[code]
  const named = name === undefined ? String(code) : `${code} ${name}`
  return reason === '' ? named : `${named}: ${reason}`
}

/** Whether a client may send this code in a close frame (RFC 6455 §7.4). */
export function isCloseCode(code: number): boolean {
  if (!Number.isInteger(code)) return false
  return (
    (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999)
  )
}

/** The longest reason that fits into a close frame (RFC 6455 §5.5). */
const maxReasonBytes = 123

/** Returns as much of a reason as a close frame can take. */
export function closeReasonOf(reason: string): string {
  const bytes = new TextEncoder().encode(reason)
  if (bytes.length <= maxReasonBytes) return reason
  // The last character may have been cut.
  return new TextDecoder().decode(bytes.subarray(0, maxReasonBytes)).replace(/\uFFFD+$/, '')
}
