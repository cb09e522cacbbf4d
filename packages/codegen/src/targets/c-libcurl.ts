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
  stringLines,
  unsupportedAuth,
  urlNotices,
  withoutHeadContent,
} from '../code-text.ts'
import { cString } from '../literals/string-literals.ts'

/** C with libcurl. */
export const cLibcurlTarget: CodeTarget = {
  language: 'C',
  library: 'libcurl',
  highlight: 'c',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces2')],
  generate,
}

function generate(whole: CodeRequest, options: CodeOptionValues): string {
  const request = withoutHeadContent(whole, 'libcurl')
  const { method, content, auth } = request
  const notices = [
    ...request.notices,
    ...(request.auth.type === 'digest' ? urlNotices(request, 'libcurl', ['emptyQuery']) : []),
  ]
  if (auth.type === 'signatureV4') notices.push(unsupportedAuth(auth.type, 'libcurl'))
  const isHead = method === 'HEAD'
  return codeText(
    [
      '#include <stdio.h>',
      '#include <curl/curl.h>',
      '',
      ...commentLines(notices, '//'),
      'int main(void) {',
      '\tCURL *curl = curl_easy_init();',
      '\tif (curl == NULL) return 1;',
      `\t${setOption('URL', cString(request.url))}`,
      ...(isHead ? [`\t${setOption('NOBODY', '1L')}`] : []),
      ...(isHead || (method === 'GET' && content.kind === 'none')
        ? []
        : [`\t${setOption('CUSTOMREQUEST', cString(method))}`]),
      ...(/\/\.\.?(?:[/?]|$)/.test(request.url) ? [`\t${setOption('PATH_AS_IS', '1L')}`] : []),
      ...(options.followRedirects ? [`\t${setOption('FOLLOWLOCATION', '1L')}`] : []),
      ...(options.timeoutMs > 0 ? [`\t${setOption('TIMEOUT_MS', `${options.timeoutMs}L`)}`] : []),
      ...authLines(request),
      ...headerLines(request),
      ...contentLines(content),
      '',
      '\tCURLcode code = curl_easy_perform(curl);',
      '\tif (code != CURLE_OK) fprintf(stderr, "%s\\n", curl_easy_strerror(code));',
      '',
      ...(request.headers.length > 0 ? ['\tcurl_slist_free_all(headers);'] : []),
      ...(content.kind === 'multipart' ? ['\tcurl_mime_free(form);'] : []),
      ...(content.kind === 'file' ? ['\tfclose(file);'] : []),
      '\tcurl_easy_cleanup(curl);',
      '\treturn code == CURLE_OK ? 0 : 1;',
      '}',
    ],
    options.indentation,
  )
}

function setOption(name: string, value: string): string {
  return `curl_easy_setopt(curl, CURLOPT_${name}, ${value});`
}

function authLines({ auth }: CodeRequest): readonly string[] {
  if (auth.type === 'none' || auth.type === 'signatureV4') return []
  return [
    `\t${setOption('HTTPAUTH', `(long)CURLAUTH_${auth.type.toUpperCase()}`)}`,
    `\t${setOption('USERNAME', cString(auth.username))}`,
    `\t${setOption('PASSWORD', cString(auth.password))}`,
  ]
}

/** Writes headers; libcurl treats a field with a semicolon as one without a value. */
function headerLines({ headers }: CodeRequest): readonly string[] {
  if (headers.length === 0) return []
  return [
    '',
    '\tstruct curl_slist *headers = NULL;',
    ...headers.map(
      ({ name, value }) =>
        `\theaders = curl_slist_append(headers, ${cString(value === '' ? `${name};` : `${name}: ${value}`)});`,
    ),
    `\t${setOption('HTTPHEADER', 'headers')}`,
  ]
}

function contentLines(content: CodeContent): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text':
    case 'form': {
      const [first = '', ...rest] = stringLines(content.text, cString, '', '\t\t')
      const lines = [`\tstatic const char content[] = ${first}`, ...rest]
      return [
        '',
        ...lines.map((line, index) => (index === lines.length - 1 ? `${line};` : line)),
        `\t${setOption('POSTFIELDS', 'content')}`,
        `\t${setOption('POSTFIELDSIZE_LARGE', '(curl_off_t)(sizeof content - 1)')}`,
      ]
    }
    case 'file':
      return [
        '',
        `\tFILE *file = fopen(${cString(content.filePath)}, "rb");`,
        '\tif (file == NULL) return 1;',
        '\tfseek(file, 0, SEEK_END);',
        '\tlong size = ftell(file);',
        '\trewind(file);',
        `\t${setOption('UPLOAD', '1L')}`,
        `\t${setOption('READDATA', 'file')}`,
        `\t${setOption('INFILESIZE_LARGE', '(curl_off_t)size')}`,
      ]
    case 'multipart':
      return [
        '',
        '\tcurl_mime *form = curl_mime_init(curl);',
        ...(content.parts.length > 0 ? ['\tcurl_mimepart *part;'] : []),
        ...content.parts.flatMap(partLines),
        `\t${setOption('MIMEPOST', 'form')}`,
      ]
  }
}

function partLines(part: CodePart): readonly string[] {
  return [
    '\tpart = curl_mime_addpart(form);',
    `\tcurl_mime_name(part, ${cString(part.name)});`,
    ...(part.kind === 'text'
      ? [
          `\tcurl_mime_data(part, ${cString(part.value)}, ${new TextEncoder().encode(part.value).byteLength});`,
        ]
      : [
          `\tcurl_mime_filedata(part, ${cString(part.filePath)});`,
          `\tcurl_mime_filename(part, ${cString(part.fileName)});`,
        ]),
    ...(part.contentType === null ? [] : [`\tcurl_mime_type(part, ${cString(part.contentType)});`]),
  ]
}
