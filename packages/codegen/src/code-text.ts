import { authShortName, type HeaderField, isUnseen } from '@parley/model'
import type { CodeAuth, CodeRequest } from './code-request.ts'
import type { CodeOptionValues } from './code-target.ts'

/** Lines with tabs before them, as a text with the indentation that was chosen. */
export function codeText(lines: readonly string[], indentation: CodeOptionValues['indentation']): string {
  const unit = { spaces2: '  ', spaces4: '    ', tab: '\t' }[indentation]
  const indented = lines.map(line => line.replace(/^\t+/, tabs => unit.repeat(tabs.length)))
  return `${indented.join('\n')}\n`
}

/** The notices as comments, one a line, with nothing in them that could end one. */
export function commentLines(notices: readonly string[], mark: string): readonly string[] {
  return notices.map(notice => {
    const seen = [...notice].map(one => (isUnseen(one) ? ' ' : one)).join('')
    return `${mark} ${seen.replace(actsInComments, '$& ')}`
  })
}

/** PHP ends at `?>` in a comment too, and Java reads `\u` before it knows what a comment is (JLS 3.3). */
const actsInComments = /\?(?=>)|\\(?=u)/g

/**
 * A string over several lines, cut behind the line breaks of the text; the first line without
 * indentation, the others with `indent`.
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

/** Fields of one name joined as one (RFC 9110 §5.3), for libraries that hold one value a name. */
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

/** Headers that a library writes itself and takes from nobody, with a notice for each that is left out. */
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

/** The notice for authorization that a library has no part for. */
export function unsupportedAuth(type: CodeAuth['type'], library: string): string {
  return `${library} has no ${authShortName(type)} authorization; this code sends none.`
}

/** The head of a form part as Parley writes it (RFC 7578), its quotes and line breaks escaped. */
export function partDisposition(part: { readonly name: string; readonly fileName?: string }): string {
  const file = part.fileName === undefined ? '' : `; filename="${escapePartName(part.fileName)}"`
  return `form-data; name="${escapePartName(part.name)}"${file}`
}

/** What ends a name between quotes, as browsers escape it. */
export function escapePartName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** Whether a text is ASCII. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/** What may be in a URL that is sent and that some libraries write in another way. */
const urlDetails = {
  escape: { words: 'a % that begins no escape', pattern: /%(?![0-9a-f]{2})/i },
  quote: { words: "' in a query", pattern: /\?.*'/ },
  emptyQuery: { words: 'a ? without a query', pattern: /\?$/ },
  smallEscape: { words: 'an escape of small letters', pattern: /%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])/ },
  pathBracket: { words: '[ and ] in a path', pattern: /^[^:]*:\/\/[^/?]*\/[^?]*[[\]]/ },
  bracket: { words: '[ and ]', pattern: /^[^:]*:\/\/[^/?]*[/?].*[[\]]/ },
  dots: { words: 'segments of dots in a path', pattern: /^[^?]*\/\.\.?(?:[/?]|$)/ },
} as const

/** The notice for what is in the URL of a request and a library does not keep; it may refuse the URL because of it. */
export function urlNotices(
  { url }: CodeRequest,
  library: string,
  notKept: readonly (keyof typeof urlDetails)[],
): readonly string[] {
  const found = notKept.map(name => urlDetails[name]).filter(({ pattern }) => pattern.test(url))
  if (found.length === 0) return []
  return [
    `${library} does not keep ${found.map(({ words }) => words).join(', ')}, so it sends another URL or none.`,
  ]
}

/** Methods that the libraries send with content: of itself some of them adds a type where there is none. */
export const methodsWithContent: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** The request without the content of HEAD: after it libcurl would wait for content of the response. */
export function withoutHeadContent(request: CodeRequest, library: string): CodeRequest {
  const { method, content, notices } = request
  if (method !== 'HEAD' || content.kind === 'none') return request
  return {
    ...request,
    content: { kind: 'none' },
    notices: [...notices, `${library} sends no content with HEAD.`],
  }
}

/** Bytes of one argument that Linux takes (MAX_ARG_STRLEN), its end included. */
const maximumArgumentBytes = 131_072

/** The notices for words that a command line cannot hold. */
export function wordNotices(words: readonly string[]): readonly string[] {
  const isLong = (word: string) => new TextEncoder().encode(word).byteLength >= maximumArgumentBytes
  return [
    ...(words.some(word => word.includes('\0'))
      ? ['A command line cannot hold the character NUL, so it is left out.']
      : []),
    ...(words.some(isLong)
      ? ['A command line cannot hold an argument of 128 KB or more; put the content into a file.']
      : []),
  ]
}
