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
  onlyAsciiHeaders,
  partDisposition,
  stringLines,
  unsupportedAuth,
  urlNotices,
  withoutHeaders,
} from '../code-text.ts'
import { javaString } from '../literals/string-literals.ts'

/** Java with HttpClient (behaviour 4.2). */
export const javaHttpClientTarget: CodeTarget = {
  language: 'Java',
  library: 'HttpClient',
  highlight: 'java',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces4')],
  generate,
}

/** The headers that HttpClient sets itself (its module notes, jdk.httpclient.allowRestrictedHeaders). */
const takenHeaders = ['connection', 'expect', 'host', 'upgrade', 'transfer-encoding']

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const settable = withoutHeaders(request, takenHeaders, 'HttpClient')
  const { headers, notices } = onlyAsciiHeaders(settable.headers, 'HttpClient')
  const { content, auth } = request
  const allNotices = [
    ...request.notices,
    ...urlNotices(request, 'HttpClient', ['escape', 'pathBracket', 'emptyQuery']),
    ...settable.notices,
    ...notices,
  ]
  if (auth.type !== 'none' && auth.type !== 'basic') allNotices.push(unsupportedAuth(auth.type, 'HttpClient'))
  const imports = new Set([
    'java.net.URI',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpResponse',
  ])
  if (options.timeoutMs > 0) imports.add('java.time.Duration')
  if (auth.type === 'basic') imports.add('java.nio.charset.StandardCharsets').add('java.util.Base64')
  const before = contentLines(content, imports)
  return codeText(
    [
      ...[...imports].sort().map(name => `import ${name};`),
      '',
      'public class Main {',
      '\tpublic static void main(String[] args) throws Exception {',
      ...commentLines(allNotices, '\t\t//'),
      ...before,
      ...(options.followRedirects
        ? [
            '\t\tHttpClient client = HttpClient.newBuilder()',
            '\t\t\t.followRedirects(HttpClient.Redirect.NORMAL)',
            '\t\t\t.build();',
          ]
        : ['\t\tHttpClient client = HttpClient.newHttpClient();']),
      '\t\tHttpRequest request = HttpRequest.newBuilder()',
      `\t\t\t.uri(URI.create(${javaString(request.url)}))`,
      ...(options.timeoutMs > 0 ? [`\t\t\t.timeout(Duration.ofMillis(${options.timeoutMs}))`] : []),
      ...headers.map(({ name, value }) => `\t\t\t.header(${javaString(name)}, ${javaString(value)})`),
      ...(content.kind === 'multipart'
        ? ['\t\t\t.header("Content-Type", "multipart/form-data; boundary=" + boundary)']
        : []),
      ...(auth.type === 'basic' ? [`\t\t\t.header("Authorization", "Basic " + credentials)`] : []),
      `\t\t\t.method(${javaString(request.method)}, ${publisher(content)})`,
      '\t\t\t.build();',
      '',
      '\t\tHttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());',
      '\t\tSystem.out.println(response.statusCode());',
      '\t\tSystem.out.println(response.body());',
      '\t}',
      '}',
    ].flatMap(line =>
      line.startsWith('\t\tHttpRequest request') ? [...credentialLines(request), line] : [line],
    ),
    options.indentation,
  )
}

function credentialLines({ auth }: CodeRequest): readonly string[] {
  if (auth.type !== 'basic') return []
  return [
    '\t\tString credentials = Base64.getEncoder().encodeToString(',
    `\t\t\t${javaString(`${auth.username}:${auth.password}`)}.getBytes(StandardCharsets.UTF_8));`,
  ]
}

function publisher(content: CodeContent): string {
  switch (content.kind) {
    case 'none':
      return 'HttpRequest.BodyPublishers.noBody()'
    case 'text':
    case 'form':
      return 'HttpRequest.BodyPublishers.ofString(body)'
    case 'file':
      return `HttpRequest.BodyPublishers.ofFile(Path.of(${javaString(content.filePath)}))`
    case 'multipart':
      return 'HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())'
  }
}

function contentLines(content: CodeContent, imports: Set<string>): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text':
    case 'form': {
      if (new TextEncoder().encode(content.text).byteLength > maximumConstantBytes)
        return joinedLines(content.text)
      const [first = '', ...rest] = stringLines(content.text, javaString, '', '\t\t\t+ ')
      const lines = [`\t\tString body = ${first}`, ...rest]
      return lines.map((line, index) => (index === lines.length - 1 ? `${line};` : line))
    }
    case 'file':
      imports.add('java.nio.file.Path')
      return []
    case 'multipart':
      imports
        .add('java.io.ByteArrayOutputStream')
        .add('java.nio.charset.StandardCharsets')
        .add('java.util.UUID')
      if (content.parts.some(part => part.kind === 'file'))
        imports.add('java.nio.file.Files').add('java.nio.file.Path')
      return [
        '\t\tString boundary = UUID.randomUUID().toString();',
        '\t\tByteArrayOutputStream body = new ByteArrayOutputStream();',
        ...content.parts.flatMap(partLines),
        '\t\tbody.write(("--" + boundary + "--\\r\\n").getBytes(StandardCharsets.UTF_8));',
      ]
  }
}

/** The maximum bytes of a constant in a class file (JVMS 4.4.7). */
const maximumConstantBytes = 65_535

/**
 * Splits a text that is too long for one constant, to be joined at run time; a character takes at most six
 * bytes.
 */
function joinedLines(text: string): readonly string[] {
  const pieces = text.match(/[\s\S]{1,10000}/gu) ?? []
  return [
    '\t\tString body = String.join("",',
    ...pieces.map((piece, index) => `\t\t\t${javaString(piece)}${index === pieces.length - 1 ? ');' : ','}`),
  ]
}

function partLines(part: CodePart): readonly string[] {
  const type = part.contentType === null ? '' : `Content-Type: ${part.contentType}\r\n`
  const head = `\r\nContent-Disposition: ${partDisposition(part)}\r\n${type}\r\n`
  const text = part.kind === 'text' ? `${head}${part.value}\r\n` : head
  return [
    `\t\tbody.write(("--" + boundary + ${javaString(text)}).getBytes(StandardCharsets.UTF_8));`,
    ...(part.kind === 'text'
      ? []
      : [
          `\t\tbody.write(Files.readAllBytes(Path.of(${javaString(part.filePath)})));`,
          '\t\tbody.write("\\r\\n".getBytes(StandardCharsets.UTF_8));',
        ]),
  ]
}
