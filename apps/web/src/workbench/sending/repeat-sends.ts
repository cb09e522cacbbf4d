import type { TestReport } from '@parley/model'
import type { WindowContext } from '../../window/window-context.ts'
import { changeTab, endOfSend, findTab } from '../commands/tab-store.ts'
import type { SendState } from '../tabs/request-tab.ts'
import type { Workbench } from '../workbench.ts'
import { isRepeating, type Repeat, type RepeatPlan } from './repeat.ts'

/**
 * Sends the request of a tab again and again. Each send is an ordinary one. It ends with its plan, when the user stops it,
 * sends by hand or closes the tab, and when nothing could be sent.
 */
export async function repeatSends(
  { store, repeatTab }: Pick<Workbench, 'store' | 'repeatTab'>,
  window: Pick<WindowContext, 'now' | 'elapsedMs' | 'after'>,
  tabId: string,
  plan: RepeatPlan,
): Promise<void> {
  const going = () => {
    const repeat = findTab(store, tabId)?.repeat
    return isRepeating(repeat) && repeat.plan === plan ? repeat : null
  }
  const show = (repeat: Repeat) => changeTab(store, tabId, tab => ({ ...tab, repeat }))

  show({ plan, sent: 0, passed: 0, failed: 0, nextAt: null, ended: null })
  for (let repeat = going(); repeat !== null; repeat = going()) {
    const dueMs = window.elapsedMs() + plan.everySeconds * 1000
    show({ ...repeat, sent: repeat.sent + 1, nextAt: null })
    void repeatTab(tabId)
    const send = await endOfSend(store, tabId)
    const sent = going()
    if (send === null || sent === null) return
    const after = afterSend(sent, send)
    const waitMs = Math.max(0, dueMs - window.elapsedMs())
    show(isRepeating(after) && waitMs > 0 ? { ...after, nextAt: window.now() + waitMs } : after)
    if (isRepeating(after)) await new Promise<void>(resolve => window.after(waitMs, resolve))
  }
}

/** Returns a repetition after one of its sends. */
function afterSend(repeat: Repeat, send: SendState): Repeat {
  const isSent = send.state === 'answered' || (send.state === 'failed' && send.failure.step !== 'prepare')
  if (!isSent) return { ...repeat, ended: 'unsent' }
  const { results, scriptErrors } = send.state === 'answered' ? send.tests : noTests
  const isTestFailed = scriptErrors.length > 0 || results.some(({ passed }) => !passed)
  const isFailed = isTestFailed || send.state === 'failed'
  const { plan, passed, failed } = repeat
  const isStopped = {
    never: false,
    testFails: isTestFailed,
    testsPass: results.length > 0 && !isFailed,
    status: send.state === 'answered' && send.exchange.response.statusCode === plan.statusCode,
  }[plan.stopWhen]
  const isLast = repeat.sent >= plan.times
  return {
    ...repeat,
    passed: passed + (isFailed ? 0 : 1),
    failed: failed + (isFailed ? 1 : 0),
    ended: isStopped && plan.stopWhen !== 'never' ? plan.stopWhen : isLast ? 'completed' : null,
  }
}

const noTests: TestReport = { results: [], scriptErrors: [] }
