import { scriptString } from '@parley/model'
import type { CodeRequest } from '../code-request.ts'
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
  joinedHeaders,
  methodsWithContent,
  stringLines,
  unsupportedAuth,
  urlNotices,
  withoutHeaders,
} from '../code-text.ts'
import { formLines, formNotices, hasFileParts, headerValue, utf8Lines } from './javascript-parts.ts'

/** JavaScript with Axios, in Node. */
export const javascriptAxiosTarget: CodeTarget = {
  language: 'JavaScript',
  library: 'Axios',
  highlight: 'javascript',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces2')],
  generate,
}

/** Names of inherited object members: Axios stores headers in an object. */
const takenHeaders = ['__proto__', 'constructor']

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { headers, notices } = withoutHeaders(request, takenHeaders, 'Axios')
  const { method, auth, content } = request
  const allNotices = [
    ...request.notices,
    ...urlNotices(request, 'Axios', ['quote', 'dots', 'emptyQuery']),
    ...notices,
  ]
  allNotices.push(...formNotices(content, 'Axios'))
  if (auth.type !== 'none' && auth.type !== 'basic') allNotices.push(unsupportedAuth(auth.type, 'Axios'))
  const fields = joinedHeaders(headers)
  // Axios would otherwise give such a request the type of a form.
  const isBare =
    content.kind === 'none' &&
    methodsWithContent.has(method) &&
    !fields.some(({ name }) => name.toLowerCase() === 'content-type')
  const entries = [
    ...fields.map(({ name, value }) => `${scriptString(name)}: ${headerValue(value)}`),
    ...(isBare ? ["'Content-Type': false"] : []),
  ]
  return codeText(
    [
      ...(content.kind === 'file' ? ["import { readFile } from 'node:fs/promises'"] : []),
      ...(hasFileParts(content) ? ["import { openAsBlob } from 'node:fs'"] : []),
      "import axios from 'axios'",
      '',
      ...commentLines(allNotices, '//'),
      ...utf8Lines(fields, 'text'),
      ...formLines(content),
      'const response = await axios.request({',
      ...(method === 'GET' ? [] : [`\tmethod: ${scriptString(method)},`]),
      `\turl: ${scriptString(request.url)},`,
      ...(entries.length === 0 ? [] : ['\theaders: {', ...entries.map(entry => `\t\t${entry},`), '\t},']),
      ...dataLines(request),
      ...(auth.type === 'basic'
        ? [`\tauth: { username: ${scriptString(auth.username)}, password: ${scriptString(auth.password)} },`]
        : []),
      ...(options.followRedirects ? [] : ['\tmaxRedirects: 0,']),
      ...(options.timeoutMs > 0 ? [`\ttimeout: ${options.timeoutMs},`] : []),
      // Axios throws for responses with status 400 and above.
      '\tvalidateStatus: null,',
      '})',
      '',
      'console.log(response.status)',
      'console.log(response.data)',
    ],
    options.indentation,
  )
}

function dataLines({ content, headers }: CodeRequest): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text': {
      const isKept = isKeptAsText(content.text, headers)
      const [first = '', ...rest] = stringLines(content.text, scriptString, ' +', '\t\t')
      const lines = [`\tdata: ${isKept ? '' : 'Buffer.from('}${first}`, ...rest]
      const end = isKept ? ',' : '),'
      return lines.map((line, index) => (index === lines.length - 1 ? line + end : line))
    }
    case 'form':
      return [
        '\tdata: new URLSearchParams([',
        ...content.fields.map(({ name, value }) => `\t\t[${scriptString(name)}, ${scriptString(value)}],`),
        '\t]),',
      ]
    case 'file':
      return [`\tdata: await readFile(${scriptString(content.filePath)}),`]
    case 'multipart':
      return ['\tdata: form,']
  }
}

/**
 * Returns whether Axios keeps a text: with a JSON type it trims JSON and converts any other text to a JSON
 * string.
 */
function isKeptAsText(text: string, headers: CodeRequest['headers']): boolean {
  const type = headers.find(field => field.name.toLowerCase() === 'content-type')?.value ?? ''
  if (text === '') return false
  if (!/application\/json/i.test(type)) return true
  if (text !== text.trim()) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
