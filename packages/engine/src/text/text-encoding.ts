import type { ResponseContent } from '@parley/model'

/** How the bytes of a body read as text. */
export interface TextEncoding {
  /** A label that `TextDecoder` knows. */
  readonly name: string
  /** The byte order mark at the beginning, which is no part of the text. */
  readonly markBytes: number
}

/**
 * The encoding of a body that begins so. A byte order mark decides, then what the response's header
 * names, then what the document says of itself (WHATWG HTML §13.2.3.2, XML 1.0 appendix F); else UTF-8.
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

/** As `TextDecoder` calls the encoding; null for none and for one that it does not know. */
function knownName(label: string): string | null {
  try {
    return label === '' ? null : new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** How far into a document its own word on its encoding is looked for, as browsers do. */
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
  // It could not have been read as it was, were it UTF-16.
  return name?.startsWith('utf-16') ? 'utf-8' : name
}

/** UTF-16 without a mark: both formats begin with a character of ASCII, whose other byte is 0. */
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
