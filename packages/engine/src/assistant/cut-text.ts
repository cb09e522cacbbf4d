import { formatSize } from '@parley/model'

const encoder = new TextEncoder()

/**
 * Returns the beginning of a text at the end of a line or of a JSON token, and how much was left out.
 * @param totalBytes - of the whole, of which the text may be a part
 */
export function cutText(text: string, limitBytes: number, totalBytes: number): string {
  const bytes = encoder.encode(text)
  if (bytes.byteLength <= limitBytes && totalBytes <= bytes.byteLength) return text
  const start =
    bytes.byteLength <= limitBytes
      ? text
      : new TextDecoder().decode(bytes.subarray(0, limitBytes), { stream: true })
  const end = bytes.byteLength <= limitBytes ? text.length : tokenBorder(start)
  const kept = start.slice(0, end)
  const left = Math.max(totalBytes, bytes.byteLength) - encoder.encode(kept).byteLength
  return `${kept}\n… ${formatSize(left)} left out`
}

/** Returns the last border in the second half of a text, or its end. */
function tokenBorder(text: string): number {
  const border = Math.max(...['\n', ',', '{', '[', '}', ']'].map(one => text.lastIndexOf(one))) + 1
  return border > text.length / 2 ? border : text.length
}
