import { draftOf, type HttpRequest, httpRequestOf, type Request } from '@parley/model'

/** Returns a request as runs send it; null for one that they skip, because it would not end (behaviour 6). */
export function sentInRuns(request: Request): HttpRequest | null {
  const draft = httpRequestOf(request) ?? draftOf(request)
  if (draft === null) return null
  const { stream, webSocket } = draft
  const live = stream ?? webSocket
  return live === undefined || live.runLimits !== undefined ? draft : null
}
