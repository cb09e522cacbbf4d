import {
  type EffectiveAuth,
  failed,
  type HeaderField,
  type Notice,
  ok,
  type Result,
  type SendFailure,
} from '@parley/model'
import type { ContentPart } from '../../../basics/content-part.ts'
import { fromBase64 } from '../../../basics/text/base64.ts'
import type { TransportResult } from '../../ports/transport.ts'
import { preparationFailure } from '../../preparation-failure.ts'
import type { ExchangeOpening, RenderedRequest, RequestFrame } from '../../rendered-request.ts'
import type { EffectiveSettings } from '../../request-context.ts'
import { callFields } from './call-fields.ts'
import { callContentTypes } from './call-protocol.ts'
import { sentFrame } from './framing/frames.ts'
import { writtenFrame } from './framing/grpc-web.ts'
import type { GrpcCodec } from './grpc-codec.ts'
import { padded } from './grpc-status.ts'
import { grpcUrl } from './grpc-target.ts'
import type { RenderedCall } from './render-call.ts'

/** What makes one call: the types of its method, and its user. */
export interface GrpcCall {
  readonly codec: GrpcCodec
  /** Absent: its messages are sent together, and this side is ended. */
  readonly stream?: StreamedCall
  /** Whether a stream is received up to a bound, so that scripts run after it; absent: no. */
  readonly isBounded?: boolean
}

/** A gRPC call whose messages are sent one by one. */
export interface StreamedCall {
  /** Returns the content of a call that begins with these messages, or why one of them cannot be sent. */
  contentOf(texts: readonly string[]): Promise<Result<readonly ContentPart[], SendFailure>>
  /** Makes the call, and resolves when it has ended. */
  converse(opening: ExchangeOpening): Promise<TransportResult>
}

/** Returns the frame of a call: its URL, and its messages as content. */
export async function frameCall(
  rendered: RenderedRequest,
  call: RenderedCall,
  { codec, stream, isLive }: GrpcCall & { readonly isLive: boolean },
): Promise<Result<RequestFrame, SendFailure>> {
  const { marked } = rendered
  const fault = metadataFault(rendered.headers.filter(({ name }) => name !== ''))
  if (fault !== null) return failed(fault)
  const url = grpcUrl(rendered.url, codec.path)
  const markedUrl = marked.url === rendered.url ? url : grpcUrl(marked.url, codec.path)
  if (url === null || markedUrl === null) return refused('GRPC_SOCKET_FILE')
  // gRPC-Web is called as any other resource is.
  if (codec.protocol === 'grpc' && isInQuery(rendered.auth)) return refused('GRPC_AUTH_IN_QUERY')
  if (codec.protocol === 'grpc' && url.includes('?')) return refused('GRPC_QUERY')
  const parts = await (stream === undefined ? framesOf(call, codec) : stream.contentOf(call.messages))
  if (!parts.ok) return parts
  const isStreamed = parts.value.some(({ kind }) => kind === 'stream')
  const contentType = callContentTypes[codec.protocol]
  const notices = [...rendered.notices, ...noticesOf(codec)]
  return ok({
    rendered: { ...rendered, url, marked: { ...marked, url: markedUrl }, notices },
    schemes: ['grpc', 'grpcs'],
    content: async () => ok({ parts: parts.value, contentType, outline: { kind: 'none' } }),
    fields: callFields(call),
    // HTTP/1.1 has nothing but the length that says where content ends.
    isOpenEnded: call.protocol === 'grpc' || isStreamed,
    settings: settingsOfCall(call, stream !== undefined),
    way: codec.way,
    kindExchange: { isLive, ...(stream && { begin: opening => stream.converse(opening) }) },
  })
}

/** A definition may leave out any number of types. */
const mostNotes = 3

/** Returns the notice of what the definition leaves out. */
function noticesOf({ notes }: GrpcCodec): readonly Notice[] {
  if (notes.length === 0) return []
  const more = notes.length > mostNotes ? ` And ${notes.length - mostNotes} more.` : ''
  const text = `the definition of the service is incomplete: ${notes.slice(0, mostNotes).join(' ')}${more}`
  return [{ code: 'FAULTY_RESPONSE', text: text.slice(0, -1) }]
}

/**
 * Returns the settings that every call has.
 * @param isOpenEnded - whether the user says when its messages end; no other time than its deadline limits it then
 */
function settingsOfCall(
  { deadlineMs, protocol }: RenderedCall,
  isOpenEnded: boolean,
): Partial<EffectiveSettings> {
  return {
    ...(protocol === 'grpc' ? { httpVersion: '2' } : {}),
    followRedirects: false,
    ...(deadlineMs === 0 && !isOpenEnded ? {} : { timeoutMs: deadlineMs }),
  }
}

/** The path of a call is that of its method alone, and servers know no method whose name ends with a query. */
function isInQuery(auth: EffectiveAuth): boolean {
  const { placement } = auth.type === 'oauth2' ? auth.token : 'placement' in auth ? auth : { placement: null }
  return placement === 'query'
}

async function framesOf(
  { messages, isCompressed }: RenderedCall,
  codec: GrpcCodec,
): Promise<Result<readonly ContentPart[], SendFailure>> {
  const frames: ContentPart[] = []
  for (const text of messages) {
    const message = await codec.encode(text)
    if (!message.ok) return refused('GRPC_MESSAGE_INVALID', message.failure)
    frames.push({
      kind: 'bytes',
      bytes: writtenFrame(await sentFrame(message.value, isCompressed), codec.protocol),
    })
  }
  return ok(frames)
}

function refused(code: string, subject = ''): Result<never, SendFailure> {
  return failed(preparationFailure('invalidRequest', code, subject))
}

function isBase64(text: string): boolean {
  return fromBase64(padded(text.trim())) !== null
}

/** Names that gRPC or HTTP/2 sets itself. */
const reservedNames: ReadonlySet<string> = new Set([
  'te',
  'content-type',
  'content-length',
  'transfer-encoding',
])

/** Returns why rows cannot be the metadata of a call; null if they can. Values of `-bin` names are Base64. */
export function metadataFault(rows: readonly HeaderField[]): SendFailure | null {
  for (const { name, value } of rows) {
    const lower = name.trim().toLowerCase()
    if (lower.startsWith(':') || lower.startsWith('grpc-') || reservedNames.has(lower))
      return preparationFailure('invalidRequest', 'GRPC_METADATA_RESERVED', name)
    if (lower.endsWith('-bin') && !value.split(',').every(isBase64))
      return preparationFailure('invalidRequest', 'GRPC_METADATA_NOT_BASE64', name)
  }
  return null
}
