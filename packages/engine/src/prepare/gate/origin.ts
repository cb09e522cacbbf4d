import type { RequestTarget } from '../message/outbound-message.ts'
import { hostField } from '../message/parse-target.ts'

/**
 * Returns scheme, host and port as one text in lower case, such as `https://api.example:8443`, without the
 * scheme's default port.
 */
export function originOf(target: Pick<RequestTarget, 'scheme' | 'host' | 'port'>): string {
  return `${target.scheme}://${hostField(target)}`.toLowerCase()
}
