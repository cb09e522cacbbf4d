import type { SendProgress, TestReport } from '@parley/model'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { requestTab } from '../active-tab.ts'
import { testExchange, testResponse } from '../response/exchange.testkit.ts'
import { shownSend } from '../tabs/request-tab.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { type RepeatPlan, repeatWords } from './repeat.ts'
import { repeatSends } from './repeat-sends.ts'

const plan: RepeatPlan = { times: 3, everySeconds: 2, stopWhen: 'never', statusCode: 200 }

const passing: TestReport = { results: [{ name: 'a', passed: true }], scriptErrors: [] }
const failing: TestReport = { results: [{ name: 'a', passed: false, reason: 'no' }], scriptErrors: [] }
const noTests: TestReport = { results: [], scriptErrors: [] }

const answered = (tests: TestReport, statusCode = 200): SendProgress => ({
  state: 'answered',
  exchange: { ...testExchange, response: { ...testResponse, statusCode } },
  tests,
})

const failedAt = (step: 'connect' | 'prepare'): SendProgress => ({
  state: 'failed',
  failure: { kind: 'connect', code: 'X', step, address: '', subject: '', elapsedMs: 0 },
  attempt: null,
  response: null,
})

/** A repetition that has begun. The waiting view has a timer of its own, of 150 ms. */
function begin(changes: Partial<RepeatPlan> = {}) {
  let now = 1_000
  const window = createTestWindow({ now: () => now, elapsedMs: () => now })
  const started: string[] = []
  const cancelled: string[] = []
  const released: string[] = []
  const workbench = createTestWorkbench(
    {
      start: async ({ sendId }) => void started.push(sendId),
      cancel: async sendId => void cancelled.push(sendId),
      release: sendId => void released.push(sendId),
    },
    window,
  )
  const tabId = workbench.newRequestTab()
  const over = repeatSends(workbench, window, tabId, { ...plan, ...changes })
  const tab = () => requestTab(workbench.store.getState(), tabId)
  return {
    workbench,
    tabId,
    tab,
    over,
    started,
    cancelled,
    released,
    words: () => {
      const repeat = tab()?.repeat
      return repeat == null
        ? null
        : `${repeatWords(repeat)}, ${repeat.passed} passed, ${repeat.failed} failed`
    },
    /** Ends the send that goes on. */
    async answer(progress: SendProgress, takesMs = 500) {
      now += takesMs
      workbench.receiveProgress(started.at(-1) ?? '', progress)
      await expect.poll(() => tab()?.repeat?.ended !== null || pauses(window).length > 0).toBe(true)
    },
    /** Lets the pause end. */
    async goOn() {
      const [pause] = pauses(window)
      now += pause?.delayMs ?? 0
      const { length } = started
      window.timers.length = 0
      pause?.run()
      await expect.poll(() => started.length).toBe(length + 1)
      return pause?.delayMs
    },
  }
}

const pauses = (window: ReturnType<typeof createTestWindow>) =>
  window.timers.filter(({ delayMs }) => delayMs !== 150)

test('sends follow one another at the given pace, at least after the end of the one before', async () => {
  const { answer, goOn, tab, words, over, started } = begin()
  expect(words()).toBe('Send 1 of 3, 0 passed, 0 failed')
  await answer(answered(passing))
  expect(tab()?.repeat?.nextAt).toBe(3_000)
  expect(await goOn()).toBe(1_500)
  await answer(answered(failing), 5_000)
  expect(tab()?.repeat?.nextAt).toBeNull()
  expect(words()).toBe('Send 2 of 3, 1 passed, 1 failed')
  expect(await goOn()).toBe(0)
  await answer(failedAt('connect'))
  await over
  expect(words()).toBe('Sent 3 of 3, 1 passed, 2 failed')
  expect(started).toHaveLength(3)
})

test('the response before stays in the pane, with its body, until the next one', async () => {
  const { answer, goOn, tab, started, released } = begin()
  await answer(answered(passing))
  await goOn()
  const { send } = tab() ?? {}
  expect(send?.state).toBe('awaiting')
  expect(send && shownSend(send).state).toBe('answered')
  expect(released).toEqual([])
  await answer(answered(failing))
  expect(released).toEqual(started.slice(0, 1))
})

test('a send that is stopped before it has a response leaves the one before in the pane', async () => {
  const { answer, goOn, tab, workbench, over, released } = begin()
  await answer(answered(passing))
  const before = tab()?.send
  await goOn()
  workbench.cancelActiveSend()
  await answer({
    state: 'failed',
    failure: {
      kind: 'cancelled',
      code: 'CANCELLED',
      step: 'response',
      address: '',
      subject: '',
      elapsedMs: 0,
    },
    attempt: null,
    response: null,
  })
  await over
  expect(tab()?.send).toBe(before)
  expect(released).toEqual([])
})

test.each([
  ['testFails', failing, 200, 'Stopped at send 1 of 3: a test failed, 0 passed, 1 failed'],
  ['testFails', passing, 200, 'Send 1 of 3, 1 passed, 0 failed'],
  ['testsPass', passing, 200, 'Stopped at send 1 of 3: all tests passed, 1 passed, 0 failed'],
  ['testsPass', failing, 200, 'Send 1 of 3, 0 passed, 1 failed'],
  ['testsPass', noTests, 200, 'Send 1 of 3, 1 passed, 0 failed'],
  ['status', noTests, 503, 'Stopped at send 1 of 3: the status is 503, 1 passed, 0 failed'],
  ['status', noTests, 200, 'Send 1 of 3, 1 passed, 0 failed'],
] as const)('with %s it ends as it should', async (stopWhen, tests, statusCode, expected) => {
  const { answer, words } = begin({ stopWhen, statusCode: 503 })
  await answer(answered(tests, statusCode))
  expect(words()).toBe(expected)
})

test('a send that was not sent ends it', async () => {
  const { answer, words, over } = begin()
  await answer(failedAt('prepare'))
  await over
  expect(words()).toBe('Stopped at send 1 of 3: it was not sent, 0 passed, 0 failed')
})

test('Stop ends it, in a send and between two', async () => {
  const inSend = begin()
  expect(inSend.workbench.cancelActiveSend()).toBe(true)
  expect([inSend.words(), inSend.cancelled]).toEqual([
    'Stopped at send 1 of 3, 0 passed, 0 failed',
    inSend.started,
  ])
  const between = begin()
  await between.answer(answered(passing))
  expect(between.workbench.cancelActiveSend()).toBe(true)
  expect(between.workbench.cancelActiveSend()).toBe(false)
  expect([between.words(), between.cancelled]).toEqual(['Stopped at send 1 of 3, 1 passed, 0 failed', []])
})

test('closing the tab ends it, and so does a send by hand, which takes its line away', async () => {
  const closed = begin()
  closed.workbench.closeTab(closed.tabId)
  await closed.over
  expect(closed.started).toHaveLength(1)
  const byHand = begin()
  await byHand.answer(answered(passing))
  await byHand.workbench.sendTab(byHand.tabId)
  expect(byHand.words()).toBeNull()
  expect(byHand.started).toHaveLength(2)
})
