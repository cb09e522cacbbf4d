import type { WithheldValue } from '@parley/engine'
import type { Response } from '@parley/model'
import { contentOf, hideInContent } from './hide-in-source.ts'

/** More than a secret has: one that the cut divides is found in what is read beyond the cut. */
const readBeyondBytes = 65_536

/**
 * Reads the beginning of a response's body without the values of secrets. Resolves to null if there is no text. The text is
 * longer than the limit: cut it once everything else is hidden.
 * @param read returns the first bytes of a body by its handle
 */
export async function hiddenBodyStart(
  response: Response | null,
  secrets: readonly WithheldValue[],
  limitBytes: number,
  read: (handle: string, maxBytes: number) => Promise<Uint8Array | null>,
): Promise<{ readonly text: string; readonly totalBytes: number } | null> {
  if (response === null || response.content.handle === '') return null
  const { handle, charset, decodedBytes } = response.content
  const bytes = await read(handle, limitBytes + readBeyondBytes)
  if (bytes === null || bytes.byteLength === 0) return null
  const isWhole = bytes.byteLength >= decodedBytes
  // A character that the end divides is no sign of a binary body.
  const content = contentOf(isWhole ? bytes : wholeCharacters(bytes), charset)
  const hidden = hideInContent(content, response, secrets)
  return hidden?.encoding === 'text' ? { text: hidden.text, totalBytes: decodedBytes } : null
}

/** Returns bytes of UTF-8 without the beginning of a last character. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = bytes.byteLength
  while (end > 0 && bytes.byteLength - end < 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  return (bytes[end - 1] ?? 0) >= 0xc0 ? bytes.subarray(0, end - 1) : bytes
}
