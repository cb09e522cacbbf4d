import { isHeaderValue, isToken } from '@parley/engine'
import { scriptLimits } from './script-limits.ts'

/** Headers that control where a request goes and where it ends: only the sender may set them (behaviour 4.8). */
const forbiddenNames = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'http2-settings',
])

/**
 * Returns why a header that a script sets or deletes stops the script; null if it does not (behaviour,
 * Framing).
 */
export function forbiddenHeaderFault(name: string): string | null {
  const isForbidden = forbiddenNames.has(name.trim().toLowerCase())
  return isForbidden ? `The header ${name.trim()} cannot be changed by a script` : null
}

/** Returns the error in the name of a header that `req.*` sets or deletes; null if there is none (behaviour 8). */
export function headerNameFault(name: string): string | null {
  if (!isToken(name)) return `“${name.slice(0, 100)}” cannot be the name of a header`
  return null
}

/** Returns the error in a header's value; null if there is none. */
export function headerValueFault(name: string, value: string): string | null {
  if (!isHeaderValue(value))
    return `The value of the header ${name} cannot contain line breaks or control characters`
  if (utf8Bytes(value) > scriptLimits.overrideHeaderValueBytes)
    return `The value of the header ${name} is longer than 16 KB`
  return null
}

/**
 * Returns the error in a body that `req.setBody` sets; null if there is none. `lengthBytes` may be a lower
 * bound: counting is slow in the sandbox, so the host counts again.
 */
export function contentFault(lengthBytes: number): string | null {
  return lengthBytes > scriptLimits.overrideContentBytes ? 'A script can set a body of at most 5 MB' : null
}

/** Returns the error in a method that `req.setMethod` sets; null if there is none. */
export function methodFault(method: string): string | null {
  return isToken(method) ? null : `“${method.slice(0, 100)}” is not a method`
}

export const tooManyHeaders = `A script can set at most ${scriptLimits.overrideHeaders} headers`

function utf8Bytes(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // A pair of surrogates takes four bytes, two for each half.
    if (code >= 0x80) bytes += code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes
}
