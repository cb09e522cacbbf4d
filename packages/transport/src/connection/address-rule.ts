import { BlockList, isIP } from 'node:net'
import { isLoopbackName } from '@parley/model'
import { ipv4OfNumberForm } from './ipv4-of-number-form.ts'

/**
 * Returns whether Parley must never send to an address to which a host name was resolved, or to a name that a proxy
 * would resolve.
 */
export type AddressRule = (address: string, port: number) => boolean

/** All addresses of this machine's loopback interface, in every notation. */
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('0.0.0.0', 'ipv4')
loopback.addAddress('::1', 'ipv6')
loopback.addAddress('::', 'ipv6')

const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')
// IPv4 addresses embedded in IPv6 ones: compatible (RFC 4291 §2.5.5.1), NAT64 (RFC 6052), 6to4 (RFC 3056).
linkLocal.addSubnet('::a9fe:0', 112, 'ipv6')
linkLocal.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')
linkLocal.addSubnet('2002:a9fe::', 32, 'ipv6')

/**
 * Refuses the ports on which Parley itself listens, whatever the host name in the URL. The address is checked
 * after the DNS lookup, and redirects and requests of scripts are checked too.
 */
export function refuseOwnPorts(ports: ReadonlySet<number>): AddressRule {
  return (address, port) => ports.has(port) && isLoopback(address)
}

/** Returns whether an address or a name leads to this machine, in every notation. */
export function isLoopback(address: string): boolean {
  return isIn(loopback, address) || isLoopbackName(address)
}

/**
 * Returns whether an address is link-local (RFC 3927, RFC 4291 §2.5.6). Cloud providers serve credentials at
 * such addresses.
 */
export function isLinkLocal(address: string): boolean {
  return isIn(linkLocal, address)
}

function isIn(list: BlockList, address: string): boolean {
  // The zone of an IPv6 address names the interface, not the destination.
  const zoneless = address.replace(/%.*/s, '')
  // A proxy may read a numeric host name as an IPv4 address.
  const bare = isIP(zoneless) === 0 ? (ipv4OfNumberForm(zoneless) ?? '') : zoneless
  const version = isIP(bare)
  // An IPv4 address inside an IPv6 one (`::ffff:127.0.0.1`) is checked as the IPv4 address.
  return version !== 0 && list.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}
