import { defaultWebSocketPart, type HttpRequest, kindOfDraft, type RequestKind } from '@parley/model'
import { previewGraphQl } from './graphql/preview-graphql.ts'
import { previewCall } from './grpc/call-fields.ts'
import { type KindPreview, type PreviewedKind, type PreviewFacts, previewHttp } from './http/preview-http.ts'
import { previewStream } from './server-sent-events/stream-fields.ts'
import { filledOffer, webSocketFields } from './web-socket/web-socket-fields.ts'

/** What Parley's kinds of request send, as far as it is known in advance. The page loads only this of them. */
const kindPreviews = {
  http: previewHttp,
  graphql: previewGraphQl,
  webSocket: previewHandshake,
  serverSentEvents: previewStream,
  grpc: previewCall,
} satisfies Readonly<Record<RequestKind, KindPreview>>

/** Returns the preview of a draft by its kind. */
export function previewOfKind(
  request: HttpRequest,
  facts: Parameters<KindPreview>[1],
): ReturnType<KindPreview> {
  return kindPreviews[kindOfDraft(request)](request, facts)
}

/** The key is new in each send. */
function previewHandshake(request: HttpRequest, facts: PreviewFacts): PreviewedKind {
  const { webSocket = defaultWebSocketPart } = request
  const offer = filledOffer(webSocket, facts.fill)
  return { ...previewHttp(request, facts), fields: webSocketFields(offer, null) }
}
