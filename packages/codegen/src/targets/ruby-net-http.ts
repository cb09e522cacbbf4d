import type { CodeContent, CodePart, CodeRequest } from '../code-request.ts'
import { type CodeOptionValues, type CodeTarget, indentationOption, timeoutOption } from '../code-target.ts'
import {
  codeText,
  commentLines,
  methodsWithContent,
  stringLines,
  unsupportedAuth,
  urlNotices,
} from '../code-text.ts'
import { rubyString } from '../literals/string-literals.ts'

/** Ruby with Net::HTTP (behaviour 4.2), which does not follow redirects. */
export const rubyNetHttpTarget: CodeTarget = {
  language: 'Ruby',
  library: 'Net::HTTP',
  highlight: 'ruby',
  options: [timeoutOption, indentationOption('spaces2')],
  generate,
}

const classes: ReadonlyMap<string, string> = new Map([
  ['GET', 'Get'],
  ['POST', 'Post'],
  ['PUT', 'Put'],
  ['PATCH', 'Patch'],
  ['DELETE', 'Delete'],
  ['HEAD', 'Head'],
  ['OPTIONS', 'Options'],
])

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { method, content, auth } = request
  const notices = [...request.notices, ...urlNotices(request, 'Net::HTTP', ['escape', 'quote', 'bracket'])]
  if (auth.type !== 'none' && auth.type !== 'basic') notices.push(unsupportedAuth(auth.type, 'Net::HTTP'))
  if (
    content.kind === 'multipart' &&
    content.parts.some(part => part.kind === 'text' && part.contentType !== null)
  )
    notices.push('Net::HTTP gives the texts of a form no type of their own.')
  if (content.kind === 'multipart' && content.parts.some(hasSharpName))
    notices.push('Net::HTTP writes a backslash before quotes and backslashes in the names of a form.')
  // Net::HTTP would otherwise give such a request the type of a form.
  const isBare = content.kind === 'none' && methodsWithContent.has(method)
  const className = isBare ? undefined : classes.get(method)
  const timeout = options.timeoutMs > 0 ? `, read_timeout: ${options.timeoutMs / 1000}` : ''
  return codeText(
    [
      "require 'net/http'",
      "require 'uri'",
      '',
      ...commentLines(notices, '#'),
      `uri = URI(${rubyString(request.url)})`,
      className === undefined
        ? `request = Net::HTTPGenericRequest.new(${rubyString(method)}, ${content.kind !== 'none'}, true, uri)`
        : `request = Net::HTTP::${className}.new(uri)`,
      ...headerLines(request),
      ...(isBare ? ["request['Content-Length'] = '0'"] : []),
      ...(auth.type === 'basic'
        ? [`request.basic_auth(${rubyString(auth.username)}, ${rubyString(auth.password)})`]
        : []),
      ...contentLines(content),
      '',
      `response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https'${timeout}) do |http|`,
      '\thttp.request(request)',
      'end',
      '',
      'puts response.code',
      'puts response.body',
    ],
    options.indentation,
  )
}

function hasSharpName(part: CodePart): boolean {
  return /["\\\r\n]/.test(part.kind === 'file' ? part.name + part.fileName : part.name)
}

/** The first field of a name replaces the library's own; further ones are added. */
function headerLines({ headers }: CodeRequest): readonly string[] {
  const seen = new Set<string>()
  return headers.map(({ name, value }) => {
    const isFirst = !seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    return isFirst
      ? `request[${rubyString(name)}] = ${rubyString(value)}`
      : `request.add_field(${rubyString(name)}, ${rubyString(value)})`
  })
}

function contentLines(content: CodeContent): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text': {
      const [first = '', ...rest] = stringLines(content.text, rubyString, ' \\', '\t')
      return [`request.body = ${first}`, ...rest]
    }
    case 'form':
      return [
        'request.body = URI.encode_www_form([',
        ...content.fields.map(({ name, value }) => `\t[${rubyString(name)}, ${rubyString(value)}],`),
        '])',
      ]
    case 'file':
      return [`request.body = File.binread(${rubyString(content.filePath)})`]
    case 'multipart':
      return ['request.set_form([', ...content.parts.map(partLine), "], 'multipart/form-data')"]
  }
}

function partLine(part: CodePart): string {
  const name = rubyString(part.name)
  if (part.kind === 'text') return `\t[${name}, ${rubyString(part.value)}],`
  const options = `filename: ${rubyString(part.fileName)}, content_type: ${rubyString(part.contentType)}`
  return `\t[${name}, File.open(${rubyString(part.filePath)}, 'rb'), { ${options} }],`
}
