import type { RunRow, RunStatus } from '@parley/engine'
import { formatDuration } from '@parley/model'
import type { RunInfo } from '@parley/server/contract'
import type { RunFilter } from './run-rows.ts'

/** The name of a status. */
const statusNames: Readonly<Record<RunStatus, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  error: 'No response',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
}

/** How a request ended, for users who do not see its colour and icon; only one with tests can pass. */
export function statusWords({ status, testsPassed }: Pick<RunRow, 'status' | 'testsPassed'>): string {
  return status === 'passed' && testsPassed === 0 ? 'No tests' : statusNames[status]
}

/** `1 request`, `1,200 requests`. */
export function requestCount(requests: number): string {
  return `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`
}

/** The tests of a request in words: `2 / 3 passed`. */
export function testWords({
  testsPassed,
  testsFailed,
  scriptErrors,
  status,
  skipped,
  failureCode,
  isUnsent,
}: RunRow): string {
  if (skipped === 'LIVE_STREAM') return 'Live stream'
  if (status === 'skipped') return 'Skipped'
  if (status === 'cancelled') return 'Cancelled'
  if (failureCode !== null) return isUnsent === true ? 'Not sent' : 'No response'
  const total = testsPassed + testsFailed
  if (scriptErrors > 0) return 'Script error'
  return total === 0 ? 'No tests' : `${testsPassed} / ${total} passed`
}

/** The tests of a request in words, with the code of what went wrong. */
export function testDetail(row: RunRow): string {
  return row.failureCode === null ? testWords(row) : `${testWords(row)}: ${row.failureCode}`
}

/** Returns one sentence on how a run ended, for screen readers; empty while it runs. */
export function endWords({ state, summary, problem }: RunInfo): string {
  if (state === 'failed') return `The run could not start. ${problem?.sentence ?? ''}`.trim()
  if (state !== 'ended' || summary === null) return ''
  const { counts, testsFailed, scriptErrors, requests } = summary
  const ending = {
    completed: 'Run ended',
    running: 'Run ended',
    cancelled: 'Run cancelled',
    stoppedOnFailure: 'Run stopped at the first failure',
    stoppedByScript: 'Run ended by a script',
  }[summary.state]
  const failed = counts.failed + counts.error
  const errors =
    scriptErrors === 0 ? '' : `, ${scriptErrors} script ${scriptErrors === 1 ? 'error' : 'errors'}`
  return `${ending}: ${requestCount(requests)}, ${failed} failed, ${testsFailed} failed tests${errors}.`
}

/** What a run has shown so far, in a sentence. */
export interface Verdict {
  readonly text: string
  /** Good only if something was tested and nothing failed. */
  readonly tone: 'success' | 'danger' | 'quiet'
}

/**
 * Returns the verdict on a run.
 * @param counts - how many of its requests each filter shows
 */
export function runVerdict(
  { state, summary }: RunInfo,
  counts: Readonly<Record<RunFilter, number>>,
): Verdict {
  if (state === 'failed') return { text: 'The run could not start', tone: 'danger' }
  const isOver = state === 'ended' && summary !== null
  const { all, failed, passed, untested, skipped } = counts
  const total = all.toLocaleString('en')
  const rest = [
    ...(untested === 0 ? [] : [`${untested.toLocaleString('en')} without tests`]),
    ...(skipped === 0 ? [] : [`${skipped.toLocaleString('en')} skipped`]),
  ]
  const isWhole = summary?.state === 'completed' || summary?.state === 'stoppedByScript'
  const sentence = (begin: string) => [begin, ...(isOver ? rest : [])].join(' · ')
  if (failed > 0)
    return { text: sentence(`${failed.toLocaleString('en')} of ${total} failed`), tone: 'danger' }
  if (!isOver) return { text: all === 0 ? 'Nothing sent yet' : 'No failure so far', tone: 'quiet' }
  if (!isWhole) return { text: sentence(`${stateWords({ state, summary })} after ${total}`), tone: 'quiet' }
  if (passed === 0) return { text: sentence('None failed'), tone: 'quiet' }
  const begin =
    rest.length === 0 ? `All ${total} passed` : `${passed.toLocaleString('en')} passed, none failed`
  return { text: sentence(begin), tone: 'success' }
}

/** The state of a run, for lists: `Completed`, `Cancelled`. */
export function stateWords({ state, summary }: Pick<RunInfo, 'state' | 'summary'>): string {
  if (state === 'preparing') return 'Preparing'
  if (state === 'running') return 'Running'
  if (state === 'failed') return 'Not started'
  const words = {
    running: 'Interrupted',
    completed: 'Completed',
    cancelled: 'Cancelled',
    stoppedOnFailure: 'Stopped at the first failure',
    stoppedByScript: 'Ended by a script',
  }
  return words[summary?.state ?? 'running']
}

/** Returns the requests per second so far; a dash if that would be a guess. */
export function rateWords(requests: number, elapsedMs: number): string {
  if (elapsedMs < 500) return '–'
  const rate = (requests / elapsedMs) * 1000
  return (rate < 100 ? Math.round(rate * 10) / 10 : Math.round(rate)).toLocaleString('en')
}

/** The mean response time. */
export function averageWords(summary: RunInfo['summary']): string {
  if (summary === null || summary.responseMs.count === 0) return '–'
  return formatDuration(summary.responseMs.total / summary.responseMs.count)
}
