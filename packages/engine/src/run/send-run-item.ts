import { failed, type HttpRequest, ok, type TestReport } from '@parley/model'
import { executeRequest, type ProgressListener } from '../execute-request.ts'
import { hideFilledIn, hideInText } from '../hide-withheld.ts'
import type { EnginePorts, FailedSend, ScriptRunner, SendOutcome } from '../ports.ts'
import { preparationFailure } from '../preparation-failure.ts'
import { variableScopes } from '../resolve-request.ts'
import { noTests } from '../run-post-response-scripts.ts'
import { isEventStream } from '../sse/is-event-stream.ts'
import type { RequestContext, WithheldValue } from '../stages.ts'
import type { VariableScope } from '../variables/scope.ts'
import { secretsOf } from '../variables/variable-scope.ts'
import type { RunResult, RunSessionChange, RunStatus } from './run-events.ts'
import type { RunItem } from './run-item.ts'
import type { OrderChange, RunHost, RunSession } from './run-session.ts'

/** Where in a run a request is sent. */
export interface RunPlace {
  readonly host: RunHost
  readonly session: RunSession
  readonly iteration: { readonly index: number; readonly count: number }
  /** The data row of this iteration; null if there is none. */
  readonly data: VariableScope | null
  readonly scriptsMayChangeOrder: boolean
  readonly signal: AbortSignal
}

/** The result of one send of a request, and the order that scripts asked for. */
export interface RunSend
  extends Pick<RunResult, 'status' | 'skipped' | 'outcome' | 'tests' | 'sessionChanges' | 'method' | 'url'> {
  readonly order: readonly OrderChange[]
  /** Empty if no body was stored. */
  readonly bodyHandle: string
}

/**
 * Sends a request of a run once, with `executeRequest`. The names of secrets replace their values in the
 * result.
 */
export async function sendRunItem(item: RunItem, request: HttpRequest, place: RunPlace): Promise<RunSend> {
  const { host, session, signal } = place
  const context = contextIn(item.context, place)
  const order: OrderChange[] = []
  const changes: RunSessionChange[] = []
  const scripts = session.scriptsFor({
    requestId: item.id,
    iteration: place.iteration,
    onOrder: asked => order.push(...asked),
    onSessionChanges: made => changes.push(...made),
  })
  let hidden: SendOutcome | null = null
  const { files, transport } = host.portsOf(item)
  const ports: EnginePorts = {
    ...host.ports,
    files,
    transport,
    cookieJar: session.cookieJar,
    scripts: place.scriptsMayChangeOrder ? skippingScripts(scripts, order) : scripts,
    history: {
      async record(_request, outcome) {
        hidden = outcome
      },
    },
  }
  const live = liveStreamGuard(signal)
  const raw = await executeRequest(request, context, ports, live.signal, live.onProgress)
  live.end()
  const secrets = secretsOf(variableScopes(request, context))
  const outcome = hidden ?? raw
  const tests = hideInTests(testsOf(outcome), secrets)
  const { status, skipped } = live.isCut() ? liveStreamSkipped : statusOf(outcome, tests)
  const sent = outcome.ok ? outcome.value.exchange.request : (outcome.failure.attempt?.request ?? null)
  return {
    status,
    skipped,
    outcome: outcome.ok
      ? ok({ ...outcome.value, tests })
      : failed(hideInFailedSend(outcome.failure, secrets, secretsNamedIn(request, secrets))),
    tests,
    sessionChanges: lastOfEach(changes, secrets),
    method: sent?.method ?? request.method,
    url: sent?.targetUri ?? request.url,
    order: place.scriptsMayChangeOrder ? order : [],
    bodyHandle: bodyHandleOf(raw),
  }
}

/**
 * Session values override those of files, and the data row overrides both (product decisions, Variable
 * precedence).
 */
function contextIn(context: RequestContext, { data, session }: RunPlace): RequestContext {
  return {
    ...context,
    liveScopes: [...context.liveScopes, ...(data === null ? [] : [data]), session.scope],
  }
}

/** The failure code of a send that its own pre-request script skipped. */
const skippedCode = 'SKIPPED_BY_SCRIPT'

function skippingScripts(scripts: ScriptRunner, order: readonly OrderChange[]): ScriptRunner {
  return {
    async runPreRequest(run) {
      const outcome = await scripts.runPreRequest(run)
      const isSkipped = outcome.ok && order.some(change => change.kind === 'skip')
      return isSkipped ? { ok: false, failure: preparationFailure('script', skippedCode, '') } : outcome
    },
    runPostResponse: run => scripts.runPostResponse(run),
  }
}

/** Ends a send whose response is an event stream, because a run would wait for it forever (spec 6). */
function liveStreamGuard(outer: AbortSignal) {
  const own = new AbortController()
  const abort = () => own.abort()
  let isCut = false
  if (outer.aborted) abort()
  outer.addEventListener('abort', abort, { once: true })
  const onProgress: ProgressListener = ({ response }) => {
    if (response === null || !isEventStream(response.content)) return
    isCut = true
    abort()
  }
  return {
    signal: own.signal,
    onProgress,
    isCut: () => isCut && !outer.aborted,
    end: () => outer.removeEventListener('abort', abort),
  }
}

const liveStreamSkipped = { status: 'skipped', skipped: 'LIVE_STREAM' } as const

function statusOf(
  outcome: SendOutcome,
  tests: TestReport,
): { status: RunStatus; skipped: RunResult['skipped'] } {
  if (!outcome.ok && outcome.failure.failure.code === skippedCode)
    return { status: 'skipped', skipped: skippedCode }
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
function hideInTests(tests: TestReport, secrets: readonly WithheldValue[]): TestReport {
  if (secrets.length === 0) return tests
  const hide = (text: string) => hideInText(text, secrets)
  return {
    results: tests.results.map(test => {
      const checks = test.checks?.map(check => ({ ...check, message: hide(check.message) }))
      const shown = { name: hide(test.name), ...(checks === undefined ? {} : { checks }) }
      return test.passed ? { ...shown, passed: true } : { ...shown, passed: false, reason: hide(test.reason) }
    }),
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
      ...(scriptError === undefined
        ? {}
        : { scriptError: { ...scriptError, message: hide(scriptError.message) } }),
    },
  }
}

function lastOfEach(
  changes: readonly RunSessionChange[],
  secrets: readonly WithheldValue[],
): readonly RunSessionChange[] {
  const last = new Map(changes.map(change => [change.name, change]))
  return [...last.values()].map(({ name, text }) => ({
    name,
    text: text === null ? null : hideInText(text, secrets),
  }))
}

function bodyHandleOf(outcome: SendOutcome): string {
  const response = outcome.ok ? outcome.value.exchange.response : outcome.failure.response
  return response?.content.handle ?? ''
}
