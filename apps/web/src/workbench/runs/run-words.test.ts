import type { RunRow } from '@parley/engine'
import type { RunInfo } from '@parley/server/contract'
import { expect, test } from 'vitest'
import {
  endWords,
  rateWords,
  requestCount,
  runVerdict,
  stateWords,
  statusWords,
  testWords,
} from './run-words.ts'

function info(
  state: RunInfo['state'],
  ended?: NonNullable<RunInfo['summary']>['state'],
  scriptErrors = 0,
): RunInfo {
  const counts = { passed: 2, failed: 1, error: 1, skipped: 0, cancelled: 0 }
  const summary =
    ended === undefined ? null : { state: ended, counts, requests: 4, testsFailed: 3, scriptErrors }
  return { state, summary, problem: { sentence: 'There is no request to run.', nextStep: '' } } as RunInfo
}

test('the end of a run is one sentence, which is empty before', () => {
  expect(endWords(info('running', 'running'))).toBe('')
  expect(endWords(info('ended', 'completed'))).toBe('Run ended: 4 requests, 2 failed, 3 failed tests.')
  expect(endWords(info('ended', 'completed', 1))).toMatch(/, 3 failed tests, 1 script error\.$/)
  expect(endWords(info('ended', 'cancelled'))).toMatch(/^Run cancelled: /)
  expect(endWords(info('failed'))).toBe('The run could not start. There is no request to run.')
})

test.each([
  [info('preparing'), 'Preparing'],
  [info('running', 'running'), 'Running'],
  [info('failed'), 'Not started'],
  [info('ended', 'stoppedByScript'), 'Ended by a script'],
  [info('ended'), 'Interrupted'],
])('a run in a list is %#', (run, words) => {
  expect(stateWords(run)).toBe(words)
})

test.each([
  [{ skipped: 'LIVE_STREAM', status: 'skipped' }, 'Live stream'],
  [{ skipped: 'SKIPPED_BY_SCRIPT', status: 'skipped' }, 'Skipped'],
  [{ status: 'cancelled' }, 'Cancelled'],
  [{ failureCode: 'ECONNRESET', status: 'error' }, 'No response'],
  [{ failureCode: 'NO_FILE_SELECTED', status: 'error', isUnsent: true }, 'Not sent'],
  [{ scriptErrors: 1, testsPassed: 1 }, 'Script error'],
  [{ testsPassed: 2, testsFailed: 1 }, '2 / 3 passed'],
  [{}, 'No tests'],
] as const)('the tests of %j are %j', (more, words) => {
  const none = { skipped: null, status: 'passed', failureCode: null, testsPassed: 0, testsFailed: 0 }
  expect(testWords({ ...none, scriptErrors: 0, ...more } as RunRow)).toBe(words)
})

test('requests per second are shown once they are no guess', () => {
  expect([rateWords(3, 100), rateWords(3, 2000), rateWords(12_345, 10_000)]).toEqual(['–', '1.5', '1,235'])
})

test.each([
  ['passed', 2, 'Passed'],
  ['passed', 0, 'No tests'],
  ['failed', 0, 'Failed'],
  ['error', 0, 'No response'],
] as const)(
  'a request that %s with %d passed tests is named for screen readers',
  (status, testsPassed, words) => {
    expect(statusWords({ status, testsPassed })).toBe(words)
  },
)

test.each([
  [0, '0 requests'],
  [1, '1 request'],
  [1200, '1,200 requests'],
])('%d requests are counted in words', (count, words) => {
  expect(requestCount(count)).toBe(words)
})

const counts = (fields: Partial<Parameters<typeof runVerdict>[1]>) => {
  const all = { all: 0, passed: 0, failed: 0, untested: 0, skipped: 0, ...fields }
  return { ...all, all: all.passed + all.failed + all.untested + all.skipped }
}

test.each([
  [info('preparing'), {}, 'Nothing sent yet', 'quiet'],
  [info('running', 'running'), { passed: 3, untested: 1 }, 'No failure so far', 'quiet'],
  [info('running', 'running'), { passed: 3, failed: 1 }, '1 of 4 failed', 'danger'],
  [info('ended', 'completed'), { passed: 19 }, 'All 19 passed', 'success'],
  [
    info('ended', 'completed'),
    { passed: 3, untested: 16, skipped: 1 },
    '3 passed, none failed · 16 without tests · 1 skipped',
    'success',
  ],
  [info('ended', 'completed'), { untested: 2 }, 'None failed · 2 without tests', 'quiet'],
  [info('ended', 'completed'), { failed: 2, passed: 16, skipped: 1 }, '2 of 19 failed · 1 skipped', 'danger'],
  [info('ended', 'cancelled'), { passed: 5 }, 'Cancelled after 5', 'quiet'],
  [info('ended', 'stoppedOnFailure'), { passed: 5, failed: 1 }, '1 of 6 failed', 'danger'],
  [info('failed'), {}, 'The run could not start', 'danger'],
] as const)('the verdict on a run is %#', (run, fields, text, tone) => {
  expect(runVerdict(run, counts(fields))).toEqual({ text, tone })
})
