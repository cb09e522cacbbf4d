import { scriptString } from '@parley/model'
import type { CodeContent, CodeRequest } from '../code-request.ts'
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
  stringLines,
  unsupportedAuth,
  urlNotices,
  withoutHeaders,
} from '../code-text.ts'
import { formLines, formNotices, hasFileParts, headerValue, utf8Lines } from './javascript-parts.ts'

const shared = {
  library: 'Fetch',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces2')],
} as const

/** TypeScript with fetch (behaviour 4.2). */
export const typescriptFetchTarget: CodeTarget = {
  language: 'TypeScript',
  highlight: 'typescript',
  ...shared,
  generate: (request, options) => generate(request, options, 'text: string'),
}

/** JavaScript with fetch: the same code without types. */
export const javascriptFetchTarget: CodeTarget = {
  language: 'JavaScript',
  highlight: 'javascript',
  ...shared,
  generate: (request, options) => generate(request, options, 'text'),
}

/** Headers that fetch sets itself or drops (Fetch, forbidden request-headers; Node's own list). */
const takenHeaders = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
  '__proto__',
]

function generate(request: CodeRequest, options: CodeOptionValues, parameter: string): string {
  const { headers, notices } = withoutHeaders(request, takenHeaders, 'fetch')
  const allNotices = [...request.notices, ...urlNotices(request, 'fetch', ['quote', 'dots']), ...notices]
  const { method, auth } = request
  const isContentLeftOut = (method === 'GET' || method === 'HEAD') && request.content.kind !== 'none'
  if (isContentLeftOut) allNotices.push(`fetch sends no content with ${method}.`)
  allNotices.push(...formNotices(request.content, 'fetch'))
  const content: CodeContent = isContentLeftOut ? { kind: 'none' } : request.content
  if (['digest', 'ntlm', 'signatureV4'].includes(auth.type) && auth.type !== 'none' && auth.type !== 'basic')
    allNotices.push(unsupportedAuth(auth.type, 'fetch'))
  const entries = [
    ...headers.map(({ name, value }) => [scriptString(name), headerValue(value)] as const),
    ...(auth.type === 'basic' ? [["'Authorization'", basicCredentials(auth)] as const] : []),
  ]
  const init = [
    ...(method === 'GET' ? [] : [`\tmethod: ${scriptString(method)},`]),
    ...headerLines(entries),
    ...bodyLines(content),
    ...(options.followRedirects ? [] : ["\tredirect: 'manual',"]),
    ...(options.timeoutMs > 0 ? [`\tsignal: AbortSignal.timeout(${options.timeoutMs}),`] : []),
  ]
  const url = scriptString(request.url)
  const usesFiles = content.kind === 'file' || hasFileParts(content)
  return codeText(
    [
      ...(usesFiles ? ["import { openAsBlob } from 'node:fs'", ''] : []),
      ...commentLines(allNotices, '//'),
      ...utf8Lines(headers, parameter),
      ...formLines(content),
      ...(init.length === 0
        ? [`const response = await fetch(${url})`]
        : [`const response = await fetch(${url}, {`, ...init, '})']),
      '',
      'console.log(response.status)',
      'console.log(await response.text())',
    ],
    options.indentation,
  )
}

function basicCredentials(auth: { readonly username: string; readonly password: string }): string {
  return `'Basic ' + Buffer.from(${scriptString(`${auth.username}:${auth.password}`)}).toString('base64')`
}

/** Writes an object, or a list of pairs if a name repeats. */
function headerLines(entries: readonly (readonly [string, string])[]): readonly string[] {
  if (entries.length === 0) return []
  const names = new Set(entries.map(([name]) => name.toLowerCase()))
  if (names.size < entries.length)
    return ['\theaders: [', ...entries.map(([name, value]) => `\t\t[${name}, ${value}],`), '\t],']
  return ['\theaders: {', ...entries.map(([name, value]) => `\t\t${name}: ${value},`), '\t},']
}

function bodyLines(content: CodeContent): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text': {
      const [first = '', ...rest] = stringLines(content.text, scriptString, ' +', '\t\t')
      const lines = [`\tbody: ${first}`, ...rest]
      return lines.map((line, index) => (index === lines.length - 1 ? `${line},` : line))
    }
    case 'form':
      return [
        '\tbody: new URLSearchParams([',
        ...content.fields.map(({ name, value }) => `\t\t[${scriptString(name)}, ${scriptString(value)}],`),
        '\t]),',
      ]
    case 'file':
      return [`\tbody: await openAsBlob(${scriptString(content.filePath)}),`]
    case 'multipart':
      return ['\tbody: form,']
  }
}
