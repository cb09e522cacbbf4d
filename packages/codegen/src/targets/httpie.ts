import type { CodeContent, CodePart, CodeRequest } from '../code-request.ts'
import {
  type CodeOptionValues,
  type CodeTarget,
  followRedirectsOption,
  multilineOption,
  quoteStyleOption,
  timeoutOption,
} from '../code-target.ts'
import { commentLines, unsupportedAuth, urlNotices, wordNotices } from '../code-text.ts'
import { shellWord } from '../literals/shell-string.ts'

/** HTTPie 3 in bash. */
export const httpieTarget: CodeTarget = {
  language: 'HTTPie',
  library: 'Shell',
  highlight: 'shell',
  options: [multilineOption, followRedirectsOption, quoteStyleOption, timeoutOption],
  generate,
}

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { method, content, auth } = request
  const notices = [
    ...request.notices,
    ...urlNotices(request, 'HTTPie', ['escape', 'smallEscape', 'bracket', 'emptyQuery']),
  ]
  if (auth.type === 'ntlm' || auth.type === 'signatureV4') notices.push(unsupportedAuth(auth.type, 'HTTPie'))
  const items = [...headerItems(request, notices), ...contentItems(content, notices)]
  const flags = [
    '--ignore-stdin',
    ...(/\/\.\.?(?:[/?]|$)/.test(request.url) ? ['--path-as-is'] : []),
    ...(options.followRedirects ? ['--follow'] : []),
    // Zero: no timeout.
    `--timeout=${options.timeoutMs / 1000}`,
    ...(auth.type === 'digest' ? ['--auth-type=digest'] : []),
    ...(auth.type === 'basic' || auth.type === 'digest' ? [`--auth=${auth.username}:${auth.password}`] : []),
    ...(content.kind === 'multipart' ? ['--multipart'] : []),
    ...(content.kind === 'text' || content.kind === 'form' ? [`--raw=${content.text}`] : []),
  ]
  notices.push(...wordNotices([...flags, ...items]))
  const quoted = (text: string) => shellWord(text, options.quoteStyle)
  const joint = options.multiline ? ' \\\n  ' : ' '
  // Anything but letters would be taken for the address, and another host would be called.
  const isMethod = /^[A-Za-z]+$/.test(method)
  if (!isMethod) notices.push(`HTTPie accepts only methods of letters, so ${method} is left out.`)
  const asked = [...(isMethod ? [quoted(method)] : []), quoted(request.url)]
  const lines = items.some(item => item.startsWith('-'))
    ? ['http', ...flags.map(quoted), `-- ${asked.join(' ')}`, ...items.map(quoted)]
    : [`http ${asked.join(' ')}`, ...[...items, ...flags].map(quoted)]
  return `${[...commentLines(notices, '#'), lines.join(joint)].join('\n')}\n`
}

/** The separators of an item's name and value, which are otherwise escaped. */
const special = /[:;=@]/g

/** Returns whether HTTPie can express a value: a backslash before a separator cannot be written. */
function isWritable(value: string): boolean {
  return !/\\[:;=@]/.test(value)
}

/** Escapes the start of a value that would read a file or be parsed as JSON. */
function escapeStart(value: string): string {
  return value.replace(/^[:;=@]/, '\\$&')
}

function headerItems({ headers }: CodeRequest, notices: string[]): readonly string[] {
  return headers.flatMap(({ name, value }) => {
    if (!isWritable(value)) {
      notices.push(
        `HTTPie cannot write a backslash before one of : ; = @, so the header ${name} is left out.`,
      )
      return []
    }
    return [value === '' ? `${name};` : `${name}:${escapeStart(value)}`]
  })
}

function contentItems(content: CodeContent, notices: string[]): readonly string[] {
  switch (content.kind) {
    case 'none':
    case 'text':
    case 'form':
      return []
    case 'file':
      if (!isWritable(content.filePath)) notices.push(fileNotice(content.filePath))
      return [`@${escapeStart(content.filePath)}`]
    case 'multipart':
      return content.parts.flatMap(part => partItems(part, notices))
  }
}

function partItems(part: CodePart, notices: string[]): readonly string[] {
  if (part.name.includes('\\')) notices.push('HTTPie writes a backslash in the name of a form field twice.')
  const name = part.name.replace(special, '\\$&')
  if (part.kind === 'file') {
    if (!isWritable(part.filePath)) notices.push(fileNotice(part.filePath))
    return [`${name}@${escapeStart(part.filePath)};type=${part.contentType}`]
  }
  if (!isWritable(part.value) || !isWritable(part.name)) {
    notices.push(
      `HTTPie cannot write a backslash before one of : ; = @, so the field ${part.name} is left out.`,
    )
    return []
  }
  if (part.contentType !== null)
    notices.push(`HTTPie sends text fields of a form without a type; that of ${part.name} is left out.`)
  return [`${name}=${escapeStart(part.value)}`]
}

function fileNotice(path: string): string {
  return `HTTPie cannot name the file ${path}.`
}
