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
  escapePartName,
  isAscii,
  stringLines,
  unsupportedAuth,
  urlNotices,
} from '../code-text.ts'
import { rustString } from '../literals/string-literals.ts'

/** Rust with reqwest. */
export const rustReqwestTarget: CodeTarget = {
  language: 'Rust',
  library: 'reqwest',
  highlight: 'rust',
  options: [followRedirectsOption, timeoutOption, indentationOption('spaces4')],
  generate,
}

function generate(request: CodeRequest, options: CodeOptionValues): string {
  const { content, auth, headers } = request
  const notices = [...request.notices, ...urlNotices(request, 'reqwest', ['quote', 'dots'])]
  if (auth.type !== 'none' && auth.type !== 'basic') notices.push(unsupportedAuth(auth.type, 'reqwest'))
  if (hasQuotedFileName(content))
    notices.push('reqwest writes a backslash before quotes and backslashes in the names of files.')
  const features = content.kind === 'multipart' ? ' --features multipart' : ''
  const known = knownCall(request.method, request.url)
  return codeText(
    [
      `// cargo add reqwest${features}`,
      '// cargo add tokio --features full',
      ...(content.kind === 'multipart' ? ['use reqwest::multipart::{Form, Part};'] : []),
      `use reqwest::${known.needsMethod ? '{Client, Method}' : 'Client'};`,
      ...(options.timeoutMs > 0 ? ['use std::time::Duration;'] : []),
      '',
      '#[tokio::main]',
      'async fn main() -> Result<(), Box<dyn std::error::Error>> {',
      ...commentLines(notices, '\t//'),
      ...(options.followRedirects
        ? ['\tlet client = Client::new();']
        : [
            '\tlet client = Client::builder()',
            '\t\t.redirect(reqwest::redirect::Policy::none())',
            '\t\t.build()?;',
          ]),
      ...formLines(content),
      '\tlet response = client',
      `\t\t${known.call}`,
      ...(options.timeoutMs > 0 ? [`\t\t.timeout(Duration::from_millis(${options.timeoutMs}))`] : []),
      ...headers.map(({ name, value }) => `\t\t.header(${rustString(name)}, ${headerValue(value)})`),
      ...(auth.type === 'basic'
        ? [`\t\t.basic_auth(${rustString(auth.username)}, Some(${rustString(auth.password)}))`]
        : []),
      ...bodyLines(content),
      '\t\t.send()',
      '\t\t.await?;',
      '',
      '\tprintln!("{}", response.status());',
      '\tprintln!("{}", response.text().await?);',
      '\tOk(())',
      '}',
    ],
    options.indentation,
  )
}

const functions = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
const constants = new Set(['OPTIONS', 'CONNECT', 'TRACE'])

function knownCall(method: string, url: string): { readonly call: string; readonly needsMethod: boolean } {
  const address = rustString(url)
  if (functions.has(method)) return { call: `.${method.toLowerCase()}(${address})`, needsMethod: false }
  const value = constants.has(method)
    ? `Method::${method}`
    : `Method::from_bytes(${rustString(method)}.as_bytes())?`
  return { call: `.request(${value}, ${address})`, needsMethod: true }
}

/** Encodes a value: reqwest accepts text only as ASCII; Parley and most servers use UTF-8. */
function headerValue(value: string): string {
  return isAscii(value) ? rustString(value) : `${rustString(value)}.as_bytes()`
}

function bodyLines(content: CodeContent): readonly string[] {
  switch (content.kind) {
    case 'none':
      return []
    case 'text':
    case 'form': {
      const lines = stringLines(content.text, rustString, ',', '\t\t\t')
      return lines.length === 1
        ? [`\t\t.body(${lines[0]})`]
        : ['\t\t.body(concat!(', `\t\t\t${lines[0]}`, ...lines.slice(1), '\t\t))']
    }
    case 'file':
      return [`\t\t.body(tokio::fs::read(${rustString(content.filePath)}).await?)`]
    case 'multipart':
      return ['\t\t.multipart(form)']
  }
}

function formLines(content: CodeContent): readonly string[] {
  if (content.kind !== 'multipart') return []
  const lines = [
    '\tlet form = Form::new()',
    // By default reqwest writes such names as `name*=`, which servers do not read.
    ...(content.parts.some(part => !/^[\w.-]*$/.test(part.name)) ? ['\t\t.percent_encode_noop()'] : []),
    ...content.parts.flatMap(partLines),
  ]
  return lines.map((line, index) => (index === lines.length - 1 ? `${line};` : line))
}

function partLines(part: CodePart): readonly string[] {
  const name = rustString(escapePartName(part.name))
  if (part.kind === 'text' && part.contentType === null)
    return [`\t\t.text(${name}, ${rustString(part.value)})`]
  const type = part.contentType === null ? '' : `.mime_str(${rustString(part.contentType)})?`
  const source =
    part.kind === 'text'
      ? `Part::text(${rustString(part.value)})`
      : `Part::bytes(tokio::fs::read(${rustString(part.filePath)}).await?).file_name(${rustString(part.fileName)})`
  return ['\t\t.part(', `\t\t\t${name},`, `\t\t\t${source}${type},`, '\t\t)']
}

function hasQuotedFileName(content: CodeContent): boolean {
  return (
    content.kind === 'multipart' &&
    content.parts.some(part => part.kind === 'file' && /["\\]/.test(part.fileName))
  )
}
