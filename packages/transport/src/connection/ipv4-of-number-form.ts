import { isIP } from 'node:net'

/**
 * Returns the IPv4 address that a numeric host stands for, as `inet_aton` reads it: one to four parts, each
 * decimal, octal (`0251`) or hexadecimal (`0xa9`), the last one filling the remaining bytes. Returns null if
 * the host is a name or no IPv4 address.
 */
export function ipv4OfNumberForm(host: string): string | null {
  const parts = host.replace(/\.$/, '').split('.')
  const numbers = parts.map(numberOf)
  const last = numbers.pop() ?? null
  if (last === null || numbers.length > 3) return null
  const leading: number[] = []
  for (const number of numbers) {
    if (number === null || number > 255) return null
    leading.push(number)
  }
  const restBytes = 4 - leading.length
  if (last >= 256 ** restBytes) return null
  const rest = Array.from(
    { length: restBytes },
    (_, at) => Math.floor(last / 256 ** (restBytes - 1 - at)) % 256,
  )
  return [...leading, ...rest].join('.')
}

function numberOf(part: string): number | null {
  if (/^0x[0-9a-f]*$/i.test(part)) return part.length > 12 ? null : Number.parseInt(part.slice(2) || '0', 16)
  if (/^0[0-7]*$/.test(part)) return part.length > 14 ? null : Number.parseInt(part, 8)
  return /^[1-9]\d{0,10}$/.test(part) ? Number(part) : null
}

/** Returns whether a host is an address in any notation, so that no lookup is needed. */
export function isNumeric(host: string): boolean {
  return isIP(host.replace(/%.*/s, '')) !== 0 || ipv4OfNumberForm(host) !== null
}
