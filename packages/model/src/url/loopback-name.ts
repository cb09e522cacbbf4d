/**
 * Returns whether a host name means this computer itself: `localhost` and every name below it, in any case and with or
 * without a trailing dot (RFC 6761 §6.3). No name server is asked for one.
 */
export function isLoopbackName(host: string): boolean {
  const name = (host.endsWith('.') ? host.slice(0, -1) : host).toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost')
}
