import type { HostNames } from '../message/host-names.ts'
import { parseTarget } from '../message/parse-target.ts'
import { originOf } from './origin.ts'
import type { SecretHosts } from './secret-hosts.ts'

/**
 * Lets secrets go only to listed places: a host (any port and scheme), `host:port`, or an origin such as
 * `https://api.example` (behaviour, `--allow-host`).
 */
export function allowedOrigins(listed: readonly string[], hostNames: HostNames): SecretHosts {
  const rules = listed.map(one => ruleOf(one.trim(), hostNames))
  return { mayReceive: async ({ origin }) => rules.some(isCovered => isCovered(origin)) }
}

/** Refuses every origin, for hosts where nobody can be asked. */
export const noAllowedOrigins: SecretHosts = { mayReceive: async () => false }

function ruleOf(listed: string, hostNames: HostNames): (origin: string) => boolean {
  const parsed = parseTarget(listed, hostNames)
  if (!parsed.ok || listed === '') return () => false
  const { target } = parsed.value
  if (listed.includes('://')) {
    const allowed = originOf(target)
    return origin => origin === allowed
  }
  const hasPort = /:\d+$/.test(listed) && (!listed.includes('[') || /\]:\d+$/.test(listed))
  return origin => {
    const reached = parseTarget(origin, hostNames)
    if (!reached.ok) return false
    const { host, port } = reached.value.target
    return host.toLowerCase() === target.host.toLowerCase() && (!hasPort || port === target.port)
  }
}
