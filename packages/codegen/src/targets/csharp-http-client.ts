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
} from '../code-text.ts'
import { csharpString } from '../literals/string-literals.ts'

/** C# with HttpClient (behaviour 4.2). */
export const csharpHttpClientTarget: CodeTarget = {
  language: 'C#',
  library: 'HttpClient',
  highlight: 'csharp',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces4')],
  generate,
}

/** Headers that belong to the content object. */
const contentHeaders = /^(?:content-.*|allow|expires|last-modified)$/i

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { content, auth } = request
  const notices = [
    ...request.notices,
    ...urlNotices(request, 'HttpClient', ['escape', 'quote', 'bracket', 'dots']),
  ]
  if (auth.type !== 'none' && auth.type !== 'basic') notices.push(unsupportedAuth(auth.type, 'HttpClient'))
  const { headers, notices: ofHeaders } = onlyAsciiHeaders(request.headers, 'HttpClient')
  notices.push(...frameworkNotices(request), ...ofHeaders)
  const usings = new Set(['System', 'System.Net.Http', 'System.Threading.Tasks'])
  const body = contentLines(content, usings)
  const ofContent = headers.filter(field => contentHeaders.test(field.name))
  const ofRequest = headers.filter(field => !contentHeaders.test(field.name))
  if (auth.type === 'basic') usings.add('System.Text')
  const client = options.followRedirects
    ? 'new HttpClient()'
    : 'new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })'
  return codeText(
    [
      ...[...usings].sort().map(name => `using ${name};`),
      '',
      'class Program',
      '{',
      '\tstatic async Task Main()',
      '\t{',
      ...commentLines(notices, '\t\t//'),
      `\t\tvar client = ${client};`,
      ...(options.timeoutMs > 0
        ? [`\t\tclient.Timeout = TimeSpan.FromMilliseconds(${options.timeoutMs});`]
        : []),
      '',
      `\t\tvar request = new HttpRequestMessage(${methodOf(request.method)}, ${csharpString(request.url)});`,
      ...ofRequest.map(
        ({ name, value }) =>
          `\t\trequest.Headers.TryAddWithoutValidation(${csharpString(name)}, ${csharpString(value)});`,
      ),
      ...(auth.type === 'basic'
        ? [
            `\t\tvar credentials = Convert.ToBase64String(Encoding.UTF8.GetBytes(${csharpString(`${auth.username}:${auth.password}`)}));`,
            '\t\trequest.Headers.TryAddWithoutValidation("Authorization", "Basic " + credentials);',
          ]
        : []),
      ...body,
      ...(content.kind === 'none'
        ? []
        : ofContent.map(
            ({ name, value }) =>
              `\t\trequest.Content.Headers.TryAddWithoutValidation(${csharpString(name)}, ${csharpString(value)});`,
          )),
      '',
      '\t\tvar response = await client.SendAsync(request);',
      '\t\tConsole.WriteLine((int)response.StatusCode);',
      '\t\tConsole.WriteLine(await response.Content.ReadAsStringAsync());',
      '\t}',
      '}',
    ],
    options.indentation,
  )
}

/** Returns notices for what .NET Framework and Mono do differently from later versions of .NET. */
function frameworkNotices({ method, content, headers }: CodeRequest): readonly string[] {
  const older = 'HttpClient of .NET Framework and Mono'
  return [
    ...((method === 'GET' || method === 'HEAD') && content.kind !== 'none'
      ? [`${older} sends no content with ${method}.`]
      : []),
    ...headers
      .filter(({ value }) => value === '')
      .map(({ name }) => `${older} leaves out the header ${name}, which has no value.`),
  ]
}

const knownMethods: ReadonlyMap<string, string> = new Map([
  ['GET', 'Get'],
  ['POST', 'Post'],
  ['PUT', 'Put'],
  ['DELETE', 'Delete'],
  ['HEAD', 'Head'],
  ['OPTIONS', 'Options'],
])

function methodOf(method: string): string {
  const known = knownMethods.get(method)
  return known ? `HttpMethod.${known}` : `new HttpMethod(${csharpString(method)})`
}

function contentLines(content: CodeContent, usings: Set<string>): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text':
    case 'form': {
      usings.add('System.Text')
      const [first = '', ...rest] = stringLines(content.text, csharpString, '', '\t\t\t+ ')
      const lines = [`\t\trequest.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(${first}`, ...rest]
      return lines.map((line, index) => (index === lines.length - 1 ? `${line}));` : line))
    }
    case 'file':
      usings.add('System.IO')
      return [`\t\trequest.Content = new StreamContent(File.OpenRead(${csharpString(content.filePath)}));`]
    case 'multipart':
      if (content.parts.some(part => part.kind === 'text')) usings.add('System.Text')
      if (content.parts.some(part => part.kind === 'file')) usings.add('System.IO')
      return [
        '\t\tvar form = new MultipartContent("form-data");',
        ...content.parts.flatMap((part, index) => partLines(part, `part${index + 1}`)),
        '\t\trequest.Content = form;',
      ]
  }
}

function partLines(part: CodePart, name: string): readonly string[] {
  const content =
    part.kind === 'text'
      ? `new ByteArrayContent(Encoding.UTF8.GetBytes(${csharpString(part.value)}))`
      : `new StreamContent(File.OpenRead(${csharpString(part.filePath)}))`
  const add = (header: string, value: string) =>
    `\t\t${name}.Headers.TryAddWithoutValidation("${header}", ${csharpString(value)});`
  return [
    `\t\tvar ${name} = ${content};`,
    add('Content-Disposition', partDisposition(part)),
    ...(part.contentType === null ? [] : [add('Content-Type', part.contentType)]),
    `\t\tform.Add(${name});`,
  ]
}
