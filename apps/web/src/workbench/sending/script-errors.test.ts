import { newHttpRequest, noScripts, type TestReport } from '@parley/model'
import { describe, expect, it } from 'vitest'
import { responseTabs } from '../../views/ResponsePane/response-tabs.ts'
import { testExchange } from '../response/exchange.testkit.ts'
import type { SendState } from '../tabs/request-tab.ts'
import { emptyTestsText } from './empty-tests-text.ts'
import { testsOfRequest } from './script-errors.ts'

const error = { message: 'x', owner: 'request', phase: 'postResponse', line: 1, column: 1 } as const
const none: TestReport = { results: [], scriptErrors: [] }
const passed: TestReport = { results: [{ name: 'a', passed: true }], scriptErrors: [] }
const failed: TestReport = { results: [{ name: 'a', passed: false, reason: 'x' }], scriptErrors: [] }
const crashed: TestReport = { results: [], scriptErrors: [error] }
const crashedAfter: TestReport = { ...passed, scriptErrors: [error] }

const withScript = (postResponse: string) => newHttpRequest({ scripts: { ...noScripts, postResponse } })
const without = newHttpRequest()
const one = withScript('test("a", () => {})')
const two = withScript('test("b", () => {})')
const assertion = { expression: 'res.status', operator: 'eq', value: '200', enabled: true }
const asserting = newHttpRequest({ assertions: [assertion] })

/** A send of `sent` with this report; a stream if its type says so. */
function answered(sent: typeof without | null, tests: TestReport, mediaType = ''): SendState {
  const content = { ...testExchange.response.content, mediaType }
  return {
    state: 'answered',
    sendId: 's',
    exchange: { ...testExchange, response: { ...testExchange.response, content } },
    tests,
    ...(sent === null ? {} : { sentTests: testsOfRequest(sent) }),
  }
}

const responseOf = (mediaType: string) => {
  const content = { ...testExchange.response.content, mediaType, isComplete: false }
  return { ...testExchange.response, content }
}
const live = (mediaType: string): SendState => ({
  state: 'awaiting',
  sendId: 's',
  method: 'GET',
  startedAt: 0,
  targetUri: 'http://a.test/',
  requestContent: { sentBytes: 0, totalBytes: 0 },
  response: responseOf(mediaType),
  isShown: true,
  previous: { state: 'idle' },
})
const stopped = (mediaType: string): SendState => ({
  state: 'failed',
  sendId: 's',
  failure: { kind: 'cancelled', code: 'CANCELLED', step: 'response', address: '', subject: '', elapsedMs: 1 },
  attempt: null,
  response: responseOf(mediaType),
})

const notOfStreams = 'The response is a stream, so nothing was tested'
const run = 'Run the request to see test results'
const undefinedTests = 'No tests defined'
const listedNone = 'The Post Response script listed no tests'

describe('Test Results (behaviour 4.4)', () => {
  it.each<[string, typeof without, SendState, string | null]>([
    ['before any send, without a script', without, { state: 'idle' }, run],
    ['before any send, with a script', one, { state: 'idle' }, run],
    ['without a script', without, answered(without, none), undefinedTests],
    ['with a script of spaces', withScript(' \n'), answered(without, none), undefinedTests],
    ['with a script that was written since', one, answered(without, none), run],
    ['with another script than was sent', two, answered(one, none), run],
    ['with an assertion that was written since', asserting, answered(without, none), run],
    ['with a script that lists no test', one, answered(one, none), listedNone],
    ['with a script of a send that is not known', one, answered(null, none), run],
    ['of a stream', one, answered(one, none, 'text/event-stream'), notOfStreams],
    ['of a stream that is live', one, live('text/event-stream'), notOfStreams],
    ['of a stream that is live, without a script', without, live('text/event-stream'), undefinedTests],
    ['of a stream that was stopped', one, stopped('text/event-stream'), notOfStreams],
    ['of another response that arrives', one, live('text/plain'), run],
    ['of a stream without a script', without, answered(without, none, 'text/event-stream'), undefinedTests],
    ['with results', one, answered(one, passed), null],
    ['with a script that crashed', one, answered(one, crashed), null],
    ['with results of an earlier script', two, answered(one, passed), null],
  ])('%s', (_, draft, send, words) => {
    expect(emptyTestsText({ draft, send })).toBe(words)
  })

  it.each<[string, SendState, number, boolean, string | undefined]>([
    ['not sent', { state: 'idle' }, 0, false, undefined],
    ['stopped by its Pre Request script', { state: 'idle', scriptError: error }, 0, false, 'Script error'],
    ['without tests', answered(without, none), 0, false, undefined],
    ['passed', answered(one, passed), 1, false, undefined],
    ['failed', answered(one, failed), 1, true, undefined],
    ['crashed before a test', answered(one, crashed), 0, true, 'Script error'],
    ['crashed after a test', answered(one, crashedAfter), 1, true, 'Script error'],
  ])('of a request that is %s is marked so on its tab', (_, send, count, isAlarming, fault) => {
    const tabs = responseTabs({ send, response: null, eventCounter: false, isCall: false })
    expect(tabs.find(({ id }) => id === 'tests')).toMatchObject({ count, isAlarming })
    expect(tabs.find(({ id }) => id === 'tests')?.fault).toBe(fault)
  })
})
