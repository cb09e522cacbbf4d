import { isEventStream } from '@parley/engine'
import { type ResponseSection, responseOf, type SendState } from '../tabs/request-tab.ts'

/**
 * Returns the ID of the live session whose messages a send shows; null if its response is no event stream, opened no
 * WebSocket, and is of no gRPC call with streams.
 */
export function eventSessionOf(send: SendState): string | null {
  const response = responseOf(send)
  if (response === null || !('sendId' in send)) return null
  const { content, webSocket, isOfStreamedCall = false } = response
  const isStream = content.handle !== '' && isEventStream(content)
  return webSocket !== undefined || isStream || isOfStreamedCall ? send.sendId : null
}

/** Returns the section that shows: only an event stream has events, and only a gRPC call has trailers and no cookies. */
export function shownSection(section: ResponseSection, hasEvents: boolean, isCall = false): ResponseSection {
  if (section === (isCall ? 'cookies' : 'trailers')) return 'headers'
  return section === 'events' && !hasEvents ? 'body' : section
}

/** Returns the section to remember: whoever chooses the first section wants to see the first one next time. */
export function chosenSection(section: ResponseSection, hasEvents: boolean): ResponseSection {
  return section === 'body' && !hasEvents ? 'events' : section
}
