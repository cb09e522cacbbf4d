/** Returns whether a text without brackets and zone is an IPv6 address (RFC 4291 §2.2). */
export function isIpv6Address(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap(half => (half === '' ? [] : half.split(':')))
  const ipv4 = text.includes('.') ? (groups.pop() ?? '') : null
  if (ipv4 !== null && !(isIpv4Address(ipv4) && text.endsWith(ipv4))) return false
  if (!groups.every(group => /^[0-9a-f]{1,4}$/i.test(group))) return false
  const count = groups.length + (ipv4 === null ? 0 : 2)
  return halves.length === 2 ? count <= 7 : count === 8
}

function isIpv4Address(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every(part => Number(part) <= 255)
}
