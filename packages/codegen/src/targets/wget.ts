import type { CodeContent, CodeRequest } from '../code-request.ts'
import {
  type CodeOptionValues,
  type CodeTarget,
  followRedirectsOption,
  multilineOption,
  quoteStyleOption,
  timeoutOption,
} from '../code-target.ts'
import { commentLines, joinedHeaders, unsupportedAuth, urlNotices, wordNotices } from '../code-text.ts'
import { shellWord } from '../literals/shell-string.ts'

/** GNU Wget in bash. */
export const wgetTarget: CodeTarget = {
  language: 'Wget',
  library: 'Shell',
  highlight: 'shell',
  options: [multilineOption, followRedirectsOption, quoteStyleOption, timeoutOption],
  generate,
}

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { method, content, auth } = request
  const notices = [...request.notices, ...urlNotices(request, 'Wget', ['escape', 'dots'])]
  if (auth.type === 'signatureV4') notices.push(unsupportedAuth(auth.type, 'Wget'))
  if (content.kind === 'multipart') notices.push('Wget has no forms with parts; this code sends no content.')
  const quoted = (text: string) => shellWord(text, options.quoteStyle)
  // Wget sends only the last of two headers with the same name.
  const headers = joinedHeaders(request.headers)
  const valued: readonly Flag[] = [
    ...authFlags(request),
    ...headers.map(({ name, value }) => ['--header', `${name}: ${value}`] as const),
    ...contentFlags(content),
  ]
  const flags = [
    '--quiet',
    '--output-document=-',
    '--content-on-error',
    ...(method === 'GET' && content.kind === 'none' ? [] : [`--method=${quoted(method)}`]),
    ...(options.followRedirects ? [] : ['--max-redirect=0']),
    ...(options.timeoutMs > 0 ? [`--timeout=${options.timeoutMs / 1000}`, '--tries=1'] : []),
    ...valued.map(([name, value]) => (value === undefined ? name : `${name}=${quoted(value)}`)),
  ]
  notices.push(...wordNotices(valued.map(([, value]) => value ?? '')))
  const joint = options.multiline ? ' \\\n  ' : ' '
  return `${[...commentLines(notices, '#'), [`wget ${quoted(request.url)}`, ...flags].join(joint)].join('\n')}\n`
}

type Flag = readonly [name: string, value?: string]

/** Basic credentials are sent at once, others in response to the server. */
function authFlags({ auth }: CodeRequest): readonly Flag[] {
  if (auth.type === 'none' || auth.type === 'signatureV4') return []
  return [
    ['--user', auth.username],
    ['--password', auth.password],
    ...(auth.type === 'basic' ? [['--auth-no-challenge'] as const] : []),
  ]
}

function contentFlags(content: CodeContent): readonly Flag[] {
  switch (content.kind) {
    case 'none':
    case 'multipart':
      return []
    case 'text':
    case 'form':
      return [['--body-data', content.text]]
    case 'file':
      return [['--body-file', content.filePath]]
  }
}
