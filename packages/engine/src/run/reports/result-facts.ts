import {
  describeScriptNote,
  describeSendFailure,
  type Exchange,
  kindOrMethod,
  type Notice,
  type Response,
  type ScriptError,
  type ScriptNote,
} from '@parley/model'
import { mask } from '../../prepare/auth/auth-preview.ts'
import { isSecretName } from '../../prepare/gate/is-secret-name.ts'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import type { RunResult, RunSummary, SkipReason } from '../run-events.ts'
import type { ReportedFailure, ReportedResponse, ReportedResult } from './reported-result.ts'

/** Why a request failed or was skipped, in the words of all reports. */

/**
 * Returns the next step after a failure, for the place where the report is made; `common` is the general one.
 */
export type NextStepOf = (code: string, common: string) => string

export const commonNextStep: NextStepOf = (_code, common) => common

/**
 * Returns the failure of a request and the next step; null if there was a response, or a script stopped the
 * request.
 */
export function failureOf({ outcome, status }: RunResult, nextStepOf: NextStepOf): ReportedFailure | null {
  if (status !== 'error' || outcome === null || outcome.ok) return null
  const { failure } = outcome.failure
  const { sentence, nextStep } = describeSendFailure(failure)
  return { kind: failure.kind, code: failure.code, sentence, nextStep: nextStepOf(failure.code, nextStep) }
}

const skipReasons: Readonly<Record<SkipReason, string>> = {
  LIVE_STREAM: 'a live stream, which a run does not wait for',
  SKIPPED_BY_SCRIPT: 'Skipped by its script',
}

/** Returns why a request was skipped or interrupted; empty for all others. */
export function skipReasonOf({ skipped, status }: Pick<ReportedResult, 'skipped' | 'status'>): string {
  if (skipped !== null) return skipReasons[skipped]
  return status === 'cancelled' ? 'interrupted' : ''
}

/** Returns the exchange of a request that got a response. */
export function exchangeOf({ outcome }: RunResult): Exchange | null {
  return outcome?.ok === true ? outcome.value.exchange : null
}

/** Returns the status of a response in words: `404 Not Found`, or `5 NOT_FOUND` of a gRPC call. */
export function statusWords({
  grpc,
  statusCode,
  reasonPhrase,
}: Pick<Response, 'statusCode' | 'reasonPhrase' | 'grpc'> | ReportedResponse): string {
  return grpc == null ? `${statusCode} ${reasonPhrase}`.trim() : `${grpc.code} ${grpc.name}`
}

/** Describes an error of a script: `Script error: … (line 3) in the pre-request script of the collection`. */
export function scriptErrorText({ message, owner, phase, line, column }: ScriptError): string {
  const place = line === null ? '' : ` (line ${line}${column === null ? '' : `, column ${column}`})`
  const when = phase === 'preRequest' ? 'pre-request' : 'post-response'
  return `Script error: ${message}${place} in the ${when} script of the ${owner}`
}

/** Returns the values that a script set; those with the name of a secret are masked. */
export function sessionValuesOf(
  result: RunResult,
): readonly { readonly name: string; readonly text: string | null }[] {
  return result.sessionChanges.map(({ name, text }) => ({
    name,
    text: text !== null && isSecretName(name) ? mask : text,
  }))
}

/** Returns the notices of a request as sentences, then the notes on its scripts. */
export function noticesOf({ notices, notes }: Pick<ReportedResult, 'notices' | 'notes'>): readonly string[] {
  return [...notices, ...notes.map(({ text }) => `${text}.`)]
}

/** Returns the notices of a send, also of one without a response. */
export function noticesOfSend(outcome: SendOutcome | null): readonly Notice[] {
  if (outcome === null) return []
  if (outcome.ok) return outcome.value.exchange.notices
  const { attempt, failure } = outcome.failure
  return attempt?.notices ?? failure.notes ?? []
}

/** Returns notices as JSON documents list them: the notes on scripts apart from the others. */
export function noticesDocument<Listed>(
  notices: readonly Notice[],
  listed: (notice: Exclude<Notice, ScriptNote>) => Listed,
) {
  return {
    notices: notices.flatMap(notice => (notice.code === 'SCRIPT_NOTE' ? [] : [listed(notice)])),
    notes: notices.flatMap(notice =>
      notice.code === 'SCRIPT_NOTE'
        ? [{ member: notice.member, line: notice.line, text: describeScriptNote(notice) }]
        : [],
    ),
  }
}

/** Returns what is written before the name of a request: its kind, or the method if it is HTTP. */
export function methodWords({ kind, method }: Pick<ReportedResult, 'kind' | 'method'>): string {
  return kindOrMethod(kind === null ? { method } : { kind, method })
}

/** Returns the tests of a request in a few words each: `1/2 tests`, `script error`. */
export function testFactsOf({
  tests,
  scriptErrors,
}: Pick<ReportedResult, 'tests' | 'scriptErrors'>): readonly string[] {
  const passed = tests.filter(test => test.passed).length
  return [
    ...(tests.length === 0 ? [] : [`${passed}/${tests.length} tests`]),
    ...(scriptErrors.length === 0 ? [] : [scriptErrorWords(scriptErrors.length)]),
  ]
}

/** `script error`, `2 script errors`. */
function scriptErrorWords(count: number): string {
  return count === 1 ? 'script error' : `${count} script errors`
}

/** The requests of a run by how they ended, in the words of the page, the terminal and all reports. */
export function requestCountsOf({ counts, untested = 0 }: Pick<RunSummary, 'counts' | 'untested'>) {
  return {
    passed: counts.passed - untested,
    failed: counts.failed + counts.error,
    untested,
    skipped: counts.skipped,
    interrupted: counts.cancelled,
  }
}

/** Summarizes a run in one line: `5 requests: 3 passed, 1 failed, 1 no tests; 7 of 8 tests passed`. */
export function summaryWords(
  summary: Pick<
    RunSummary,
    'counts' | 'untested' | 'requests' | 'testsPassed' | 'testsFailed' | 'scriptErrors' | 'state'
  >,
): string {
  const { counts, requests, testsPassed, testsFailed, scriptErrors, state } = summary
  const { passed, failed, untested, skipped, interrupted } = requestCountsOf(summary)
  const parts = [
    `${passed} passed`,
    `${failed} failed${counts.error > 0 ? ` (${counts.error} without a response)` : ''}`,
    ...(untested > 0 ? [`${untested} no tests`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(interrupted > 0 ? [`${interrupted} interrupted`] : []),
  ]
  const tests = testsPassed + testsFailed
  const details = [
    `${plural(requests, 'request')}: ${parts.join(', ')}`,
    ...(tests > 0 ? [`${testsPassed} of ${plural(tests, 'test')} passed`] : []),
    ...(scriptErrors > 0 ? [plural(scriptErrors, 'script error')] : []),
  ]
  return `${details.join('; ')}${endings[state]}`
}

const endings: Readonly<Record<RunSummary['state'], string>> = {
  running: '',
  completed: '',
  cancelled: '; interrupted',
  stoppedOnFailure: '; stopped at the first failure',
  stoppedByScript: '; ended by a script',
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
