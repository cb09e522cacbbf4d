import type { CodeAuth, CodePart, CodeRequest } from '../code-request.ts'
import {
  type CodeOptionValues,
  type CodeTarget,
  followRedirectsOption,
  multilineOption,
  quoteStyleOption,
  timeoutOption,
} from '../code-target.ts'
import { commentLines, urlNotices, withoutHeadContent, wordNotices } from '../code-text.ts'
import { shellWord } from '../literals/shell-string.ts'

/** cURL in bash (behaviour 4.2). */
export const curlTarget: CodeTarget = {
  language: 'cURL',
  library: 'Shell',
  highlight: 'shell',
  options: [
    multilineOption,
    { name: 'shortFlags', label: 'Short flags', defaultValue: false },
    followRedirectsOption,
    { name: 'silent', label: 'Silent mode', defaultValue: false },
    quoteStyleOption,
    timeoutOption,
  ],
  generate,
}

/** A flag with its value, if it has one. */
type Flag = readonly [long: string, short: string | null, value?: string]

function generate(whole: CodeRequest, options: CodeOptionValues): string {
  const request = withoutHeadContent(whole, 'curl')
  const notices = [
    ...request.notices,
    ...(request.auth.type === 'digest' ? urlNotices(request, 'curl', ['emptyQuery']) : []),
  ]
  if (request.auth.type === 'signatureV4' && request.headers.some(({ name }) => /^date$/i.test(name)))
    notices.push('curl takes the date of the signature from the header Date.')
  const flags: Flag[] = [
    ...methodFlags(request),
    ...(options.followRedirects ? [['location', 'L'] as const] : []),
    ...(options.silent ? [['silent', 's'] as const] : []),
    ...(options.timeoutMs > 0 ? [['max-time', 'm', String(options.timeoutMs / 1000)] as const] : []),
    ...urlFlags(request.url),
    ...authFlags(request.auth),
    ...headersOf(request).map(
      ({ name, value }): Flag => ['header', 'H', value === '' ? `${name};` : `${name}: ${value}`],
    ),
    ...contentFlags(request, notices),
  ]
  const words = flags.map(([long, short, value]) => {
    const flag = options.shortFlags && short !== null ? `-${short}` : `--${long}`
    return value === undefined ? flag : `${flag} ${shellWord(value, options.quoteStyle)}`
  })
  const joint = options.multiline ? ' \\\n  ' : ' '
  const url = shellWord(request.url, options.quoteStyle)
  notices.push(...wordNotices(flags.map(([, , value]) => value ?? '')))
  return `${[...commentLines(notices, '#'), [`curl ${url}`, ...words].join(joint)].join('\n')}\n`
}

/** Sets the method only if curl would otherwise use another one. */
function methodFlags({ method, content }: CodeRequest): readonly Flag[] {
  if (method === 'HEAD' && content.kind === 'none') return [['head', 'I']]
  return method === (content.kind === 'none' ? 'GET' : 'POST') ? [] : [['request', 'X', method]]
}

/** curl would expand brackets as patterns, and remove dot segments from a path. */
function urlFlags(url: string): readonly Flag[] {
  const flags: Flag[] = []
  if (/[[\]{}]/.test(url)) flags.push(['globoff', 'g'])
  if (/\/\.\.?(?:[/?]|$)/.test(url)) flags.push(['path-as-is', null])
  return flags
}

function headersOf({ headers, auth }: CodeRequest): CodeRequest['headers'] {
  return auth.type === 'signatureV4' ? [...headers, ...auth.headers] : headers
}

function authFlags(auth: CodeAuth): readonly Flag[] {
  switch (auth.type) {
    case 'none':
      return []
    case 'basic':
      return [['user', 'u', `${auth.username}:${auth.password}`]]
    case 'digest':
    case 'ntlm':
      return [
        [auth.type, null],
        ['user', 'u', `${auth.username}:${auth.password}`],
      ]
    case 'signatureV4':
      return [
        ['aws-sigv4', null, `aws:amz:${auth.region}:${auth.service}`],
        ['user', 'u', `${auth.accessKeyId}:${auth.secretAccessKey}`],
      ]
  }
}

function contentFlags({ content }: CodeRequest, notices: string[]): readonly Flag[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text':
    case 'form':
      // `--data` would read a file if the text begins with an `@`.
      return content.text.startsWith('@')
        ? [['data-raw', null, content.text]]
        : [['data-raw', 'd', content.text]]
    case 'file':
      return [['data-binary', null, `@${fileArgument(content.filePath)}`]]
    case 'multipart':
      return content.parts.flatMap(part => partFlags(part, notices))
  }
}

/** Returns a file argument; a lone dash would mean the standard input. */
function fileArgument(filePath: string): string {
  return filePath === '-' ? './-' : filePath
}

function partFlags(part: CodePart, notices: string[]): readonly Flag[] {
  if (part.name.includes('=')) {
    notices.push(`curl ends the name of a form field at its first =, so the field ${part.name} is left out.`)
    return []
  }
  const isTyped = part.contentType !== null && isPlainType(part.contentType)
  if (part.contentType !== null && !isTyped)
    notices.push(`curl cannot write the type ${part.contentType} of the field ${part.name}; it is left out.`)
  if (part.kind === 'text' && !isTyped) return [['form-string', null, `${part.name}=${part.value}`]]
  const content = part.kind === 'text' ? quoted(part.value) : `@${quoted(fileArgument(part.filePath))}`
  return [['form', 'F', `${part.name}=${content}${isTyped ? `;type=${part.contentType}` : ''}`]]
}

/**
 * Returns whether a type is safe: after a comma or one of its own keywords in a type, curl would read further
 * files and send them.
 */
function isPlainType(contentType: string): boolean {
  const [media = '', ...parameters] = contentType.split(';')
  return (
    /^[^\s/,]+\/[^\s,]+$/.test(media.trim()) &&
    parameters.every(one => !one.includes(',') && !/^\s*(?:type|filename|headers|encoder)\s*=/i.test(one))
  )
}

/** Quotes a text for curl's own form syntax, inside the shell's quotes. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
