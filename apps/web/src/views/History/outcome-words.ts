import { type HistorySummary, type HistoryTests, reasonPhraseOf, requestKinds } from '@parley/model'
import { callTone } from '../../workbench/grpc/call-tone.ts'
import { countWords, eventWords } from '../../workbench/live/describe-list.ts'

export interface OutcomeWords {
  /** `200 OK`, `Failed`, `Cancelled`, or how a session ended: `200 OK`, `Stopped`, a code. */
  readonly text: string
  readonly tone: 'success' | 'info' | 'warning' | 'danger' | 'quiet'
}

/** Returns the outcome of a send as a text and a tone (behaviour, Status words). */
export function outcomeWords({
  state,
  statusCode,
  failureCode,
  kind,
  messages,
  callStatus,
}: HistorySummary): OutcomeWords {
  const isSession = kind !== undefined || messages !== undefined
  if (state === 'cancelled') return { text: isSession ? 'Stopped' : 'Cancelled', tone: 'quiet' }
  if (state === 'failed' || statusCode === null) {
    const text = isSession ? (failureCode ?? 'Failed') : 'Failed'
    return { text, tone: 'danger' }
  }
  if (callStatus !== undefined)
    return { text: `${callStatus.code} ${callStatus.name}`, tone: callTone(callStatus.code) }
  const text = `${statusCode} ${reasonPhraseOf(statusCode)}`.trim()
  if (statusCode >= 500) return { text, tone: 'danger' }
  if (statusCode >= 400) return { text, tone: 'warning' }
  return { text, tone: statusCode >= 300 ? 'info' : 'success' }
}

/** How many tests passed, such as `2 / 3 passed`; empty: there were none. */
export function testsWords(tests: HistoryTests | undefined): string {
  return tests === undefined ? '' : `${tests.passed} / ${tests.total} passed`
}

/** How many messages a session had, such as `5 events, 2 reconnections`; empty for other sends. */
export function messageWords({ messages, kind }: HistorySummary): string {
  if (messages === undefined) return ''
  if (kind !== undefined && 'callsMethods' in requestKinds[kind])
    return `${messages.received} received, ${messages.sent} sent`
  const { received, sent } = messages
  const reconnections = eventWords.sent
  return sent === 0 || reconnections === undefined
    ? countWords(received, eventWords)
    : `${countWords(received, eventWords)}, ${countWords(sent, reconnections)}`
}
