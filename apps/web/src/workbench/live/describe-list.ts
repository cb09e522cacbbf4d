import type { LiveState } from '@parley/server/contract'
import type { ExportFormat } from './export-messages.ts'
import { lineCount } from './list-window.ts'
import type { LiveListState } from './live-list.ts'

/** One and several of something. */
interface CountedWords {
  readonly one: string
  readonly many: string
}

/** What the messages of a kind of session are called. */
export interface MessageWords extends CountedWords {
  /** How the messages of the direction `sent` are called; absent: they are counted with the others. */
  readonly sent?: CountedWords
  /** The formats of an export. */
  readonly exports: readonly { readonly id: ExportFormat; readonly label: string }[]
}

/** The words for the messages of an event stream. */
export const eventWords: MessageWords = {
  one: 'event',
  many: 'events',
  sent: { one: 'reconnection', many: 'reconnections' },
  exports: [
    { id: 'ndjson', label: 'NDJSON, one object a line' },
    { id: 'text', label: 'Raw, as an event stream' },
  ],
}

/** The words for the messages of a WebSocket. */
export const messageWords: MessageWords = {
  one: 'message',
  many: 'messages',
  exports: [
    { id: 'ndjson', label: 'NDJSON, one object a line' },
    { id: 'text', label: 'Text, one line a message' },
    { id: 'har', label: 'HAR, with the handshake' },
  ],
}

/** The words for the messages of a gRPC call. */
export const callWords: MessageWords = { ...messageWords, exports: messageWords.exports.slice(0, 2) }

/** `1 event` or `1,204 events`. */
export function countWords(count: number, { one, many }: CountedWords): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** Says whether a session continues, or how it ended. */
export function describeSession(session: LiveState): string {
  if (session.state === 'open') return session.reconnectsAt === undefined ? 'live' : 'connecting again'
  switch (session.by) {
    case 'peer':
      return 'ended by the server'
    case 'stopped':
      return 'stopped'
    case 'broken':
      return `broken: ${session.code}`
  }
}

/** Says how many messages are listed: `12 events`, `3 of 1,204 events`, `3 of 1,204 events so far`. */
export function describeCounts(state: LiveListState, words: MessageWords): string {
  const { counts, type, query, direction, isWhole } = state
  const { received, sent } = counts
  const total =
    words.sent === undefined || sent === 0
      ? countWords(received + sent, words)
      : `${countWords(received, words)}, ${countWords(sent, words.sent)}`
  const isFound = type !== null || query !== '' || direction !== 'all'
  const shown = lineCount(state).toLocaleString('en')
  const listed = isFound ? `${shown} of ${total}${isWhole ? '' : ' so far'}` : total
  const dropped =
    counts.dropped === 0 ? '' : `, the oldest ${counts.dropped.toLocaleString('en')} are no longer listed`
  return `${listed}${dropped}`
}

/** Says which part of the messages is listed, if not all as they arrive: `3 of 1,204`, `paused`. */
export function describeListed(state: LiveListState): string {
  const { counts, type, query, direction, isWhole, isFollowing, session } = state
  const isFound = type !== null || query !== '' || direction !== 'all'
  const total = (counts.received + counts.sent).toLocaleString('en')
  const parts = [
    ...(isFound ? [`${lineCount(state).toLocaleString('en')} of ${total}${isWhole ? '' : ' so far'}`] : []),
    ...(counts.dropped === 0
      ? []
      : [`the oldest ${counts.dropped.toLocaleString('en')} are no longer listed`]),
    ...(isFollowing || session?.state !== 'open' ? [] : ['paused']),
  ]
  return parts.join(', ')
}

/** Says what an empty list is empty of. */
export function describeEmpty(state: LiveListState, words: MessageWords): string {
  const { session, type, query, direction, isWhole, isCleared } = state
  if (session === null) return ''
  const isOpen = session.state === 'open'
  if (type !== null || query !== '' || direction !== 'all') {
    if (!isWhole) return 'Searching…'
    return isOpen ? `No ${words.one} matches so far.` : `No ${words.one} matches.`
  }
  if (isCleared) return isOpen ? `New ${words.many} appear here.` : `All ${words.many} are cleared from view.`
  return isOpen ? `${capital(words.many)} appear here as they arrive.` : `There were no ${words.many}.`
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
