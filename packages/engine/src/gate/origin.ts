import { hostField } from '../message/parse-target.ts'
import type { RequestTarget } from '../stages.ts'

/**
 * Returns scheme, host and port as one text in lower case, such as `https://api.example:8443`, without the
 * scheme's default port.
 */
export function originOf(target: Pick<RequestTarget, 'scheme' | 'host' | 'port'>): string {
  return `${target.scheme}://${hostField(target)}`.toLowerCase()
}
