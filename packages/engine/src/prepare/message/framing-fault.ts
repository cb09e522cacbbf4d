import type { HeaderField, SendFailure } from '@parley/model'
import type { ContentPart } from '../../basics/content-part.ts'
import { preparationFailure } from '../preparation-failure.ts'
import { contentLengthBytes } from './content-length-bytes.ts'

/**
 * Returns why rows of the user frame the content wrongly; null if they do not. Exactly one of Content-Length
 * and Transfer-Encoding may frame it, and must be correct (behaviour, Framing; RFC 9112 §6; attacks HT14).
 */
export function framingFault(
  headers: readonly HeaderField[],
  content: readonly ContentPart[],
): SendFailure | null {
  const valuesOf = (name: string) =>
    headers.filter(field => field.name.toLowerCase() === name).map(field => field.value)
  const [lengths, encodings] = [valuesOf('content-length'), valuesOf('transfer-encoding')]
  if (lengths.length > 0 && encodings.length > 0) return refused('FRAMED_TWICE', 'Content-Length')
  if (lengths.length > 1) return refused('FRAMED_TWICE', 'Content-Length')
  if (encodings.length > 1) return refused('FRAMED_TWICE', 'Transfer-Encoding')
  const [length = null] = lengths
  const lengthBytes = contentLengthBytes(content)
  if (length !== null && length !== String(lengthBytes))
    return refused('CONTENT_LENGTH_WRONG', `${length} (${lengthBytes})`)
  const [encoding = null] = encodings
  if (encoding !== null && !/(?:^|,)\s*chunked\s*$/i.test(encoding))
    return refused('TRANSFER_ENCODING_WRONG', encoding)
  return null
}

function refused(code: string, subject: string): SendFailure {
  return preparationFailure('invalidRequest', code, subject)
}
