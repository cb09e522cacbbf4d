import type { CodeContent, CodeRequest } from '../../code-request.ts'
import { partDisposition } from '../../code-text.ts'
import type { LoadContent, LoadPart, LoadRequest } from './load-plan.ts'
import {
  type Encoding,
  encodeValue,
  graphQlEncoding,
  literalTemplate,
  type Template,
  templateOf,
} from './template.ts'

/** What the names and files of a request are. */
export interface RequestFacts {
  /** The names that are filled in; the others are sent as typed. */
  readonly known: ReadonlySet<string>
  readonly isGraphQl: boolean
  /** Whether its user is a client of OAuth 2.0, whose ID and secret are encoded before Basic (RFC 6749 §2.3.1). */
  readonly isTokenRequest: boolean
  readonly fileOf: (path: string) => string
  /** The name that has the token in place of `{{accessToken}}`; null: it is a name like others. */
  readonly tokenName: string | null
}

/** Converts the request that code sends for load tests. */
export function requestOfCode(
  { method, url, headers, content, auth }: CodeRequest,
  facts: RequestFacts,
): LoadRequest {
  const template = (text: string, encodingAt: (offset: number) => Encoding = () => 'plain') =>
    withToken(templateOf(text, facts.known, encodingAt), facts.tokenName)
  const user = (text: string) =>
    facts.isTokenRequest
      ? template(text, () => 'strict').map(piece =>
          typeof piece === 'string' ? encodeValue(piece, 'strict') : piece,
        )
      : template(text)
  return {
    method,
    url: template(url, () => 'url'),
    headers: headers.map(({ name, value }) => ({ name: template(name), value: template(value) })),
    basic: auth.type === 'basic' ? { username: user(auth.username), password: user(auth.password) } : null,
    content: contentOf(content, facts, template),
  }
}

function contentOf(
  content: CodeContent,
  { isGraphQl, fileOf }: RequestFacts,
  template: (text: string, encodingAt?: (offset: number) => Encoding) => Template,
): LoadContent {
  switch (content.kind) {
    case 'none':
      return content
    case 'text':
      return {
        kind: 'text',
        text: isGraphQl ? template(content.text, graphQlEncoding(content.text)) : template(content.text),
      }
    case 'form':
      return { kind: 'text', text: template(content.text, () => 'form') }
    case 'file':
      return { kind: 'file', file: fileOf(content.filePath) }
    case 'multipart':
      return {
        kind: 'multipart',
        parts: content.parts.map((part): LoadPart => {
          const type = part.contentType === null ? '' : `\r\nContent-Type: ${part.contentType}`
          const head = `Content-Disposition: ${partDisposition(part)}${type}`
          return part.kind === 'text'
            ? { head: template(head), text: template(part.value), file: null }
            : { head: literalTemplate(head), text: null, file: fileOf(part.filePath) }
        }),
      }
  }
}

function withToken(template: Template, tokenName: string | null): Template {
  if (tokenName === null) return template
  return template.map(piece =>
    typeof piece !== 'string' && piece.name === 'accessToken' ? { ...piece, name: tokenName } : piece,
  )
}
