import {
  type MessageOverrides,
  type OrderChange,
  type PostResponseRun,
  type PreRequestRun,
  type ResolvedRequest,
  type RunSessionChange,
  type ScriptReport,
  type ScriptRunner,
  type ScriptsOfRun,
  skippedByScript,
  type VariableScope,
  withScriptNotes,
} from '@parley/engine'
import {
  type Exchange,
  failed,
  type HttpRequest,
  ok,
  type ScriptError,
  type ScriptNote,
  type TestResult,
} from '@parley/model'
import type { ScriptPool } from '../pool/script-pool.ts'
import type { ScriptHost } from '../pool/supervised-run.ts'
import { defaultScriptBudget, type ScriptBudget } from '../sandbox/script-clock.ts'
import type { ConsoleLine, ScriptJob, ScriptResult } from '../sandbox/worker-protocol.ts'
import type { ReplacedBody } from '../shared/script-view.ts'
import { notesOf, testResultsOf } from './listed-results.ts'
import { noOverrides, overridesWith } from './overrides-of.ts'
import { type ResponseBodies, readWhole } from './response-bodies.ts'
import { scriptErrorOf, sendFailureOf } from './script-failure.ts'
import { postResponseSteps, preRequestSteps, type ScriptStep } from './script-steps.ts'
import { sendForScript } from './send-for-script.ts'
import {
  type SessionValueSource,
  type SessionValues,
  scopesWith,
  withWritableScopes,
} from './session-values.ts'
import { viewJson } from './view-of.ts'

export interface ScriptRunnerOptions {
  readonly pool: ScriptPool
  readonly session: SessionValues
  readonly bodies: ResponseBodies
  /** Returns `pm.info.requestId`. */
  readonly requestId?: (request: HttpRequest) => string
  /** Receives console lines for the console drawer, which is closed by default (behaviour, Console). */
  readonly onConsole?: (request: HttpRequest, lines: readonly ConsoleLine[]) => void
  readonly budget?: ScriptBudget
  /** The current iteration of a run; a single send is the first one. */
  readonly iteration?: { readonly index: number; readonly count: number }
  /** As in a `ScriptsOfRun`; a single send has no order. */
  readonly order?: ScriptsOfRun['order']
  /** Receives the order changes of a script that was not stopped. */
  readonly onOrder?: (changes: readonly OrderChange[]) => void
  /** Receives the session values that a script set or, with null, removed. */
  readonly onSessionChanges?: (changes: readonly RunSessionChange[]) => void
}

const singleSend = { index: 0, count: 1 }

/** A body up to this length goes to the thread of the script with the script: asking for it takes longer. */
const shortBodyBytes = 65_536
/** What is in most scripts that read the body; another one asks for it. */
const readsBody = /body|json|text/i

/** Creates the engine's port to the sandbox: scripts run from the outside in, each in its own sandbox. */
export function createScriptRunner(options: ScriptRunnerOptions): ScriptRunner {
  const runs = new ScriptRuns(options)
  return {
    runPreRequest: run => runs.preRequest(run),
    runPostResponse: run => runs.postResponse(run),
  }
}

/** The state that one script of a send passes to the next. */
interface SendState {
  readonly scopes: readonly VariableScope[]
  readonly overrides: MessageOverrides
  /** The URL that replaces the typed one; null: none. */
  readonly url: string | null
  /** What later scripts see as the body of the response; null: what the server sent. */
  readonly replacedBody: ReplacedBody | null
}

class ScriptRuns {
  readonly #options: ScriptRunnerOptions
  readonly #budget: ScriptBudget

  constructor(options: ScriptRunnerOptions) {
    this.#options = options
    this.#budget = options.budget ?? defaultScriptBudget
  }

  async preRequest({
    resolved,
    sendRequest,
    signal,
  }: PreRequestRun): ReturnType<ScriptRunner['runPreRequest']> {
    let state: SendState = {
      scopes: withWritableScopes(resolved.scopes),
      overrides: noOverrides,
      url: null,
      replacedBody: null,
    }
    const results: TestResult[] = []
    const times: number[] = []
    const notes: ScriptNote[] = []
    for (const step of preRequestSteps(resolved)) {
      const { scopes } = state
      const host: ScriptHost = {
        send: (request, changes, aborted) =>
          sendForScript(sendRequest, this.#options.bodies, request, scopesWith(scopes, changes), aborted),
        readBody: async () => null,
      }
      const result = await this.#run(resolved, step, state, null, host, signal)
      results.push(...testResultsOf(result, step))
      times.push(...result.tests.map(test => test.tookMs))
      notes.push(...notesOf(result, step.owner))
      state = this.#after(state, result, setBy(resolved, step))
      const failure = sendFailureOf(result, step)
      const ended = failure ?? (result.skipsRequest ? skippedByScript() : null)
      if (ended !== null) return failed(withScriptNotes(ended, notes))
    }
    const { scopes, overrides, url } = state
    return ok({
      stage: 'scripted',
      scopes,
      overrides,
      results,
      times,
      notes,
      ...(url === null ? {} : { url }),
    })
  }

  async postResponse({ resolved, outcome, exchange, signal }: PostResponseRun): Promise<ScriptReport> {
    let state: SendState = {
      scopes: withWritableScopes(outcome.scopes),
      overrides: outcome.overrides,
      url: outcome.url ?? null,
      replacedBody: null,
    }
    const results: TestResult[] = []
    const times: number[] = []
    const scriptErrors: ScriptError[] = []
    const notes: ScriptNote[] = []
    let isStatusTested = false
    const host: ScriptHost = {
      send: async () => ({ ok: false, message: 'sendRequest is not available in this context' }),
      readBody: () => readWhole(this.#options.bodies, exchange.response.content.handle),
    }
    for (const step of postResponseSteps(resolved)) {
      if (signal.aborted) break
      const result = await this.#run(resolved, step, state, exchange, host, signal)
      results.push(...testResultsOf(result, step))
      times.push(...result.tests.map(test => test.tookMs))
      notes.push(...notesOf(result, step.owner))
      if (result.isStatusRead && result.tests.length > 0) isStatusTested = true
      state = this.#after(state, result, setBy(resolved, step))
      const error = scriptErrorOf(result, step)
      if (error !== null) scriptErrors.push(error)
    }
    return { results, times, scriptErrors, notes, isStatusTested }
  }

  async #run(
    resolved: ResolvedRequest,
    { source, declared, phase }: ScriptStep,
    { scopes, overrides, url, replacedBody }: SendState,
    exchange: Exchange | null,
    host: ScriptHost,
    signal: AbortSignal,
  ): Promise<ScriptResult> {
    const { request } = resolved
    const requestId = this.#options.requestId?.(request) ?? ''
    const { iteration = singleSend, order = 'none' } = this.#options
    const allowsRequire = resolved.settings.scriptsRequireLibraries
    const { decodedBytes, charset } = exchange?.response.content ?? { decodedBytes: 0, charset: '' }
    const isSent = exchange !== null && decodedBytes <= shortBodyBytes && readsBody.test(source)
    const body = isSent ? await host.readBody() : null
    const job: ScriptJob = {
      source,
      ...(declared === undefined ? {} : { declared }),
      viewJson: viewJson({
        resolved,
        requestId,
        iteration,
        order,
        scopes,
        overrides,
        url,
        exchange,
        replacedBody,
      }),
      phase,
      withheldNames: scopes.flatMap(scope => [...(scope.withheldNames ?? [])]),
      typedUrl: request.url,
      headersSetBefore: overrides.setHeaders.map(field => field.name),
      bodyBytes: decodedBytes,
      bodyCharset: charset,
      ...(body === null ? {} : { body }),
      allowsRequire,
      budget: this.#budget,
    }
    const result = await this.#options.pool.run(job, host, signal)
    if (result.console.length > 0) this.#options.onConsole?.(request, result.console)
    return result
  }

  /** Keeps the writes of a script; the result of a stopped script contains none. */
  #after(
    { scopes, overrides, url, replacedBody }: SendState,
    { changes, edits, order, url: newUrl, responseBody }: ScriptResult,
    source: SessionValueSource,
  ): SendState {
    this.#options.session.apply(changes, source)
    const ofSession = changes.filter(change => change.scope === 'session')
    if (ofSession.length > 0)
      this.#options.onSessionChanges?.(ofSession.map(({ name, text }) => ({ name, text })))
    if (order.length > 0) this.#options.onOrder?.(order)
    return {
      scopes: scopesWith(scopes, changes),
      overrides: overridesWith(overrides, edits),
      url: newUrl ?? url,
      replacedBody: responseBody ?? replacedBody,
    }
  }
}

function setBy({ request }: ResolvedRequest, { owner, phase }: ScriptStep): SessionValueSource {
  return { requestName: request.name, owner, phase }
}
