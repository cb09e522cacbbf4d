import { domainToASCII } from 'node:url'
import type { HostNames } from '@parley/engine'

/** Converts host names with the IDNA support of Node's URL. */
export const nodeHostNames: HostNames = {
  toAscii: host => domainToASCII(host) || null,
}
