import type { HistoryEntry } from '@parley/model'
import { testsOfRequest } from '../sending/script-errors.ts'
import type { EarlierRun, SendState } from '../tabs/request-tab.ts'

/** Returns the send of a history entry, as a tab shows it in place of its latest one. */
export function earlierSend(entry: HistoryEntry, latest: SendState): SendState {
  const earlier: EarlierRun = { sentAt: entry.sentAt, missingBody: entry.missingBody, latest }
  const { outcome, id } = entry
  if (outcome.state === 'answered')
    return { ...outcome, sendId: id, earlier, sentTests: testsOfRequest(entry.request) }
  const { attempt, response } = outcome
  if (entry.state === 'cancelled' && response !== null)
    return { state: 'cancelled', sendId: id, attempt, response, earlier }
  return { ...outcome, sendId: id, earlier }
}

/** Returns the latest send of a tab, even if the tab shows an earlier one. */
export function latestSend(send: SendState): SendState {
  return 'earlier' in send && send.earlier !== undefined ? send.earlier.latest : send
}
