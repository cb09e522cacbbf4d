import { BlockList, isIP } from 'node:net'
import { isLoopbackName, matchesWildcards } from '@parley/model'
import { isLoopback } from '../connection/address-rule.ts'

interface HostAndPort {
  readonly host: string
  readonly port: number
}

/**
 * Returns whether a target is reached without the proxy (behaviour 5.4). What holds for `localhost` also holds for every
 * name below it.
 */
export function isBypassed(bypass: string, target: HostAndPort): boolean {
  return (
    isInHosts(bypass, target) ||
    (isLoopbackName(target.host) && isInHosts(bypass, { host: 'localhost', port: target.port }))
  )
}

/**
 * Returns whether a list contains a host. The list contains hosts separated by
 * commas. A host may have a port, a `*` for any part, or a leading dot for all subdomains (`.example.com`);
 * an address may be a range (`10.0.0.0/8`). A single `*` matches every host, `<local>` every name without a
 * dot and every address of the loopback.
 */
export function isInHosts(hosts: string, { host, port }: HostAndPort): boolean {
  const wanted = host.toLowerCase().replace(/\.$/, '')
  return hosts
    .split(/[,;\s]+/)
    .map(entry => entry.trim().toLowerCase())
    .some(entry => entry !== '' && matches(entry, wanted, port))
}

function matches(entry: string, host: string, port: number): boolean {
  if (entry === '<local>') return isLoopback(host) || (!host.includes('.') && isIP(host) === 0)
  const range = /^([0-9a-f.:]+)\/(\d{1,3})$/.exec(entry)
  if (range !== null) return isInRange(host, range[1] ?? '', Number(range[2]))
  const { name, ownPort } = splitPort(entry)
  if (ownPort !== null && ownPort !== port) return false
  if (name.startsWith('.')) return host.endsWith(name) || host === name.slice(1)
  return matchesWildcards(host, name)
}

function splitPort(entry: string): { readonly name: string; readonly ownPort: number | null } {
  const bracketed = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry)
  if (bracketed !== null)
    return { name: bracketed[1] ?? '', ownPort: bracketed[2] ? Number(bracketed[2]) : null }
  const named = /^([^:]*):(\d+)$/.exec(entry)
  return named === null ? { name: entry, ownPort: null } : { name: named[1] ?? '', ownPort: Number(named[2]) }
}

function isInRange(host: string, network: string, prefix: number): boolean {
  const version = isIP(host)
  if (version === 0 || isIP(network) !== version || prefix > (version === 4 ? 32 : 128)) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, prefix, family)
  return list.check(host, family)
}
