import type { HeaderField } from '@parley/model'
import type { CodeContent, CodePart, CodeRequest } from '../code-request.ts'
import {
  type CodeOptionValues,
  type CodeTarget,
  followRedirectsOption,
  indentationOption,
  timeoutOption,
} from '../code-target.ts'
import { codeText, commentLines, isAscii, stringLines, unsupportedAuth, urlNotices } from '../code-text.ts'
import { kotlinString } from '../literals/string-literals.ts'

/** Kotlin with OkHttp, version 4 and later. */
export const kotlinOkHttpTarget: CodeTarget = {
  language: 'Kotlin',
  library: 'OkHttp',
  highlight: 'kotlin',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces4')],
  generate,
}

/** Methods that OkHttp sends only with content (its HttpMethod.requiresRequestBody). */
const methodsWithContent = new Set(['POST', 'PUT', 'PATCH', 'PROPPATCH', 'QUERY', 'REPORT'])

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { auth, method } = request
  const notices = [...request.notices, ...urlNotices(request, 'OkHttp', ['escape', 'quote', 'dots'])]
  if (auth.type !== 'none' && auth.type !== 'basic') notices.push(unsupportedAuth(auth.type, 'OkHttp'))
  const content = sendable(request, notices)
  const imports = new Set(['java.time.Duration', 'okhttp3.OkHttpClient', 'okhttp3.Request'])
  if (auth.type === 'basic') imports.add('okhttp3.Credentials')
  const isPlain = request.headers.every(({ value }) => isAscii(value))
  if (!isPlain && request.headers.length > 0) imports.add('okhttp3.Headers')
  const call = methodCall(method, content)
  const before = contentLines(content, imports)
  if (call.includes('ByteArray(0)')) imports.add('okhttp3.RequestBody.Companion.toRequestBody')
  return codeText(
    [
      ...[...imports].sort().map(name => `import ${name}`),
      '',
      'fun main() {',
      ...commentLines(notices, '\t//'),
      '\tval client = OkHttpClient.Builder()',
      // The default is ten seconds.
      '\t\t.readTimeout(Duration.ZERO)',
      ...(options.timeoutMs > 0 ? [`\t\t.callTimeout(Duration.ofMillis(${options.timeoutMs}))`] : []),
      ...(options.followRedirects ? [] : ['\t\t.followRedirects(false)']),
      '\t\t.build()',
      ...before,
      ...(isPlain ? [] : headerVariable(request.headers)),
      '\tval request = Request.Builder()',
      `\t\t.url(${kotlinString(request.url)})`,
      ...(isPlain
        ? request.headers.map(
            ({ name, value }) => `\t\t.addHeader(${kotlinString(name)}, ${kotlinString(value)})`,
          )
        : ['\t\t.headers(headers)']),
      ...(auth.type === 'basic'
        ? [
            `\t\t.addHeader("Authorization", Credentials.basic(${kotlinString(auth.username)}, ${kotlinString(auth.password)}, Charsets.UTF_8))`,
          ]
        : []),
      ...(call === '' ? [] : [`\t\t${call}`]),
      '\t\t.build()',
      '',
      '\tclient.newCall(request).execute().use { response ->',
      '\t\tprintln(response.code)',
      '\t\tprintln(response.body?.string())',
      '\t}',
      '}',
    ],
    options.indentation,
  )
}

/** Removes content that OkHttp refuses, with a notice. */
function sendable({ method, content }: CodeRequest, notices: string[]): CodeContent {
  if ((method === 'GET' || method === 'HEAD') && content.kind !== 'none') {
    notices.push(`OkHttp sends no content with ${method}.`)
    return { kind: 'none' }
  }
  if (content.kind === 'multipart' && content.parts.length === 0) {
    notices.push('OkHttp sends no form without parts.')
    return { kind: 'none' }
  }
  return content
}

function methodCall(method: string, content: CodeContent): string {
  const body =
    content.kind === 'none'
      ? methodsWithContent.has(method)
        ? 'ByteArray(0).toRequestBody()'
        : null
      : 'body'
  if (method === 'GET') return ''
  if (method === 'HEAD') return '.head()'
  if (method === 'DELETE' && body === null) return '.delete()'
  if (body !== null && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    return `.${method.toLowerCase()}(${body})`
  return `.method(${kotlinString(method)}, ${body})`
}

/** `addHeader` accepts only ASCII; Parley and most servers use UTF-8. */
function headerVariable(headers: readonly HeaderField[]): readonly string[] {
  return [
    '\tval headers = Headers.Builder()',
    ...headers.map(
      ({ name, value }) =>
        `\t\t.${isAscii(value) ? 'add' : 'addUnsafeNonAscii'}(${kotlinString(name)}, ${kotlinString(value)})`,
    ),
    '\t\t.build()',
  ]
}

function contentLines(content: CodeContent, imports: Set<string>): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text':
    case 'form': {
      imports.add('okhttp3.RequestBody.Companion.toRequestBody')
      const lines = stringLines(content.text, kotlinString, ' +', '\t\t')
      return lines.length === 1
        ? [`\tval body = ${lines[0]}.toRequestBody()`]
        : [`\tval text = ${lines[0]}`, ...lines.slice(1), '\tval body = text.toRequestBody()']
    }
    case 'file':
      imports.add('java.io.File').add('okhttp3.RequestBody.Companion.asRequestBody')
      return [`\tval body = File(${kotlinString(content.filePath)}).asRequestBody()`]
    case 'multipart':
      imports.add('okhttp3.MultipartBody')
      return [
        '\tval body = MultipartBody.Builder()',
        '\t\t.setType(MultipartBody.FORM)',
        ...content.parts.map(part => `\t\t.addFormDataPart(${partArguments(part, imports)})`),
        '\t\t.build()',
      ]
  }
}

function partArguments(part: CodePart, imports: Set<string>): string {
  const name = kotlinString(part.name)
  if (part.kind === 'text' && part.contentType === null) return `${name}, ${kotlinString(part.value)}`
  imports.add('okhttp3.MediaType.Companion.toMediaType')
  const type = `${kotlinString(part.contentType ?? '')}.toMediaType()`
  if (part.kind === 'file') {
    imports.add('java.io.File').add('okhttp3.RequestBody.Companion.asRequestBody')
    return `${name}, ${kotlinString(part.fileName)}, File(${kotlinString(part.filePath)}).asRequestBody(${type})`
  }
  imports.add('okhttp3.RequestBody.Companion.toRequestBody')
  // OkHttp would add the charset to the type of a text.
  return `${name}, null, ${kotlinString(part.value)}.toByteArray().toRequestBody(${type})`
}
