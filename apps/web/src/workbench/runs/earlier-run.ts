import type { HistoryEntry } from '@parley/model'
import type { EarlierRun, SendState } from '../tabs/request-tab.ts'

/** The send of an entry of the history, as a tab shows it in the place of its latest one. */
export function earlierSend(entry: HistoryEntry, latest: SendState): SendState {
  const earlier: EarlierRun = { sentAt: entry.sentAt, missingBody: entry.missingBody, latest }
  const { outcome, id } = entry
  if (outcome.state === 'answered') return { ...outcome, sendId: id, earlier }
  const { attempt, response } = outcome
  if (entry.state === 'cancelled' && response !== null)
    return { state: 'cancelled', sendId: id, attempt, response, earlier }
  return { ...outcome, sendId: id, earlier }
}

/** The latest send of a tab that shows an earlier one, else what it shows. */
export function latestSend(send: SendState): SendState {
  return 'earlier' in send && send.earlier !== undefined ? send.earlier.latest : send
}
