import type { GrpcWeb } from '@parley/model'

/** How a call is written: as gRPC itself, or as gRPC-Web. */
export type CallProtocol = GrpcWeb | 'grpc'

/** The media types of the messages of a call. */
export const callContentTypes: Readonly<Record<CallProtocol, string>> = {
  grpc: 'application/grpc',
  binary: 'application/grpc-web+proto',
  text: 'application/grpc-web-text+proto',
}

/** Whether a media type is that of the answer to a call. Servers of gRPC-Web may answer bytes with text, and text with bytes. */
export function isCallContentType(mediaType: string, protocol: CallProtocol): boolean {
  return protocol === 'grpc'
    ? /^application\/grpc(?:$|[+;])/i.test(mediaType)
    : /^application\/grpc-web(?:-text)?(?:$|[+;])/i.test(mediaType)
}

/** Whether content is Base64. */
export function isTextContentType(mediaType: string): boolean {
  return /^application\/grpc-web-text(?:$|[+;])/i.test(mediaType)
}
