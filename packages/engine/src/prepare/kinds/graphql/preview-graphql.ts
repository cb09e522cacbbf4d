import type { HttpRequest } from '@parley/model'
import { isGraphQlInUrl } from '../../body/graphql-params.ts'
import { type PreviewedKind, type PreviewFacts, previewHttp } from '../http/preview-http.ts'
import { filledOffer, webSocketFields } from '../web-socket/web-socket-fields.ts'
import { subscriptionOffer } from './subscription-transports.ts'

/** A subscription may go over a WebSocket, whose handshake has no content. */
export function previewGraphQl(request: HttpRequest, facts: PreviewFacts): PreviewedKind {
  const offer = subscriptionOffer(request.body, facts.url)
  if (offer === null) return previewBodyInUrl(request, facts)
  const fields = webSocketFields(filledOffer(offer, facts.fill), null)
  return { method: 'GET', fields, contentType: null, hasLength: false }
}

/** A GraphQL body of a GET is in its URL. */
export function previewBodyInUrl(request: HttpRequest, facts: Pick<PreviewFacts, 'method'>): PreviewedKind {
  const preview = previewHttp(request, facts)
  const isInUrl = isGraphQlInUrl(facts.method, request.body)
  return isInUrl ? { ...preview, contentType: null, hasLength: false } : preview
}
