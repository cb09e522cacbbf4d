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
  onlyAsciiHeaders,
  stringLines,
  unsupportedAuth,
  urlNotices,
} from '../code-text.ts'
import { dartString } from '../literals/string-literals.ts'

/** Dart with package:http. */
export const dartHttpTarget: CodeTarget = {
  language: 'Dart',
  library: 'http',
  highlight: 'dart',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces2')],
  generate,
}

const library = 'package:http'

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { content, auth } = request
  const notices = [...request.notices, ...urlNotices(request, library, ['escape', 'dots'])]
  if (auth.type !== 'none' && auth.type !== 'basic') notices.push(unsupportedAuth(auth.type, library))
  const { headers, notices: ofHeaders } = onlyAsciiHeaders(joinedHeaders(request.headers), library)
  notices.push(...ofHeaders)
  const imports = new Set(["'package:http/http.dart' as http"])
  if (auth.type === 'basic' || content.kind === 'text' || content.kind === 'form')
    imports.add("'dart:convert'")
  if (content.kind === 'file') imports.add("'dart:io'")
  const isForm = content.kind === 'multipart'
  if (isForm) {
    if (content.parts.some(part => part.contentType !== null))
      imports.add("'package:http_parser/http_parser.dart'")
    if (isReordered(content.parts))
      notices.push(`${library} writes the plain texts of a form before its other parts.`)
    if (content.parts.some(part => part.kind === 'text' && !isField(part, content.parts)))
      notices.push(`${library} adds a type to texts with the same name and to texts that are not ASCII.`)
  }
  const send = options.timeoutMs > 0 ? `.timeout(const Duration(milliseconds: ${options.timeoutMs}))` : ''
  return codeText(
    [
      ...[...imports].sort().map(name => `import ${name};`),
      '',
      'Future<void> main() async {',
      ...commentLines(notices, '\t//'),
      `\tfinal url = Uri.parse(${dartString(request.url)});`,
      `\tfinal request = http.${isForm ? 'MultipartRequest' : 'Request'}(${dartString(request.method)}, url);`,
      ...headers.map(({ name, value }) => `\trequest.headers[${dartString(name)}] = ${dartString(value)};`),
      ...(auth.type === 'basic'
        ? [
            `\tfinal credentials = base64Encode(utf8.encode(${dartString(`${auth.username}:${auth.password}`)}));`,
            "\trequest.headers['Authorization'] = 'Basic $credentials';",
          ]
        : []),
      ...contentLines(content),
      ...(options.followRedirects ? [] : ['\trequest.followRedirects = false;']),
      '',
      `\tfinal response = await http.Response.fromStream(await request.send()${send});`,
      '\tprint(response.statusCode);',
      '\tprint(response.body);',
      '}',
    ],
    options.indentation,
  )
}

function contentLines(content: CodeContent): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text':
    case 'form': {
      // `body` would add the charset to the type.
      const lines = stringLines(content.text, dartString, '', '\t\t')
      return lines.length === 1
        ? [`\trequest.bodyBytes = utf8.encode(${lines[0]});`]
        : ['\trequest.bodyBytes = utf8.encode(', `\t\t${lines[0]}`, ...lines.slice(1), '\t);']
    }
    case 'file':
      return [`\trequest.bodyBytes = await File(${dartString(content.filePath)}).readAsBytes();`]
    case 'multipart':
      return content.parts.flatMap(part => partLines(part, content.parts))
  }
}

/** Returns whether a part can be a field of the map, which has one text per name, without a type. */
function isField(part: CodePart, parts: readonly CodePart[]): boolean {
  return (
    part.kind === 'text' &&
    part.contentType === null &&
    parts.filter(other => other.kind === 'text' && other.name === part.name).length === 1
  )
}

function isReordered(parts: readonly CodePart[]): boolean {
  const lastField = parts.findLastIndex(part => isField(part, parts))
  return parts.findIndex(part => !isField(part, parts)) < lastField && parts.some(one => !isField(one, parts))
}

function partLines(part: CodePart, parts: readonly CodePart[]): readonly string[] {
  const name = dartString(part.name)
  if (part.kind === 'text' && isField(part, parts))
    return [`\trequest.fields[${name}] = ${dartString(part.value)};`]
  const type =
    part.contentType === null ? [] : [`\t\tcontentType: MediaType.parse(${dartString(part.contentType)}),`]
  return part.kind === 'text'
    ? [
        '\trequest.files.add(http.MultipartFile.fromString(',
        `\t\t${name},`,
        `\t\t${dartString(part.value)},`,
        ...type,
        '\t));',
      ]
    : [
        '\trequest.files.add(await http.MultipartFile.fromPath(',
        `\t\t${name},`,
        `\t\t${dartString(part.filePath)},`,
        `\t\tfilename: ${dartString(part.fileName)},`,
        ...type,
        '\t));',
      ]
}
