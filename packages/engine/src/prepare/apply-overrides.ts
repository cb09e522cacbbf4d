import type { HeaderField, Notice } from '@parley/model'
import type { ContentPart } from '../basics/content-part.ts'
import { bytesOf, toHex, utf8 } from '../basics/hashing.ts'
import { contentLengthBytes } from './message/content-length-bytes.ts'
import { expectsContent, userAgent } from './message/message-fields.ts'
import type {
  AuthorizedMessage,
  MessageHeader,
  OutboundMessage,
  SignedParts,
} from './message/outbound-message.ts'
import type { MessageOverrides, ScriptOutcome } from './scripts/script-outcome.ts'

/**
 * Stage 6: applies the edits of scripts after authorization, so that they go out exactly as set (behaviour 4.8), and
 * adds the notes on scripts to the notices.
 */
export function applyOverrides(
  authorized: AuthorizedMessage,
  { overrides: edits, notes = [] }: Pick<ScriptOutcome, 'overrides' | 'notes'>,
): OutboundMessage {
  return edited({ ...authorized, notices: [...authorized.notices, ...notes] }, edits)
}

function edited(authorized: AuthorizedMessage, overrides: MessageOverrides): OutboundMessage {
  const method = overrides.method ?? authorized.method
  const content =
    overrides.content === null
      ? authorized.content
      : [{ kind: 'bytes' as const, bytes: new TextEncoder().encode(overrides.content.text) }]
  const fields = overrides.setHeaders
    .map(byScript)
    .reduce(withField, withoutFields(authorized.headers, overrides.deletedHeaders))
  const typed = withContentType(fields, overrides.content?.mediaType ?? null)
  const needsLength = overrides.content !== null || (overrides.method !== null && expectsContent(method))
  const headers = needsLength ? withContentLength(typed, contentLengthBytes(content)) : typed
  const { signed, ...message } = authorized
  const isOwnAuthorization = [...overrides.setHeaders.map(field => field.name), ...overrides.deletedHeaders]
    .map(name => name.toLowerCase())
    .includes('authorization')
  return {
    ...message,
    stage: 'outbound',
    method,
    content,
    headers,
    gateFacts: overrides.content === null ? authorized.gateFacts : { ...authorized.gateFacts, inContent: [] },
    notices: [
      ...authorized.notices,
      ...(signed === null || isOwnAuthorization ? [] : outdatedSignature(authorized, signed, overrides)),
    ],
    answerResponse: isOwnAuthorization ? null : authorized.answerResponse,
  }
}

/** Returns a notice that lists the signed parts that a script has changed since (behaviour 5.1). */
function outdatedSignature(
  { method, content }: Pick<AuthorizedMessage, 'method' | 'content'>,
  signed: SignedParts,
  overrides: MessageOverrides,
): readonly Notice[] {
  const changed = [...overrides.setHeaders.map(field => field.name), ...overrides.deletedHeaders]
  const names = [
    ...(overrides.method === null || overrides.method === method ? [] : ['method']),
    ...changed.filter(name => signed.headerNames.has(name.toLowerCase())),
    ...(overrides.content !== null && signed.content && !isText(content, overrides.content.text)
      ? ['body']
      : []),
  ]
  return names.length === 0 ? [] : [{ code: 'SIGNATURE_OUTDATED', names: [...new Set(names)] }]
}

function isText(content: readonly ContentPart[], text: string): boolean {
  const bytes = bytesOf(content)
  return bytes !== null && toHex(bytes) === toHex(utf8(text))
}

function byScript(field: HeaderField): MessageHeader {
  return { ...field, writtenBy: 'script' }
}

const isNamed = (name: string) => (field: HeaderField) => field.name.toLowerCase() === name.toLowerCase()

/** Every request has a User-Agent (behaviour 2.1), so one that is deleted gives way to that of the product (behaviour, User-Agent). */
function withoutFields(fields: readonly MessageHeader[], names: readonly string[]): readonly MessageHeader[] {
  const gone = new Set(names.map(name => name.toLowerCase()))
  if (gone.size === 0) return fields
  const kept = gone.delete('user-agent')
    ? withField(fields, { name: 'User-Agent', value: userAgent })
    : fields
  return kept.filter(field => !gone.has(field.name.toLowerCase()))
}

/** Replaces all fields of the name with one, in the place of the first; without one, adds it at the end. */
function withField(fields: readonly MessageHeader[], added: MessageHeader): readonly MessageHeader[] {
  const at = fields.findIndex(isNamed(added.name))
  if (at === -1) return [...fields, added]
  const others = fields.filter((field, index) => index === at || !isNamed(added.name)(field))
  return others.map(field => (isNamed(added.name)(field) ? added : field))
}

function withContentType(
  fields: readonly MessageHeader[],
  mediaType: string | null,
): readonly MessageHeader[] {
  if (mediaType === null || fields.some(isNamed('Content-Type'))) return fields
  return [...fields, { name: 'Content-Type', value: mediaType }]
}

/** Exactly one of Content-Length and Transfer-Encoding frames content (behaviour, Framing). */
function withContentLength(fields: readonly MessageHeader[], lengthBytes: number): readonly MessageHeader[] {
  if (fields.some(isNamed('Transfer-Encoding'))) return fields
  return withField(fields, { name: 'Content-Length', value: String(lengthBytes) })
}
