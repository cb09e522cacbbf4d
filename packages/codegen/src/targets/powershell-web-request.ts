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
  joinedHeaders,
  partDisposition,
  stringLines,
  unsupportedAuth,
  urlNotices,
} from '../code-text.ts'
import { powershellString } from '../literals/string-literals.ts'

/** PowerShell 7 with Invoke-WebRequest. */
export const powershellWebRequestTarget: CodeTarget = {
  language: 'PowerShell',
  library: 'WebRequest',
  highlight: 'powershell',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces4')],
  generate,
}

/** The methods of `-Method` (WebRequestMethod). */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'MERGE', 'PATCH'])

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { content, auth, method } = request
  const notices = [...request.notices, ...urlNotices(request, 'Invoke-WebRequest', ['escape', 'dots'])]
  if (auth.type !== 'none' && auth.type !== 'basic')
    notices.push(unsupportedAuth(auth.type, 'Invoke-WebRequest'))
  const headers = [
    ...joinedHeaders(request.headers).map(
      ({ name, value }) => `\t${powershellString(name)} = ${powershellString(value)}`,
    ),
    ...(auth.type === 'basic' ? ['\t\'Authorization\' = "Basic $credentials"'] : []),
  ]
  const entries = [
    `\tUri = ${powershellString(request.url)}`,
    knownMethods.has(method)
      ? `\tMethod = ${powershellString(method)}`
      : `\tCustomMethod = ${powershellString(method)}`,
    ...(headers.length > 0 ? ['\tHeaders = $headers', '\tSkipHeaderValidation = $true'] : []),
    ...(content.kind === 'none'
      ? []
      : [content.kind === 'file' ? `\tInFile = ${powershellString(content.filePath)}` : '\tBody = $body']),
    ...(options.followRedirects ? [] : ['\tMaximumRedirection = 0']),
    // Only whole seconds are allowed.
    ...(options.timeoutMs > 0 ? [`\tTimeoutSec = ${Math.ceil(options.timeoutMs / 1000)}`] : []),
    '\tSkipHttpErrorCheck = $true',
  ]
  return codeText(
    [
      ...commentLines(notices, '#'),
      ...(auth.type === 'basic'
        ? [
            `$credentials = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes(${powershellString(`${auth.username}:${auth.password}`)}))`,
          ]
        : []),
      ...(headers.length > 0 ? ['$headers = @{', ...headers, '}'] : []),
      ...contentLines(content),
      '$request = @{',
      ...entries,
      '}',
      '$response = Invoke-WebRequest @request',
      '',
      '$response.StatusCode',
      '$response.Content',
    ],
    options.indentation,
  )
}

function contentLines(content: CodeContent): readonly string[] {
  switch (content.kind) {
    case 'none':
    case 'file':
      return []
    case 'text':
    case 'form': {
      // Text would be encoded with the charset of its type, or as Latin-1.
      const lines = stringLines(content.text, powershellString, ' +', '\t')
      return lines.length === 1
        ? [`$body = [Text.Encoding]::UTF8.GetBytes(${lines[0]})`]
        : ['$body = [Text.Encoding]::UTF8.GetBytes(', `\t${lines[0]}`, ...lines.slice(1), ')']
    }
    case 'multipart':
      return ["$body = [Net.Http.MultipartContent]::new('form-data')", ...content.parts.flatMap(partLines)]
  }
}

function partLines(part: CodePart): readonly string[] {
  const bytes =
    part.kind === 'text'
      ? `[Text.Encoding]::UTF8.GetBytes(${powershellString(part.value)})`
      : `[IO.File]::ReadAllBytes((Resolve-Path -LiteralPath ${powershellString(part.filePath)}))`
  const add = (name: string, value: string) =>
    `[void]$part.Headers.TryAddWithoutValidation('${name}', ${powershellString(value)})`
  return [
    `$part = [Net.Http.ByteArrayContent]::new(${bytes})`,
    add('Content-Disposition', partDisposition(part)),
    ...(part.contentType === null ? [] : [add('Content-Type', part.contentType)]),
    '$body.Add($part)',
  ]
}
