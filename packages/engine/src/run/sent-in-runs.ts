import { draftOf, grpcCallOf, type HttpRequest, httpRequestOf, type Request } from '@parley/model'

/** Returns a request as runs send it; null for one that they skip, because it would not end (behaviour 6). */
export function sentInRuns(request: Request): HttpRequest | null {
  switch (request.kind) {
    case 'serverSentEvents':
      return request.stream.runLimits === undefined ? null : draftOf(request)
    case 'webSocket':
      return request.webSocket.runLimits === undefined ? null : draftOf(request)
    case 'grpc':
      return grpcCallOf(request)
    case 'http':
    case 'graphql':
      return httpRequestOf(request)
  }
}
