import type { HeaderField } from '@parley/model'
import { scriptString } from '@parley/model'
import type { CodeContent, CodePart } from '../code-request.ts'
import { isAscii } from '../code-text.ts'

/** Returns notices for what FormData writes differently from Parley. */
export function formNotices(content: CodeContent, library: string): readonly string[] {
  if (content.kind !== 'multipart') return []
  const texts = content.parts.filter(part => part.kind === 'text')
  return [
    ...(texts.some(({ value }) => /\r(?!\n)|(?<!\r)\n/.test(value))
      ? [`${library} writes every line break in the text fields of a form as CRLF.`]
      : []),
    ...(texts.some(({ contentType }) => contentType !== null)
      ? [`${library} sends a text field that has a type as a file with the name blob.`]
      : []),
  ]
}

/** Returns a header's value as an expression; see {@link utf8Lines}. */
export function headerValue(value: string): string {
  return isAscii(value) ? scriptString(value) : `utf8(${scriptString(value)})`
}

/** Returns the helper that {@link headerValue} calls for non-ASCII values; `parameter` is its declaration. */
export function utf8Lines(headers: readonly HeaderField[], parameter: string): readonly string[] {
  if (headers.every(({ value }) => isAscii(value))) return []
  return [
    '// A header holds bytes, one for each character.',
    `const utf8 = (${parameter}) => String.fromCharCode(...new TextEncoder().encode(text))`,
  ]
}

/** Returns the statements that create `form` for a form with parts; none for other content. */
export function formLines(content: CodeContent): readonly string[] {
  if (content.kind !== 'multipart') return []
  return ['const form = new FormData()', ...content.parts.map(appendLine), '']
}

function appendLine(part: CodePart): string {
  const name = scriptString(part.name)
  if (part.kind === 'text') {
    const value = scriptString(part.value)
    return part.contentType === null
      ? `form.append(${name}, ${value})`
      : `form.append(${name}, new Blob([${value}], { type: ${scriptString(part.contentType)} }))`
  }
  const blob = `await openAsBlob(${scriptString(part.filePath)}, { type: ${scriptString(part.contentType)} })`
  return `form.append(${name}, ${blob}, ${scriptString(part.fileName)})`
}

/** Returns whether {@link formLines} calls `openAsBlob`. */
export function hasFileParts(content: CodeContent): boolean {
  return content.kind === 'multipart' && content.parts.some(part => part.kind === 'file')
}
