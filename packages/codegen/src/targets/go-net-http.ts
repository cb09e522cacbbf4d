import type { CodeContent, CodePart, CodeRequest } from '../code-request.ts'
import {
  type CodeOptionValues,
  type CodeTarget,
  followRedirectsOption,
  timeoutOption,
} from '../code-target.ts'
import {
  codeText,
  commentLines,
  partDisposition,
  stringLines,
  unsupportedAuth,
  urlNotices,
} from '../code-text.ts'
import { goString } from '../literals/string-literals.ts'

/** Go with net/http (behaviour 4.2). */
export const goNetHttpTarget: CodeTarget = {
  language: 'Go',
  library: 'net/http',
  highlight: 'go',
  options: [followRedirectsOption, timeoutOption],
  generate,
}

const failOnError = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}']

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { content, auth } = request
  const imports = new Set(['fmt', 'io', 'log', 'net/http'])
  const notices = [...request.notices, ...urlNotices(request, 'net/http', ['escape'])]
  if (auth.type !== 'none' && auth.type !== 'basic') notices.push(unsupportedAuth(auth.type, 'net/http'))
  const body = contentLines(content, imports)
  const client = clientLines(options, imports)
  return codeText(
    [
      'package main',
      '',
      'import (',
      ...[...imports].sort().map(name => `\t"${name}"`),
      ')',
      '',
      'func main() {',
      ...commentLines(notices, '\t//'),
      ...body,
      `\trequest, err := http.NewRequest(${goString(request.method)}, ${goString(request.url)}, ${content.kind === 'none' ? 'nil' : 'body'})`,
      ...failOnError,
      ...request.headers.map(({ name, value }) =>
        name.toLowerCase() === 'host'
          ? `\trequest.Host = ${goString(value)}`
          : `\trequest.Header.Add(${goString(name)}, ${goString(value)})`,
      ),
      ...(content.kind === 'multipart'
        ? ['\trequest.Header.Set("Content-Type", form.FormDataContentType())']
        : []),
      ...(content.kind === 'file' ? ['\trequest.ContentLength = information.Size()'] : []),
      ...(auth.type === 'basic'
        ? [`\trequest.SetBasicAuth(${goString(auth.username)}, ${goString(auth.password)})`]
        : []),
      '',
      ...client.lines,
      `\tresponse, err := ${client.name}.Do(request)`,
      ...failOnError,
      '\tdefer response.Body.Close()',
      '',
      '\tcontent, err := io.ReadAll(response.Body)',
      ...failOnError,
      '\tfmt.Println(response.Status)',
      '\tfmt.Println(string(content))',
      '}',
    ],
    'tab',
  )
}

function clientLines(options: CodeOptionValues, imports: Set<string>) {
  if (options.followRedirects && options.timeoutMs <= 0) return { name: 'http.DefaultClient', lines: [] }
  if (options.timeoutMs > 0) imports.add('time')
  return {
    name: 'client',
    lines: [
      '\tclient := &http.Client{',
      ...(options.timeoutMs > 0 ? [`\t\tTimeout: ${options.timeoutMs} * time.Millisecond,`] : []),
      ...(options.followRedirects
        ? []
        : [
            '\t\tCheckRedirect: func(*http.Request, []*http.Request) error {',
            '\t\t\treturn http.ErrUseLastResponse',
            '\t\t},',
          ]),
      '\t}',
    ],
  }
}

function contentLines(content: CodeContent, imports: Set<string>): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text':
    case 'form': {
      imports.add('strings')
      const lines = stringLines(content.text, goString, ' +', '\t\t')
      const [first = '', ...rest] = lines
      const all = [`\tbody := strings.NewReader(${first}`, ...rest]
      return all.map((line, index) => (index === all.length - 1 ? `${line})` : line))
    }
    case 'file':
      imports.add('os')
      return [
        `\tbody, err := os.Open(${goString(content.filePath)})`,
        ...failOnError,
        '\tdefer body.Close()',
        '\tinformation, err := body.Stat()',
        ...failOnError,
      ]
    case 'multipart':
      imports.add('bytes').add('mime/multipart').add('net/textproto')
      if (content.parts.some(part => part.kind === 'file')) imports.add('os')
      return [
        '\tbody := &bytes.Buffer{}',
        '\tform := multipart.NewWriter(body)',
        ...content.parts.flatMap(partLines),
        '\tif err := form.Close(); err != nil {',
        '\t\tlog.Fatal(err)',
        '\t}',
      ]
  }
}

/** Writes each part in its own block, so that variable names can be reused. */
function partLines(part: CodePart): readonly string[] {
  const failInBlock = failOnError.map(line => `\t${line}`)
  const type = part.contentType === null ? [] : [`\t\t\t"Content-Type": {${goString(part.contentType)}},`]
  return [
    '\t{',
    '\t\tpart, err := form.CreatePart(textproto.MIMEHeader{',
    `\t\t\t"Content-Disposition": {${goString(partDisposition(part))}},`,
    ...type,
    '\t\t})',
    ...failInBlock,
    ...(part.kind === 'text'
      ? [
          `\t\tif _, err := io.WriteString(part, ${goString(part.value)}); err != nil {`,
          '\t\t\tlog.Fatal(err)',
          '\t\t}',
        ]
      : [
          `\t\tfile, err := os.Open(${goString(part.filePath)})`,
          ...failInBlock,
          '\t\tdefer file.Close()',
          '\t\tif _, err := io.Copy(part, file); err != nil {',
          '\t\t\tlog.Fatal(err)',
          '\t\t}',
        ]),
    '\t}',
  ]
}
