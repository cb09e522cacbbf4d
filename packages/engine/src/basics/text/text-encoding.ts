import type { ResponseContent } from '@parley/model'

/** The encoding of a body's text. */
export interface TextEncoding {
  /** A label that `TextDecoder` knows. */
  readonly name: string
  /** The length of the byte order mark, which is not part of the text. */
  readonly markBytes: number
}

/**
 * Returns the encoding of a body from its first bytes. A byte order mark decides, then the response's header,
 * then the document itself (WHATWG HTML §13.2.3.2, XML 1.0 appendix F). The default is UTF-8.
 */
export function textEncodingOf(
  start: Uint8Array,
  { mediaType, charset }: Pick<ResponseContent, 'mediaType' | 'charset'>,
): TextEncoding {
  const [first, second, third] = start
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8', markBytes: 3 }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', markBytes: 2 }
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le', markBytes: 2 }
  const name = knownName(charset) ?? declaredName(start, mediaType) ?? 'utf-8'
  return { name, markBytes: 0 }
}

/** Returns whether the first bytes of a body are text: no NUL, and valid in their encoding. */
export function isText(start: Uint8Array, encoding: string): boolean {
  if (!encoding.startsWith('utf-16') && start.includes(0)) return false
  try {
    new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(start, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Returns the name that `TextDecoder` uses for the encoding; null if it does not know it. */
function knownName(label: string): string | null {
  try {
    return label === '' ? null : new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** The number of bytes that are searched for an encoding declaration, as in browsers. */
const prescanBytes = 1024

function declaredName(start: Uint8Array, mediaType: string): string | null {
  const isXml = /[/+]xml$/.test(mediaType)
  const isHtml = mediaType === 'text/html' || mediaType === 'application/xhtml+xml'
  const isJson = /[/+]json$/.test(mediaType)
  if (isXml || isJson) {
    const wide = wideName(start)
    if (wide !== null) return wide
  }
  if (!isXml && !isHtml) return null
  const text = new TextDecoder('latin1').decode(start.subarray(0, prescanBytes))
  const label = (isXml ? xmlLabel(text) : null) ?? (isHtml ? htmlLabel(text) : null)
  const name = label === null ? null : knownName(label)
  // The declaration was readable as ASCII, so the document cannot be UTF-16.
  return name?.startsWith('utf-16') ? 'utf-8' : name
}

/** Recognizes UTF-16 without a mark: both formats begin with an ASCII character, so every other byte is 0. */
function wideName(start: Uint8Array): string | null {
  const [first, second, third, fourth] = start
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  return null
}

function xmlLabel(text: string): string | null {
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1] ?? null
}

function htmlLabel(text: string): string | null {
  const withoutComments = text.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  for (const [tag] of withoutComments.matchAll(/<meta[\s/][^>]*>/gi)) {
    const label = /[\s/;"']charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(tag)?.[1]
    if (label !== undefined) return label
  }
  return null
}
