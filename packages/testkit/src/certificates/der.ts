/** The Distinguished Encoding Rules of ASN.1 (ITU-T X.690), as far as certificates need them. */

/** Encodes one value: tag, length, content. `tag` includes class and constructed bits. */
export function derValue(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content])
}

/** SEQUENCE */
export function derSequence(...values: readonly Uint8Array[]): Uint8Array {
  return derValue(0x30, ...values)
}

/** SET of one value; several would have to be sorted. */
export function derSet(value: Uint8Array): Uint8Array {
  return derValue(0x31, value)
}

/** A constructed value with a context-specific tag: `[number]`. */
export function derContext(number: number, ...values: readonly Uint8Array[]): Uint8Array {
  return derValue(0xa0 | number, ...values)
}

/** A non-negative INTEGER from its big-endian bytes. */
export function derInteger(bytes: Uint8Array): Uint8Array {
  const firstUsed = bytes.findIndex(byte => byte !== 0)
  const used = firstUsed === -1 ? Uint8Array.of(0) : bytes.subarray(firstUsed)
  const needsSign = (used[0] ?? 0) >= 0x80
  return derValue(0x02, Uint8Array.from(needsSign ? [0] : []), used)
}

/** BOOLEAN true; false is always the default here, and DER omits defaults. */
export function derTrue(): Uint8Array {
  return derValue(0x01, Uint8Array.of(0xff))
}

/** BIT STRING; the last byte's lowest `unusedBits` bits do not count. */
export function derBitString(bytes: Uint8Array, unusedBits = 0): Uint8Array {
  return derValue(0x03, Uint8Array.of(unusedBits), bytes)
}

/** OCTET STRING */
export function derOctetString(bytes: Uint8Array): Uint8Array {
  return derValue(0x04, bytes)
}

/** UTF8String */
export function derText(text: string): Uint8Array {
  return derValue(0x0c, Buffer.from(text, 'utf8'))
}

/** OBJECT IDENTIFIER, from its dotted form. */
export function derObjectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return derValue(0x06, Uint8Array.from([first * 40 + second, ...rest.flatMap(baseOf128)]))
}

/** Encodes a time for certificates: UTCTime up to 2049, GeneralizedTime from then on (RFC 5280 §4.1.2.5). */
export function derTime(time: Date): Uint8Array {
  const digits = `${time.toISOString().slice(0, 19).replace(/\D/g, '')}Z`
  return time.getUTCFullYear() < 2050
    ? derValue(0x17, Buffer.from(digits.slice(2)))
    : derValue(0x18, Buffer.from(digits))
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 | bytes.length, ...bytes]
}

/** Encodes groups of seven bits; all except the last have their high bit set. */
function baseOf128(number: number): number[] {
  const groups = [number % 128]
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) {
    groups.unshift((rest % 128) | 0x80)
  }
  return groups
}
