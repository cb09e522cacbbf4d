import { hostField } from '../message/parse-target.ts'
import type { RequestTarget } from '../stages.ts'

/** Scheme, host and port as one text: `https://api.example:8443`, in lower case, without the scheme's own port. */
export function originOf(target: Pick<RequestTarget, 'scheme' | 'host' | 'port'>): string {
  return `${target.scheme}://${hostField(target)}`.toLowerCase()
}
