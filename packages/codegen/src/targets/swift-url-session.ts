import type { CodeContent, CodePart, CodeRequest } from '../code-request.ts'
import { type CodeOptionValues, type CodeTarget, indentationOption, timeoutOption } from '../code-target.ts'
import {
  codeText,
  commentLines,
  partDisposition,
  stringLines,
  unsupportedAuth,
  urlNotices,
} from '../code-text.ts'
import { swiftString } from '../literals/string-literals.ts'

/** Swift with URLSession (behaviour 4.2). */
export const swiftUrlSessionTarget: CodeTarget = {
  language: 'Swift',
  library: 'URLSession',
  highlight: 'swift',
  options: [timeoutOption, indentationOption('spaces4')],
  generate,
}

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { content, auth } = request
  const notices = [...request.notices, ...urlNotices(request, 'URLSession', ['escape'])]
  if (auth.type !== 'none' && auth.type !== 'basic') notices.push(unsupportedAuth(auth.type, 'URLSession'))
  return codeText(
    [
      'import Foundation',
      '#if canImport(FoundationNetworking)',
      'import FoundationNetworking',
      '#endif',
      '',
      ...commentLines(notices, '//'),
      `var request = URLRequest(url: URL(string: ${swiftString(request.url)})!)`,
      ...(request.method === 'GET' ? [] : [`request.httpMethod = ${swiftString(request.method)}`]),
      ...(options.timeoutMs > 0 ? [`request.timeoutInterval = ${options.timeoutMs / 1000}`] : []),
      ...request.headers.map(
        ({ name, value }) =>
          `request.addValue(${swiftString(value)}, forHTTPHeaderField: ${swiftString(name)})`,
      ),
      ...(auth.type === 'basic'
        ? [
            `let credentials = Data(${swiftString(`${auth.username}:${auth.password}`)}.utf8).base64EncodedString()`,
            'request.addValue("Basic \\(credentials)", forHTTPHeaderField: "Authorization")',
          ]
        : []),
      ...contentLines(content),
      '',
      'let (data, response) = try await URLSession.shared.data(for: request)',
      'if let response = response as? HTTPURLResponse {',
      '\tprint(response.statusCode)',
      '}',
      'print(String(decoding: data, as: UTF8.self))',
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
      const [first = '', ...rest] = stringLines(content.text, swiftString, '', '\t+ ')
      const lines = [`let body = ${first}`, ...rest]
      return [...lines, 'request.httpBody = Data(body.utf8)']
    }
    case 'file':
      return [
        `request.httpBody = try Data(contentsOf: URL(fileURLWithPath: ${swiftString(content.filePath)}))`,
      ]
    case 'multipart':
      return [
        'let boundary = UUID().uuidString',
        'request.addValue("multipart/form-data; boundary=\\(boundary)", forHTTPHeaderField: "Content-Type")',
        'var body = Data()',
        ...content.parts.flatMap(partLines),
        'body.append(Data("--\\(boundary)--\\r\\n".utf8))',
        'request.httpBody = body',
      ]
  }
}

function partLines(part: CodePart): readonly string[] {
  const type = part.contentType === null ? '' : `Content-Type: ${part.contentType}\r\n`
  const head = `\r\nContent-Disposition: ${partDisposition(part)}\r\n${type}\r\n`
  const text = part.kind === 'text' ? `${head}${part.value}\r\n` : head
  return [
    'body.append(Data("--\\(boundary)".utf8))',
    `body.append(Data(${swiftString(text)}.utf8))`,
    ...(part.kind === 'text'
      ? []
      : [
          `body.append(try Data(contentsOf: URL(fileURLWithPath: ${swiftString(part.filePath)})))`,
          'body.append(Data("\\r\\n".utf8))',
        ]),
  ]
}
