/** Bytes of a body, both ends included, as in RFC 9110 §14.4. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * Returns the single range that a `Range` field requests (RFC 9110 §14.1.2). Null if the whole body is to be
 * sent, also for a field that is not a byte range or names several; `unsatisfiable` if none of its bytes
 * exists.
 */
export function byteRangeOf(field: string | null, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(field?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const first = Math.max(0, sizeBytes - Number(to))
    return first < sizeBytes ? { first, last: sizeBytes - 1 } : 'unsatisfiable'
  }
  if (to !== '' && Number(to) < Number(from)) return null
  if (Number(from) >= sizeBytes) return 'unsatisfiable'
  return { first: Number(from), last: to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) }
}
