import { authShortName, type HeaderField, isUnseen } from '@parley/model'
import type { CodeAuth, CodeRequest } from './code-request.ts'
import type { CodeOptionValues } from './code-target.ts'

/** Lines with tabs before them, as a text with the indentation that was chosen. */
export function codeText(lines: readonly string[], indentation: CodeOptionValues['indentation']): string {
  const unit = { spaces2: '  ', spaces4: '    ', tab: '\t' }[indentation]
  const indented = lines.map(line => line.replace(/^\t+/, tabs => unit.repeat(tabs.length)))
  return `${indented.join('\n')}\n`
}

/** Returns the notices as comments, one per line, without anything that could end a comment. */
export function commentLines(notices: readonly string[], mark: string): readonly string[] {
  return notices.map(notice => {
    const seen = [...notice].map(one => (isUnseen(one) ? ' ' : one)).join('')
    return `${mark} ${seen.replace(actsInComments, '$& ')}`
  })
}

/** PHP code ends at `?>` even in a comment, and Java reads `\u` before it recognises comments (JLS 3.3). */
const actsInComments = /\?(?=>)|\\(?=u)/g

/**
 * Returns a string over several lines, split after the line breaks of the text; the first line is not
 * indented, the others have `indent`.
 */
export function stringLines(
  text: string,
  literal: (text: string) => string,
  operator: string,
  indent: string,
): readonly string[] {
  const pieces = text.split(/(?<=\n)/)
  return (pieces.length === 0 ? [''] : pieces).map((piece, index, all) => {
    const end = index === all.length - 1 ? '' : operator
    return `${index === 0 ? '' : indent}${literal(piece)}${end}`
  })
}

/** Joins fields of the same name (RFC 9110 §5.3), for libraries that allow one value per name. */
export function joinedHeaders(headers: readonly HeaderField[]): readonly HeaderField[] {
  const joined = new Map<string, HeaderField>()
  for (const field of headers) {
    const key = field.name.toLowerCase()
    const before = joined.get(key)
    const separator = key === 'cookie' ? '; ' : ', '
    joined.set(key, before ? { ...before, value: before.value + separator + field.value } : field)
  }
  return [...joined.values()]
}

/** Removes headers that a library sets itself and does not accept, with a notice for each. */
export function withoutHeaders(
  request: CodeRequest,
  names: readonly string[],
  library: string,
): { readonly headers: readonly HeaderField[]; readonly notices: readonly string[] } {
  const isTaken = (field: HeaderField) => names.includes(field.name.toLowerCase())
  const left = request.headers.filter(isTaken)
  return {
    headers: request.headers.filter(field => !isTaken(field)),
    notices: left.map(field => `${library} does not let code set the header ${field.name}.`),
  }
}

/** Leaves out the headers that a library refuses to send, with a notice for each. */
export function onlyAsciiHeaders(
  headers: readonly HeaderField[],
  library: string,
): { readonly headers: readonly HeaderField[]; readonly notices: readonly string[] } {
  return {
    headers: headers.filter(({ value }) => isAscii(value)),
    notices: headers
      .filter(({ value }) => !isAscii(value))
      .map(({ name }) => `${library} sends only ASCII headers, so ${name} is left out.`),
  }
}

/** The notice for authorization that a library has no part for. */
export function unsupportedAuth(type: CodeAuth['type'], library: string): string {
  return `${library} has no ${authShortName(type)} authorization; this code sends none.`
}

/** Returns the head of a form part as Parley writes it (RFC 7578), with escaped quotes and line breaks. */
export function partDisposition(part: { readonly name: string; readonly fileName?: string }): string {
  const file = part.fileName === undefined ? '' : `; filename="${escapePartName(part.fileName)}"`
  return `form-data; name="${escapePartName(part.name)}"${file}`
}

/** Escapes the characters that end a quoted name, as browsers do. */
export function escapePartName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** Returns whether a text is ASCII. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/** Parts of a URL that some libraries change. */
const urlDetails = {
  escape: { words: 'a % that starts no escape', pattern: /%(?![0-9a-f]{2})/i },
  quote: { words: "' in a query", pattern: /^[^?]*\?.*'/ },
  emptyQuery: { words: 'a ? without a query', pattern: /\?$/ },
  smallEscape: { words: 'an escape in lower case', pattern: /%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])/ },
  pathBracket: { words: '[ and ] in a path', pattern: /^[^:]*:\/\/[^/?]*\/[^?]*[[\]]/ },
  bracket: { words: '[ and ]', pattern: /^[^:]*:\/\/[^/?]*[/?].*[[\]]/ },
  dots: { words: 'dot segments in a path', pattern: /^[^?]*\/\.\.?(?:[/?]|$)/ },
} as const

/** Returns the notice for parts of a request's URL that a library changes or refuses. */
export function urlNotices(
  { url }: CodeRequest,
  library: string,
  notKept: readonly (keyof typeof urlDetails)[],
): readonly string[] {
  const found = notKept.map(name => urlDetails[name]).filter(({ pattern }) => pattern.test(url))
  if (found.length === 0) return []
  return [
    `${library} does not keep ${found.map(({ words }) => words).join(', ')}, so it sends a different URL or fails.`,
  ]
}

/** Methods that the libraries send with content: some libraries add a type if there is none. */
export const methodsWithContent: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Returns the request without the content of HEAD, because libcurl would then wait for content of the
 * response.
 */
export function withoutHeadContent(request: CodeRequest, library: string): CodeRequest {
  const { method, content, notices } = request
  if (method !== 'HEAD' || content.kind === 'none') return request
  return {
    ...request,
    content: { kind: 'none' },
    notices: [...notices, `${library} sends no content with HEAD.`],
  }
}

/** The maximum bytes of one argument on Linux (MAX_ARG_STRLEN), including its terminator. */
const maximumArgumentBytes = 131_072

/** Returns the notices for words that are too long for a command line. */
export function wordNotices(words: readonly string[]): readonly string[] {
  const isLong = (word: string) => new TextEncoder().encode(word).byteLength >= maximumArgumentBytes
  return [
    ...(words.some(word => word.includes('\0'))
      ? ['A command line cannot contain the character NUL, so it is left out.']
      : []),
    ...(words.some(isLong)
      ? ['A command line cannot contain an argument of 128 KB or more; put the content into a file.']
      : []),
  ]
}
