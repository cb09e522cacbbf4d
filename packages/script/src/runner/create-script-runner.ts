import {
  type MessageOverrides,
  type OrderChange,
  type PostResponseRun,
  type PreRequestRun,
  type ResolvedRequest,
  type RunSessionChange,
  type ScriptRunner,
  skippedByScript,
  type VariableScope,
} from '@parley/engine'
import {
  type Exchange,
  failed,
  type HttpRequest,
  ok,
  type ScriptError,
  type Scripts,
  type TestResult,
} from '@parley/model'
import type { ScriptPool } from '../pool/script-pool.ts'
import type { ScriptHost } from '../pool/supervised-run.ts'
import { defaultScriptBudget, type ScriptBudget } from '../sandbox/script-clock.ts'
import type { ConsoleLine, ScriptJob, ScriptResult } from '../sandbox/worker-protocol.ts'
import { noOverrides, overridesWith } from './overrides-of.ts'
import { type ResponseBodies, readWhole } from './response-bodies.ts'
import { type ScriptPlace, scriptErrorOf, sendFailureOf } from './script-failure.ts'
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
  /** Receives console lines for the console drawer, which is closed by default (product decisions). */
  readonly onConsole?: (request: HttpRequest, lines: readonly ConsoleLine[]) => void
  readonly budget?: ScriptBudget
  /** The current iteration of a run; a single send is the first one. */
  readonly iteration?: { readonly index: number; readonly count: number }
  /** Receives the order changes of a script that was not stopped. */
  readonly onOrder?: (changes: readonly OrderChange[]) => void
  /** Receives the session values that a script set or, with null, removed. */
  readonly onSessionChanges?: (changes: readonly RunSessionChange[]) => void
}

const singleSend = { index: 0, count: 1 }

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
    let state: SendState = { scopes: withWritableScopes(resolved.scopes), overrides: noOverrides }
    const results: TestResult[] = []
    const requestName = resolved.request.name
    for (const { owner, scripts } of resolved.scripts) {
      if (isBlank(scripts.preRequest)) continue
      const { scopes } = state
      const host: ScriptHost = {
        send: (request, changes, aborted) =>
          sendForScript(sendRequest, this.#options.bodies, request, scopesWith(scopes, changes), aborted),
        readBody: async () => null,
      }
      const result = await this.#run(resolved, scripts.preRequest, state, null, host, signal)
      results.push(...result.tests)
      state = this.#after(state, result, { requestName, owner, phase: 'preRequest' })
      const failure = sendFailureOf(
        result,
        { owner, phase: 'preRequest' },
        {
          source: scripts.preRequest,
          ownMs: this.#budget.ownMs,
        },
      )
      if (failure !== null) return failed(failure)
      if (result.skipsRequest) return failed(skippedByScript())
    }
    return ok({ stage: 'scripted', ...state, results })
  }

  async postResponse({ resolved, outcome, exchange, signal }: PostResponseRun) {
    let state: SendState = { scopes: withWritableScopes(outcome.scopes), overrides: outcome.overrides }
    const results: TestResult[] = []
    const scriptErrors: ScriptError[] = []
    const host: ScriptHost = {
      send: async () => ({ ok: false, message: 'sendRequest is not available in this context' }),
      readBody: () => readWhole(this.#options.bodies, exchange.response.content.handle),
    }
    for (const { owner, source } of postResponseScripts(resolved)) {
      if (signal.aborted) break
      const result = await this.#run(resolved, source, state, exchange, host, signal)
      results.push(...result.tests)
      const place: ScriptPlace = { owner, phase: 'postResponse' }
      state = this.#after(state, result, { requestName: resolved.request.name, ...place })
      const error = scriptErrorOf(result, place, { source, ownMs: this.#budget.ownMs })
      if (error !== null) scriptErrors.push(error)
    }
    return { results, scriptErrors }
  }

  async #run(
    resolved: ResolvedRequest,
    source: string,
    { scopes, overrides }: SendState,
    exchange: Exchange | null,
    host: ScriptHost,
    signal: AbortSignal,
  ): Promise<ScriptResult> {
    const { request } = resolved
    const requestId = this.#options.requestId?.(request) ?? ''
    const iteration = this.#options.iteration ?? singleSend
    const job: ScriptJob = {
      source,
      viewJson: viewJson({ resolved, requestId, iteration, scopes, overrides, exchange }),
      phase: exchange === null ? 'preRequest' : 'postResponse',
      withheldNames: scopes.flatMap(scope => [...(scope.withheldNames ?? [])]),
      headersSetBefore: overrides.setHeaders.map(field => field.name),
      bodyBytes: exchange?.response.content.decodedBytes ?? 0,
      bodyCharset: exchange?.response.content.charset ?? '',
      budget: this.#budget,
    }
    const result = await this.#options.pool.run(job, host, signal)
    if (result.console.length > 0) this.#options.onConsole?.(request, result.console)
    return result
  }

  /** Keeps the writes of a script; the result of a stopped script contains none. */
  #after(
    { scopes, overrides }: SendState,
    { changes, edits, order }: ScriptResult,
    setBy: SessionValueSource,
  ): SendState {
    this.#options.session.apply(changes, setBy)
    const ofSession = changes.filter(change => change.scope === 'session')
    if (ofSession.length > 0)
      this.#options.onSessionChanges?.(ofSession.map(({ name, text }) => ({ name, text })))
    if (order.length > 0) this.#options.onOrder?.(order)
    return { scopes: scopesWith(scopes, changes), overrides: overridesWith(overrides, edits) }
  }
}

/** Returns the scripts from the outside in, followed by the additional scripts of other clients' files. */
function postResponseScripts({ scripts }: ResolvedRequest) {
  const of = (pick: (scripts: Scripts) => string) =>
    scripts.map(one => ({ owner: one.owner, source: pick(one.scripts) })).filter(one => !isBlank(one.source))
  return [...of(one => one.postResponse), ...of(one => one.tests)]
}

function isBlank(source: string): boolean {
  return source.trim() === ''
}
