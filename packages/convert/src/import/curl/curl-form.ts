import type { MultipartPart } from '@parley/model'
import { type CommandReport, CurlFaultError } from './command-report.ts'
import type { CurlArgument } from './read-arguments.ts'

/** Converts one `--form` or `--form-string` to a part (curl manual, --form). */
export function formPart(argument: CurlArgument, report: CommandReport): MultipartPart {
  const at = argument.value.indexOf('=')
  if (at < 0) throw new CurlFaultError('INVALID_FORM_FIELD', argument.value, argument.valueOffset)
  const name = argument.value.slice(0, at)
  const content = argument.value.slice(at + 1)
  if (argument.name === 'form-string') return { kind: 'text', name, value: content, enabled: true }
  if (content.startsWith('@')) return filePart(name, content.slice(1), argument, report)
  if (content.startsWith('<')) return textFromFile(name, content.slice(1), argument, report)
  if (content.startsWith('(') || content.startsWith('=)')) {
    report.note('FORM_FIELD_IGNORED', argument.value, argument.valueOffset)
    return { kind: 'text', name, value: content, enabled: false }
  }
  const { data, contentType, fileName } = readPart(content, false, argument, report)
  if (fileName !== null) report.note('FILE_NAME_NOT_KEPT', fileName, argument.valueOffset)
  return { kind: 'text', name, value: data, enabled: true, ...(contentType === null ? {} : { contentType }) }
}

function filePart(
  name: string,
  content: string,
  argument: CurlArgument,
  report: CommandReport,
): MultipartPart {
  const filePaths: string[] = []
  let contentType: string | null = null
  let rest: string | null = content
  while (rest !== null) {
    const part: PartReading = readPart(rest, true, argument, report)
    filePaths.push(part.data)
    contentType ??= part.contentType
    if (part.fileName !== null && part.fileName !== baseName(part.data))
      report.note('FILE_NAME_NOT_KEPT', part.fileName, argument.valueOffset)
    report.file(part.data, 'formPart', argument.valueOffset)
    rest = part.rest
  }
  return {
    kind: 'file',
    name,
    filePaths,
    enabled: true,
    contentType: contentType ?? mediaTypeByCurl(filePaths[0] ?? ''),
  }
}

/** Converts `<file`, a text part read from a file, to a row that the user fills in. */
function textFromFile(
  name: string,
  content: string,
  argument: CurlArgument,
  report: CommandReport,
): MultipartPart {
  const { data, contentType } = readPart(content, false, argument, report)
  report.note('FILE_IN_TEXT', data, argument.valueOffset)
  report.file(data, 'formPart', argument.valueOffset)
  return {
    kind: 'text',
    name,
    value: `@${data}`,
    enabled: true,
    ...(contentType === null ? {} : { contentType }),
  }
}

function baseName(filePath: string): string {
  return filePath.slice(filePath.lastIndexOf('/') + 1)
}

/** Returns the type that curl sends for a file without an explicit type; curl knows only these endings. */
function mediaTypeByCurl(filePath: string): string {
  const extension = /\.[a-z]+$/i.exec(filePath)?.[0].toLowerCase() ?? ''
  return curlMediaTypes.get(extension) ?? 'application/octet-stream'
}

const curlMediaTypes: ReadonlyMap<string, string> = new Map([
  ['.gif', 'image/gif'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain'],
  ['.htm', 'text/html'],
  ['.html', 'text/html'],
  ['.pdf', 'application/pdf'],
  ['.xml', 'application/xml'],
])

interface PartReading {
  readonly data: string
  readonly contentType: string | null
  readonly fileName: string | null
  /** The text after a comma, which separates the files of a list. */
  readonly rest: string | null
}

/** Parses `data;type=…;filename=…` like curl, which skips unknown attributes. */
function readPart(
  content: string,
  isList: boolean,
  argument: CurlArgument,
  report: CommandReport,
): PartReading {
  const first = readWord(content, 0, isList)
  let contentType: string | null = null
  let fileName: string | null = null
  let at = first.end
  while (content[at] === ';') {
    at += 1
    while (isSpace(content[at])) at += 1
    const [, key = '', gap = ''] =
      /^(type|filename|headers|encoder)=(\s*)/i.exec(content.slice(at, at + 200)) ?? []
    if (key === '') {
      const skipped = readWord(content, at, isList)
      if (contentType !== null) contentType += `;${content.slice(at, skipped.end).trimEnd()}`
      else if (skipped.text !== '') report.note('FORM_FIELD_IGNORED', skipped.text, argument.valueOffset)
      at = skipped.end
      continue
    }
    at += key.length + 1 + gap.length
    const value = readWord(content, at, isList)
    if (key.toLowerCase() === 'type') contentType = content.slice(at, value.end).trimEnd()
    else if (key.toLowerCase() === 'filename') fileName = value.text
    else report.note('FORM_FIELD_IGNORED', `${key}=${value.text}`, argument.valueOffset)
    at = value.end
  }
  return {
    data: first.text,
    contentType,
    fileName,
    rest: isList && content[at] === ',' ? content.slice(at + 1) : null,
  }
}

/** Reads a word up to `;`, or `,` in a list; a quoted word may contain both. */
function readWord(content: string, start: number, isList: boolean): { text: string; end: number } {
  let from = start
  while (isSpace(content[from])) from += 1
  const endOf = (at: number) => {
    let end = at
    while (end < content.length && content[end] !== ';' && !(isList && content[end] === ',')) end += 1
    return end
  }
  const quoted = /"((?:[^"\\]|\\[\s\S])*)"/y
  quoted.lastIndex = from
  const match = quoted.exec(content)
  if (match) return { text: (match[1] ?? '').replace(/\\(["\\])/g, '$1'), end: endOf(from + match[0].length) }
  const end = endOf(from)
  return { text: content.slice(from, end).trimEnd(), end }
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /[ \t\n\v\f\r]/.test(character)
}
