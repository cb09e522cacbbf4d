import type { SendProgress } from '@parley/model'
import { subjectOfSend } from '../sending/show-not-sent.ts'
import type { Toast } from '../toasts.ts'

/** Returns the toast `Token not renewed` (behaviour 3) if a send of a tab used the old token; otherwise null. */
export function tokenNotRenewedToast(tabId: string, progress: SendProgress): Toast | null {
  if (progress.state === 'awaiting') return null
  const sent = progress.state === 'answered' ? progress.exchange : progress.attempt
  const notice = sent?.notices.find(one => one.code === 'TOKEN_NOT_RENEWED')
  if (notice?.code !== 'TOKEN_NOT_RENEWED') return null
  return {
    kind: 'notice',
    owner: { tabId },
    title: 'Token not renewed',
    code: notice.reason,
    text: 'The request was sent with the old token.',
    subject: subjectOfSend(tabId),
  }
}
