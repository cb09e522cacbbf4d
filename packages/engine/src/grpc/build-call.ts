import { type EffectiveAuth, failed, type Notice, ok, type Result, type SendFailure } from '@parley/model'
import type { BodyContent } from '../body/body-content.ts'
import type { WayOut } from '../gate/ways-out.ts'
import type { EnginePorts } from '../ports.ts'
import { preparationFailure } from '../preparation-failure.ts'
import type { ContentPart, EffectiveSettings, RenderedCall, RenderedRequest } from '../stages.ts'
import { callContentTypes } from './call-protocol.ts'
import { sentFrame } from './framing/frames.ts'
import { writtenFrame } from './framing/grpc-web.ts'
import type { GrpcCodec } from './grpc-codec.ts'
import { grpcUrl } from './grpc-target.ts'
import { metadataFault } from './metadata.ts'

/** A gRPC call as a request: its URL, and its messages as content. */
export interface BuiltCall {
  readonly rendered: RenderedRequest
  readonly content: BodyContent
  readonly way: WayOut
}

/** Returns the call of a request; null if it carries none. */
export async function buildCall(
  rendered: RenderedRequest,
  { grpcCodec, grpcCall }: Pick<EnginePorts, 'grpcCodec' | 'grpcCall'>,
): Promise<Result<BuiltCall, SendFailure> | null> {
  const { grpc, marked } = rendered
  if (grpc === undefined) return null
  if (grpcCodec === undefined) return refused('GRPC_NOT_SUPPORTED')
  const fault = metadataFault(rendered.headers.filter(({ name }) => name !== ''))
  if (fault !== null) return failed(fault)
  const url = grpcUrl(rendered.url, grpcCodec.path)
  const markedUrl = marked.url === rendered.url ? url : grpcUrl(marked.url, grpcCodec.path)
  if (url === null || markedUrl === null) return refused('GRPC_SOCKET_FILE')
  // gRPC-Web is called as any other resource is.
  if (grpcCodec.protocol === 'grpc' && isInQuery(rendered.auth)) return refused('GRPC_AUTH_IN_QUERY')
  if (grpcCodec.protocol === 'grpc' && url.includes('?')) return refused('GRPC_QUERY')
  const parts = await (grpcCall === undefined ? framesOf(grpc, grpcCodec) : grpcCall.contentOf(grpc.messages))
  if (!parts.ok) return parts
  return ok({
    rendered: {
      ...rendered,
      url,
      marked: { ...marked, url: markedUrl },
      notices: [...rendered.notices, ...noticesOf(grpcCodec)],
    },
    content: {
      parts: parts.value,
      contentType: callContentTypes[grpcCodec.protocol],
      outline: { kind: 'none' },
    },
    way: grpcCodec.way,
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
export function settingsOfCall(
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
