import type { ResponseContent } from '@parley/model'

/** Whether a response is a live event stream (WHATWG HTML §9.2.5). */
export function isEventStream({ mediaType }: Pick<ResponseContent, 'mediaType'>): boolean {
  return mediaType === 'text/event-stream'
}
