import { domainToASCII } from 'node:url'
import type { HostNames } from '@parley/engine'

/** IDNA as Node's URL has it. */
export const nodeHostNames: HostNames = {
  toAscii: host => domainToASCII(host) || null,
}
