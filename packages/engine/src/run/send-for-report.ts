import { failed, type HttpRequest, ok, type TestReport, type TestResult } from '@parley/model'
import { noTests } from '../after/run-post-response-scripts.ts'
import { Turns } from '../basics/text/turns.ts'
import { hideFilledIn, hideInText } from '../prepare/gate/hide-withheld.ts'
import type { WithheldValue } from '../prepare/gate/message-secrets.ts'
import type { EnginePorts } from '../prepare/ports/engine-ports.ts'
import type { SendOutcome } from '../prepare/ports/history.ts'
import type { FailedSend } from '../prepare/ports/transport.ts'
import { variableScopes } from '../prepare/resolve-request.ts'
import { secretsOf } from '../prepare/variables/variable-scope.ts'
import { executeRequest, type Sending, type SendRequest } from '../send/execute-request.ts'
import type { RunResult, RunStatus } from './run-events.ts'

/** How a send ended, with the names of secrets in place of their values. */
export interface ReportedSend extends Pick<RunResult, 'status' | 'skipped' | 'tests' | 'method' | 'url'> {
  readonly outcome: SendOutcome
  /** Empty if no body was stored. */
  readonly bodyHandle: string
}

/** A request that is sent, whose outcome is reported instead of recorded. */
export interface ReportedSending extends Omit<Sending, 'ports'> {
  readonly ports: Omit<EnginePorts, 'history'>
}

/** Sends a saved request. The names of secrets replace their values in the result. */
export async function sendForReport(
  { request, context, ports, ...others }: ReportedSending,
  send: SendRequest = executeRequest,
): Promise<ReportedSend> {
  let hidden: SendOutcome | null = null
  const history: EnginePorts['history'] = {
    async record(_request, outcome) {
      hidden = outcome
    },
  }
  const raw = await send({ ...others, request, context, ports: { ...ports, history } })
  const secrets = secretsOf(variableScopes(request, context))
  const outcome: SendOutcome = hidden ?? raw
  const tests = await hideInTests(testsOf(outcome), secrets)
  const sent = outcome.ok ? outcome.value.exchange.request : (outcome.failure.attempt?.request ?? null)
  return {
    ...statusOf(outcome, tests),
    outcome: outcome.ok
      ? ok({ ...outcome.value, tests })
      : failed(hideInFailedSend(outcome.failure, secrets, secretsNamedIn(request, secrets))),
    tests,
    method: sent?.method ?? request.method,
    url: sent?.targetUri ?? request.url,
    bodyHandle: bodyHandleOf(raw),
  }
}

function statusOf(
  outcome: SendOutcome,
  tests: TestReport,
): { status: RunStatus; skipped: RunResult['skipped'] } {
  if (!outcome.ok && outcome.failure.failure.kind === 'skipped')
    return { status: 'skipped', skipped: 'SKIPPED_BY_SCRIPT' }
  return { status: plainStatusOf(outcome, tests), skipped: null }
}

function plainStatusOf(outcome: SendOutcome, tests: TestReport): RunStatus {
  if (!outcome.ok) {
    const { kind } = outcome.failure.failure
    return kind === 'cancelled' ? 'cancelled' : kind === 'script' ? 'failed' : 'error'
  }
  return tests.scriptErrors.length > 0 || tests.results.some(test => !test.passed) ? 'failed' : 'passed'
}

/** Adds the error of a pre-request script to the script errors, where readers look for it. */
function testsOf(outcome: SendOutcome): TestReport {
  if (outcome.ok) return outcome.value.tests
  const { scriptError } = outcome.failure.failure
  return scriptError === undefined ? noTests : { results: [], scriptErrors: [scriptError] }
}

/** Scripts that may read a secret may also write it into a test's name or reason. */
async function hideInTests(tests: TestReport, secrets: readonly WithheldValue[]): Promise<TestReport> {
  if (secrets.length === 0) return tests
  const turns = new Turns()
  const hide = (text: string) => hideInText(text, secrets)
  const results: TestResult[] = []
  for (const test of tests.results) {
    const checks = test.checks?.map(check => ({ ...check, message: hide(check.message) }))
    const shown = { ...test, name: hide(test.name), ...(checks === undefined ? {} : { checks }) }
    results.push(
      test.passed ? { ...shown, passed: true } : { ...shown, passed: false, reason: hide(test.reason) },
    )
    const texts = [test.name, test.passed ? '' : test.reason, ...(checks ?? []).map(({ message }) => message)]
    await turns.worked(texts.join('').length)
  }
  return {
    ...tests,
    results,
    scriptErrors: tests.scriptErrors.map(error => ({ ...error, message: hide(error.message) })),
  }
}

/** Returns the secrets that the request names, which are hidden whatever their length. */
function secretsNamedIn(request: HttpRequest, secrets: readonly WithheldValue[]): readonly WithheldValue[] {
  const names = new Set(
    [...JSON.stringify(request).matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => name.trim()),
  )
  return secrets.filter(secret => names.has(secret.name))
}

/** The subject of a failure may contain a secret that was filled in: a URL, a host, a header name. */
function hideInFailedSend(
  send: FailedSend,
  secrets: readonly WithheldValue[],
  named: readonly WithheldValue[],
): FailedSend {
  if (secrets.length === 0) return send
  const hide = (text: string) => hideInText(hideFilledIn(text, named), secrets)
  const { scriptError, ...failure } = send.failure
  return {
    ...send,
    failure: {
      ...failure,
      subject: hide(failure.subject),
      address: hide(failure.address),
      ...(failure.row === undefined ? {} : { row: hide(failure.row) }),
      ...(failure.received === undefined ? {} : { received: hide(failure.received) }),
      ...(scriptError === undefined
        ? {}
        : { scriptError: { ...scriptError, message: hide(scriptError.message) } }),
    },
  }
}

function bodyHandleOf(outcome: SendOutcome): string {
  const response = outcome.ok ? outcome.value.exchange.response : outcome.failure.response
  return response?.content.handle ?? ''
}
