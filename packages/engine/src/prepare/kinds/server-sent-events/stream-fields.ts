import { defaultStreamSettings, type HttpRequest } from '@parley/model'
import type { MessageField } from '../../message/message-fields.ts'
import { previewBodyInUrl } from '../graphql/preview-graphql.ts'
import type { PreviewedKind, PreviewFacts } from '../http/preview-http.ts'

/** Returns the fields of a request for an event stream (WHATWG HTML §9.2.2 and §9.2.3). */
export function streamFields(lastEventId: string): readonly MessageField<string>[] {
  return [
    { name: 'Accept', value: 'text/event-stream', source: 'product' },
    { name: 'Cache-Control', value: 'no-cache', source: 'product' },
    ...(lastEventId === ''
      ? []
      : [{ name: 'Last-Event-ID', value: lastEventId, source: 'product' } as const]),
  ]
}

/** The stream begins where its settings say. */
export function previewStream(request: HttpRequest, facts: PreviewFacts): PreviewedKind {
  const { stream = defaultStreamSettings } = request
  const fields = streamFields(facts.fill(stream.lastEventId))
  return { ...previewBodyInUrl(request, facts), fields }
}
