import { defaultWebSocketPart, type HttpRequest } from '@parley/model'
import { type PreviewedKind, type PreviewFacts, previewHttp } from '../http/preview-http.ts'
import { filledOffer, webSocketFields } from './web-socket-fields.ts'

/** The key is new in each send. */
export function previewHandshake(request: HttpRequest, facts: PreviewFacts): PreviewedKind {
  const { webSocket = defaultWebSocketPart } = request
  const offer = filledOffer(webSocket, facts.fill)
  return { ...previewHttp(request, facts), fields: webSocketFields(offer, null) }
}
