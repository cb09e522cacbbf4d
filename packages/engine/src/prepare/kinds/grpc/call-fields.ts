import { defaultGrpcOptions, type HttpRequest } from '@parley/model'
import type { MessageField } from '../../message/message-fields.ts'
import type { PreviewedKind, PreviewFacts } from '../http/preview-http.ts'
import { type CallProtocol, callContentTypes } from './call-protocol.ts'
import { grpcTimeout } from './deadline.ts'

/** What decides the fields of a call. */
export interface CallFacts {
  /** 0: none. */
  readonly deadlineMs: number
  readonly protocol: CallProtocol
  readonly isCompressed: boolean
}

/** Returns the fields of a call, as "gRPC over HTTP2" and "gRPC-Web" say. */
export function callFields({
  deadlineMs,
  protocol,
  isCompressed,
}: CallFacts): readonly MessageField<string>[] {
  const given = (name: string, value: string | null): readonly MessageField<string>[] =>
    value === null ? [] : [{ name, value, source: 'product' }]
  return [
    ...given('TE', protocol === 'grpc' ? 'trailers' : null),
    ...given('Accept', protocol === 'grpc' ? null : callContentTypes[protocol]),
    ...given('X-Grpc-Web', protocol === 'grpc' ? null : '1'),
    ...given('grpc-timeout', deadlineMs === 0 ? null : grpcTimeout(deadlineMs)),
    ...given('grpc-encoding', isCompressed ? 'gzip' : null),
    ...given('grpc-accept-encoding', 'identity,gzip,deflate'),
  ]
}

/** The length of streamed messages is known only when the call ends. */
export function previewCall({ grpc }: HttpRequest, { method }: PreviewFacts): PreviewedKind {
  const { deadlineMs, compression, web: protocol = 'grpc' } = grpc?.options ?? defaultGrpcOptions
  const hasLength = grpc?.methodType === 'unary'
  return {
    method,
    fields: callFields({ deadlineMs, protocol, isCompressed: compression === 'gzip' }),
    contentType: callContentTypes[protocol],
    hasLength,
    isOpenEnded: protocol === 'grpc' || !hasLength,
  }
}
