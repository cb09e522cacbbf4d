import type { CodeContent, CodePart, CodeRequest } from '../code-request.ts'
import {
  type CodeOptionValues,
  type CodeTarget,
  followRedirectsOption,
  indentationOption,
  timeoutOption,
} from '../code-target.ts'
import { codeText, commentLines, isAscii, stringLines, unsupportedAuth, urlNotices } from '../code-text.ts'
import { pythonString } from '../literals/string-literals.ts'

/** Python with HTTPX. */
export const pythonHttpxTarget: CodeTarget = {
  language: 'Python',
  library: 'HTTPX',
  highlight: 'python',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces4')],
  generate,
}

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { content, auth } = request
  const notices = [
    ...request.notices,
    ...urlNotices(request, 'HTTPX', ['escape', 'smallEscape', 'dots', 'emptyQuery']),
  ]
  if (auth.type === 'ntlm' || auth.type === 'signatureV4') notices.push(unsupportedAuth(auth.type, 'HTTPX'))
  if (hasBackslashName(content)) notices.push('HTTPX writes a backslash in the name of a form field twice.')
  const send = [
    'response = httpx.request(',
    `\t${pythonString(request.method)},`,
    `\t${pythonString(request.url)},`,
    ...(request.headers.length > 0 ? ['\theaders=headers,'] : []),
    ...contentArguments(content),
    ...authArguments(request),
    // The defaults are five seconds, and no redirects.
    `\ttimeout=${options.timeoutMs > 0 ? options.timeoutMs / 1000 : 'None'},`,
    ...(options.followRedirects ? ['\tfollow_redirects=True,'] : []),
    ')',
  ]
  return codeText(
    [
      'import httpx',
      '',
      ...commentLines(notices, '#'),
      ...headerLines(request),
      ...contentLines(content),
      ...(content.kind === 'file'
        ? [`with open(${pythonString(content.filePath)}, "rb") as content:`, ...send.map(line => `\t${line}`)]
        : send),
      '',
      'print(response.status_code)',
      'print(response.text)',
    ],
    options.indentation,
  )
}

function hasBackslashName(content: CodeContent): boolean {
  return content.kind === 'multipart' && content.parts.some(part => part.name.includes('\\'))
}

/** Writes pairs, because names may repeat. */
function headerLines({ headers }: CodeRequest): readonly string[] {
  if (headers.length === 0) return []
  const pairs = headers.map(({ name, value }) => `\t(${pythonString(name)}, ${headerValue(value)}),`)
  return ['headers = [', ...pairs, ']']
}

/** Encodes a value: HTTPX sends text as ASCII; Parley and most servers use UTF-8. */
function headerValue(value: string): string {
  return isAscii(value) ? pythonString(value) : `${pythonString(value)}.encode()`
}

function contentLines(content: CodeContent): readonly string[] {
  switch (content.kind) {
    case 'none':
    case 'file':
      return []
    case 'text':
    case 'form': {
      const [first = '', ...rest] = stringLines(content.text, pythonString, '', '\t')
      return rest.length === 0 ? [`content = ${first}`, ''] : ['content = (', `\t${first}`, ...rest, ')', '']
    }
    case 'multipart':
      return ['files = [', ...content.parts.map(part => `\t${partTuple(part)},`), ']', '']
  }
}

function partTuple(part: CodePart): string {
  const name = pythonString(part.name)
  if (part.kind === 'text') {
    const type = part.contentType === null ? '' : `, ${pythonString(part.contentType)}`
    return `(${name}, (None, ${pythonString(part.value)}.encode()${type}))`
  }
  const file = `open(${pythonString(part.filePath)}, "rb")`
  return `(${name}, (${pythonString(part.fileName)}, ${file}, ${pythonString(part.contentType)}))`
}

function contentArguments(content: CodeContent): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text':
    case 'form':
      return ['\tcontent=content.encode(),']
    case 'file':
      return ['\tcontent=content,']
    case 'multipart':
      return ['\tfiles=files,']
  }
}

function authArguments({ auth }: CodeRequest): readonly string[] {
  if (auth.type !== 'basic' && auth.type !== 'digest') return []
  const pair = [auth.username, auth.password].map(pythonString).join(', ')
  return [auth.type === 'digest' ? `\tauth=httpx.DigestAuth(${pair}),` : `\tauth=(${pair}),`]
}
