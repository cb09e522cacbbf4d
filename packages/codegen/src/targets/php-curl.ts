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
  partDisposition,
  stringLines,
  unsupportedAuth,
  urlNotices,
  withoutHeadContent,
} from '../code-text.ts'
import { phpString } from '../literals/string-literals.ts'

/** PHP with its cURL extension (behaviour 4.2). */
export const phpCurlTarget: CodeTarget = {
  language: 'PHP',
  library: 'cURL',
  highlight: 'php',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces4')],
  generate,
}

function generate(whole: CodeRequest, options: CodeOptionValues): string {
  const request = withoutHeadContent(whole, 'PHP')
  const { method, content, auth } = request
  const notices = [
    ...request.notices,
    ...(request.auth.type === 'digest' ? urlNotices(request, 'PHP', ['emptyQuery']) : []),
  ]
  if (auth.type === 'signatureV4') notices.push(unsupportedAuth(auth.type, 'PHP'))
  const isPlain = content.kind !== 'multipart' || isPlainForm(content.parts)
  const headers = [
    ...request.headers.map(({ name, value }) => phpString(value === '' ? `${name};` : `${name}: ${value}`)),
    ...(isPlain ? [] : ["'Content-Type: multipart/form-data; boundary=' . $boundary"]),
  ]
  return codeText(
    [
      '<?php',
      '',
      ...commentLines(notices, '//'),
      ...(content.kind === 'multipart' && !isPlain ? writtenForm(content.parts) : []),
      '$curl = curl_init();',
      'curl_setopt_array($curl, [',
      `\tCURLOPT_URL => ${phpString(request.url)},`,
      '\tCURLOPT_RETURNTRANSFER => true,',
      ...(method === 'HEAD' ? ['\tCURLOPT_NOBODY => true,'] : []),
      ...(method === 'GET' && content.kind === 'none'
        ? []
        : method === 'HEAD'
          ? []
          : [`\tCURLOPT_CUSTOMREQUEST => ${phpString(method)},`]),
      ...(/\/\.\.?(?:[/?]|$)/.test(request.url) ? ['\tCURLOPT_PATH_AS_IS => true,'] : []),
      ...(options.followRedirects ? ['\tCURLOPT_FOLLOWLOCATION => true,'] : []),
      ...(options.timeoutMs > 0 ? [`\tCURLOPT_TIMEOUT_MS => ${options.timeoutMs},`] : []),
      ...authLines(request),
      ...(headers.length === 0
        ? []
        : ['\tCURLOPT_HTTPHEADER => [', ...headers.map(header => `\t\t${header},`), '\t],']),
      ...contentLines(content, isPlain),
      ']);',
      '',
      '$response = curl_exec($curl);',
      'if ($response === false) {',
      '\tthrow new RuntimeException(curl_error($curl));',
      '}',
      '',
      'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\\n";',
      'echo $response, "\\n";',
    ],
    options.indentation,
  )
}

function authLines({ auth }: CodeRequest): readonly string[] {
  if (auth.type === 'none' || auth.type === 'signatureV4') return []
  return [
    `\tCURLOPT_HTTPAUTH => CURLAUTH_${auth.type.toUpperCase()},`,
    `\tCURLOPT_USERPWD => ${phpString(`${auth.username}:${auth.password}`)},`,
  ]
}

/** Returns whether an array can express the form: it has one value per name, and no type for a text. */
function isPlainForm(parts: readonly CodePart[]): boolean {
  const names = new Set(parts.map(part => part.name))
  return names.size === parts.length && parts.every(part => part.kind === 'file' || part.contentType === null)
}

function contentLines(content: CodeContent, isPlain: boolean): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text':
    case 'form': {
      const [first = '', ...rest] = stringLines(content.text, phpString, '', '\t\t. ')
      const lines = [`\tCURLOPT_POSTFIELDS => ${first}`, ...rest]
      return lines.map((line, index) => (index === lines.length - 1 ? `${line},` : line))
    }
    case 'file':
      return [`\tCURLOPT_POSTFIELDS => file_get_contents(${phpString(content.filePath)}),`]
    case 'multipart':
      return isPlain
        ? ['\tCURLOPT_POSTFIELDS => [', ...content.parts.map(entryLine), '\t],']
        : ['\tCURLOPT_POSTFIELDS => $body,']
  }
}

function entryLine(part: CodePart): string {
  const value =
    part.kind === 'text'
      ? phpString(part.value)
      : `new CURLFile(${[part.filePath, part.contentType, part.fileName].map(phpString).join(', ')})`
  return `\t\t${phpString(part.name)} => ${value},`
}

function writtenForm(parts: readonly CodePart[]): readonly string[] {
  return [
    '$boundary = bin2hex(random_bytes(16));',
    "$body = '';",
    ...parts.flatMap(part => {
      const type = part.contentType === null ? '' : `Content-Type: ${part.contentType}\r\n`
      const head = `\r\nContent-Disposition: ${partDisposition(part)}\r\n${type}\r\n`
      return [
        `$body .= '--' . $boundary . ${phpString(head)};`,
        `$body .= ${part.kind === 'text' ? phpString(part.value) : `file_get_contents(${phpString(part.filePath)})`} . "\\r\\n";`,
      ]
    }),
    '$body .= \'--\' . $boundary . "--\\r\\n";',
    '',
  ]
}
