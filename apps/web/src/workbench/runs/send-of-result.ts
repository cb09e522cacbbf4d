import type { ShownRunResult } from '@parley/server/contract'
import type { SendState } from '../tabs/request-tab.ts'

/** Returns the result of a run as a send, as the response pane shows it. */
export function sendOfResult(runId: string, { result }: Pick<ShownRunResult, 'result'>): SendState {
  const sendId = `${runId}/${result.index}`
  const { outcome } = result
  if (outcome === null) return { state: 'idle' }
  if (outcome.ok) return { state: 'answered', ...outcome.value, sendId }
  return result.status === 'cancelled' ? { state: 'idle' } : { state: 'failed', ...outcome.failure, sendId }
}
