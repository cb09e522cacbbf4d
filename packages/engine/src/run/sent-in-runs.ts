import { draftOf, type HttpRequest, httpRequestOf, type Request } from '@parley/model'

/** Returns a request as runs send it; null for one that they skip, because it would not end (spec 6). */
export function sentInRuns(request: Request): HttpRequest | null {
  if (request.kind !== 'serverSentEvents') return httpRequestOf(request)
  return request.stream.runLimits === undefined ? null : draftOf(request)
}
