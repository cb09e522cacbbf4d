import type { CodeContent, CodePart, CodeRequest } from '../code-request.ts'
import {
  type CodeOptionValues,
  type CodeTarget,
  followRedirectsOption,
  indentationOption,
  timeoutOption,
} from '../code-target.ts'
import {
  codeText,
  commentLines,
  isAscii,
  joinedHeaders,
  stringLines,
  unsupportedAuth,
  urlNotices,
} from '../code-text.ts'
import { pythonString } from '../literals/string-literals.ts'

/** Python with Requests (behaviour 4.2). */
export const pythonRequestsTarget: CodeTarget = {
  language: 'Python',
  library: 'Requests',
  highlight: 'python',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces4')],
  generate,
}

const functions = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { method, content, auth } = request
  const notices = [
    ...request.notices,
    ...urlNotices(request, 'Requests', ['escape', 'smallEscape', 'bracket', 'dots', 'emptyQuery']),
  ]
  if (auth.type === 'ntlm' || auth.type === 'signatureV4')
    notices.push(unsupportedAuth(auth.type, 'Requests'))
  const headers = joinedHeaders(request.headers)
  const [call, ...first] = functions.has(method)
    ? [`requests.${method.toLowerCase()}(`]
    : ['requests.request(', `\t${pythonString(method)},`]
  const arguments_ = [
    ...first,
    '\turl,',
    ...(headers.length > 0 ? ['\theaders=headers,'] : []),
    ...contentArguments(content),
    ...authArguments(request),
    ...(options.timeoutMs > 0 ? [`\ttimeout=${options.timeoutMs / 1000},`] : []),
    ...(options.followRedirects ? [] : ['\tallow_redirects=False,']),
  ]
  const isShort = arguments_.length === 1
  const send = isShort ? [`response = ${call}url)`] : [`response = ${call}`, ...arguments_, ')']
  return codeText(
    [
      'import requests',
      ...(auth.type === 'digest' ? ['from requests.auth import HTTPDigestAuth'] : []),
      '',
      ...commentLines(notices, '#'),
      `url = ${pythonString(request.url)}`,
      ...dictionaryLines(
        'headers',
        headers.map(({ name, value }) => `${pythonString(name)}: ${headerValue(value)}`),
      ),
      ...contentLines(content),
      '',
      ...(content.kind === 'file'
        ? [`with open(${pythonString(content.filePath)}, "rb") as data:`, ...send.map(line => `\t${line}`)]
        : send),
      '',
      'print(response.status_code)',
      'print(response.text)',
    ],
    options.indentation,
  )
}

/** Encodes a value: Requests sends text as Latin-1; Parley and most servers use UTF-8. */
function headerValue(value: string): string {
  return isAscii(value) ? pythonString(value) : `${pythonString(value)}.encode()`
}

function dictionaryLines(name: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [`${name} = {`, ...entries.map(entry => `\t${entry},`), '}']
}

function contentLines(content: CodeContent): readonly string[] {
  switch (content.kind) {
    case 'none':
    case 'file':
      return []
    case 'text':
      return textLines('data', content.text)
    case 'form':
      return hasPlainForm(content)
        ? [
            'data = [',
            ...content.fields.map(({ name, value }) => `\t(${pythonString(name)}, ${pythonString(value)}),`),
            ']',
          ]
        : textLines('data', content.text)
    case 'multipart':
      return ['files = [', ...content.parts.map(part => `\t${partTuple(part)},`), ']']
  }
}

/** Returns whether Requests encodes the fields like browsers; it differs for `*` and `~`. */
function hasPlainForm(content: Extract<CodeContent, { kind: 'form' }>): boolean {
  return content.fields.length > 0 && !content.fields.some(({ name, value }) => /[*~]/.test(name + value))
}

function textLines(name: string, text: string): readonly string[] {
  const lines = stringLines(text, pythonString, '', '\t')
  return lines.length === 1
    ? [`${name} = ${lines[0]}`]
    : [`${name} = (`, `\t${lines[0]}`, ...lines.slice(1), ')']
}

function partTuple(part: CodePart): string {
  const name = pythonString(part.name)
  if (part.kind === 'text') {
    const type = part.contentType === null ? '' : `, ${pythonString(part.contentType)}`
    return `(${name}, (None, ${pythonString(part.value)}${type}))`
  }
  const file = `open(${pythonString(part.filePath)}, "rb")`
  return `(${name}, (${pythonString(part.fileName)}, ${file}, ${pythonString(part.contentType)}))`
}

function contentArguments(content: CodeContent): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text':
      return ['\tdata=data.encode(),']
    case 'form':
    case 'file':
      return ['\tdata=data,']
    case 'multipart':
      return ['\tfiles=files,']
  }
}

function authArguments({ auth }: CodeRequest): readonly string[] {
  if (auth.type !== 'basic' && auth.type !== 'digest') return []
  const pair = [auth.username, auth.password].map(headerValue).join(', ')
  return [auth.type === 'digest' ? `\tauth=HTTPDigestAuth(${pair}),` : `\tauth=(${pair}),`]
}
