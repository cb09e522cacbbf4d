import {
  type ContentPart,
  type EnginePorts,
  fillStrings,
  type MessageHeader,
  maskMessage,
  type RequestContext,
  type ShownMessage,
} from '@parley/engine'
import {
  authShortName,
  failed,
  type HeaderField,
  type HttpRequest,
  type Notice,
  ok,
  type Result,
  type SendFailure,
} from '@parley/model'
import type { CodePorts } from './code-ports.ts'
import { Placeholders } from './placeholders.ts'
import { basicOf, type PreparedWithNames, prepareWithNames } from './prepare-code.ts'

/**
 * A request as it would go out, with `{{name}}` in place of each secret variable and each name without a value, and dots in place
 * of each other credential.
 */
export interface OutgoingRequest {
  readonly method: string
  /** The version that it is sure to be sent with; HTTP/1.1 where the server decides. */
  readonly httpVersion: '1.1' | '2'
  /** The URL as sent. */
  readonly url: string
  /** Path and query as in the request line. */
  readonly pathAndQuery: string
  /** In the order in which they are sent. */
  readonly headers: readonly HeaderField[]
  readonly content: readonly OutgoingContent[]
  /** The messages of a gRPC call, as JSON texts. */
  readonly messages: readonly string[]
  /** The names that no scope knows. */
  readonly unknownNames: readonly string[]
  /** The names of secrets that have no value on this computer. */
  readonly missingSecrets: readonly string[]
  /** Whether scripts would run first. */
  readonly hasScripts: boolean
  /** What a send would note. */
  readonly notices: readonly Notice[]
  /** Sentences about what is known only when the request is sent. */
  readonly notes: readonly string[]
}

/** A piece of the content. */
export type OutgoingContent =
  | { readonly kind: 'text'; readonly text: string }
  /** Bytes that are no text in UTF-8. */
  | { readonly kind: 'bytes'; readonly lengthBytes: number }
  | { readonly kind: 'file'; readonly filePath: string; readonly lengthBytes: number }

/**
 * Prepares a request with the preparation of a send, and sends nothing: no script runs, no token is fetched, and of files
 * only the length is read. It fails like a send.
 */
export async function prepareOutgoing(
  request: HttpRequest,
  context: RequestContext,
  ports: CodePorts & Pick<EnginePorts, 'files'>,
): Promise<Result<OutgoingRequest, SendFailure>> {
  const placeholders = new Placeholders(ports.random)
  const choices = { includesAuth: true, fillsVariables: true, fillsGaps: false }
  const facts = { context, ports, choices, placeholders }
  const named = (text: string) => placeholders.named(text)
  const answer = await prepareWithNames(request, facts, { sendsHashFirst: true, files: ports.files })
  if (!answer.ok) return failed(fillStrings(answer.failure, { fill: named }))
  const { prepared, asked } = answer.value
  const { message } = prepared
  const content = message.content.flatMap(part => contentOf(part, named))
  const isLengthKnown = !placeholders.areIn(message.content.map(textOf))
  const shown = maskMessage(message, secret => isOfNames(named(secret)))
  const headers = headersOf(answer.value, shown, named, isLengthKnown)
  const { scopes, settings } = prepared.resolved
  const secrets = new Set(scopes.flatMap(scope => [...(scope.secretNames ?? [])]))
  const texts = [message.target.targetUri, message.headers, message.content.map(textOf)]
  const names = placeholders.namesIn(texts)
  return ok({
    httpVersion: message.gateFacts.way === 'grpc' || settings.httpVersion === '2' ? '2' : '1.1',
    unknownNames: names.filter(name => !secrets.has(name) && !asked.has(name)),
    missingSecrets: names.filter(
      name => secrets.has(name) && !scopes.some(({ values }) => (values.get(name)?.text ?? '') !== ''),
    ),
    hasScripts: prepared.resolved.scripts.some(({ scripts }) => scripts.preRequest.trim() !== ''),
    notices: prepared.rendered.notices,
    method: named(message.method),
    url: named(uriOf(answer.value, shown)),
    pathAndQuery: named(shown.pathAndQuery),
    headers,
    content,
    messages: (prepared.rendered.messages ?? []).map(named),
    notes: [
      ...authNotes(answer.value),
      ...(isLengthKnown ? [] : ['Content-Length is counted when the names in the body have their values.']),
    ],
  })
}

function uriOf({ opened }: Pick<PreparedWithNames, 'opened'>, { targetUri }: ShownMessage): string {
  return opened.origin === null ? targetUri : opened.origin.restore(targetUri)
}

function headersOf(
  { prepared, schemes, opened }: PreparedWithNames,
  shown: ShownMessage,
  named: (text: string) => string,
  isLengthKnown: boolean,
): readonly HeaderField[] {
  const host = opened.origin === null ? null : hostOf(uriOf({ opened }, shown))
  return prepared.message.headers.flatMap((field, at) => {
    const isLength = field.name.toLowerCase() === 'content-length'
    if (schemes.describedBy(field) !== null || (isLength && !isLengthKnown)) return []
    const masked = shown.headers[at]?.value ?? ''
    return [{ name: named(field.name), value: named(shownValue(field, masked, named, host)) }]
  })
}

/** Whether a text is nothing but names, which say nothing of the values. */
const isOfNames = (text: string): boolean => text === '' || /^(?:\{\{[^{}]+\}\})+$/.test(text)

const hostOf = (uri: string): string => /^(?:[^/?#:]*:\/\/)?([^/?#]*)/.exec(uri)?.[1] ?? ''

/** Returns the value of a field with its credentials masked; what generated ones are made of if that is names. */
function shownValue(
  field: MessageHeader,
  masked: string,
  named: (text: string) => string,
  openHost: string | null,
): string {
  if (field.writtenBy === undefined && field.name === 'Host' && openHost !== null) return openHost
  const basic = basicOf(field)
  return basic?.type === 'basic' && isOfNames(named(basic.password))
    ? `Basic base64(${basic.username}:${basic.password})`
    : masked
}

function contentOf(part: ContentPart, named: (text: string) => string): readonly OutgoingContent[] {
  if (part.kind === 'stream') return []
  if (part.kind === 'file') return [{ ...part }]
  const text = textOf(part)
  return text === null
    ? [{ kind: 'bytes', lengthBytes: part.bytes.byteLength }]
    : [{ kind: 'text', text: named(text) }]
}

/** Returns null for what is no text. */
function textOf(part: ContentPart): string | null {
  if (part.kind !== 'bytes') return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(part.bytes)
  } catch {
    return null
  }
}

/** Says what the schemes of authorization do only with a server. */
function authNotes({ prepared, schemes, asked }: PreparedWithNames): readonly string[] {
  const { auth } = prepared.rendered
  if (asked.has('accessToken')) return ['{{accessToken}} stands for the token, which a send fetches.']
  const isDescribed = prepared.message.headers.some(field => schemes.describedBy(field) !== null)
  if (!isDescribed && schemes.notices.length === 0) return []
  return [`The ${authShortName(auth.type)} authorization is computed when the request is sent.`]
}
