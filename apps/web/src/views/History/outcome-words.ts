import { type HistorySummary, reasonPhraseOf } from '@parley/model'

export interface OutcomeWords {
  /** `200 OK`, `Failed` or `Cancelled`. */
  readonly text: string
  readonly tone: 'success' | 'info' | 'warning' | 'danger' | 'quiet'
}

/** Returns the outcome of a send as a text and a tone (DESIGN 3, Status). */
export function outcomeWords({ state, statusCode }: HistorySummary): OutcomeWords {
  if (state === 'cancelled') return { text: 'Cancelled', tone: 'quiet' }
  if (state === 'failed' || statusCode === null) return { text: 'Failed', tone: 'danger' }
  const text = `${statusCode} ${reasonPhraseOf(statusCode)}`.trim()
  if (statusCode >= 500) return { text, tone: 'danger' }
  if (statusCode >= 400) return { text, tone: 'warning' }
  return { text, tone: statusCode >= 300 ? 'info' : 'success' }
}
