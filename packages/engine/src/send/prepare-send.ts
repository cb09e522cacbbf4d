import { failed, type HttpRequest, ok, type Result, type SendFailure } from '@parley/model'
import { kindActionOf } from '../exchange/kind-actions.ts'
import { applyOverrides } from '../prepare/apply-overrides.ts'
import { parleySchemes, type SchemeSet } from '../prepare/auth/scheme-set.ts'
import { authorize } from '../prepare/authorize.ts'
import { buildMessage } from '../prepare/build-message.ts'
import type { KindAction } from '../prepare/kinds/kind-action.ts'
import type { AnswerContent, OutboundMessage } from '../prepare/message/outbound-message.ts'
import type { EnginePorts } from '../prepare/ports/engine-ports.ts'
import type { PreRequestRun, ScriptRunner } from '../prepare/ports/script-runner.ts'
import { unreadFailure, withScriptNotes } from '../prepare/preparation-failure.ts'
import { type PreparedRequest, renderWithSecrets } from '../prepare/render-with-secrets.ts'
import type { KindExchange, RenderedRequest, RequestMessage, ShortForm } from '../prepare/rendered-request.ts'
import type { RequestContext } from '../prepare/request-context.ts'
import { resolveRequest } from '../prepare/resolve-request.ts'
import { runsBeforeRequest } from '../prepare/scripts/response-checks.ts'
import type { ScriptOutcome } from '../prepare/scripts/script-outcome.ts'
import { elapsedMs } from '../prepare/scripts/script-times.ts'
import { scriptRequestSender } from '../prepare/scripts/send-script-request.ts'

/** A prepared request: the result of each stage. */
export interface PreparedSend extends PreparedRequest {
  /** How long the pre-request scripts ran; absent if there were none. */
  readonly preRequestMs?: number
  readonly built: RequestMessage
  readonly message: OutboundMessage
  /** As the kind of the request exchanges the message; absent: the transport sends it. */
  readonly kindExchange?: KindExchange
}

/**
 * The differences between a send and Generate Code, which sends nothing and keeps names as placeholders.
 */
export interface PreparationSteps {
  /** Returns the rendered request from which the message is built. */
  readonly adapt: (rendered: RenderedRequest) => RenderedRequest
  readonly schemes: SchemeSet
  /** Whether a persisted query is sent as its hash first. Code cannot send the query after it. */
  readonly sendsHashFirst: boolean
  /** Absent: that of the kind of the request. */
  readonly action?: KindAction
}

/** The steps of a send. */
export const sendSteps: PreparationSteps = {
  adapt: rendered => rendered,
  schemes: parleySchemes,
  sendsHashFirst: true,
}

/**
 * Prepares a message. Sends and Generate Code both use it. The message has not been sent and still has to
 * pass the gate (`PassedMessage`). Requests that preparation itself sends, by scripts or for a token, have
 * passed the gate.
 */
export async function prepareSend(
  request: HttpRequest,
  context: RequestContext,
  ports: EnginePorts,
  signal: AbortSignal,
  { adapt, schemes, sendsHashFirst, action = kindActionOf(request) }: PreparationSteps = sendSteps,
): Promise<Result<PreparedSend, SendFailure>> {
  const unread = unreadFailure(context)
  if (unread !== null) return failed(unread)
  const inherited = resolveRequest(request, context, action)
  const sendRequest = scriptRequestSender(inherited.settings, ports)
  const begunAt = ports.clock.monotonic()
  const outcome = await runPreRequestScripts({ resolved: inherited, sendRequest, signal }, ports.scripts)
  if (!outcome.ok) return outcome
  const times = runsBeforeRequest(inherited) ? { preRequestMs: elapsedMs(begunAt, ports.clock) } : {}
  const host = { ports, signal, schemes }
  const prepared = await renderWithSecrets(inherited, outcome.value, context, { ...host, action })
  const { notes } = outcome.value
  if (!prepared.ok) return failed(withScriptNotes(prepared.failure, notes))
  const { scripted } = prepared.value
  const rendered = adapt(prepared.value.rendered)
  const { shortForm } = rendered
  const finish = (one: RenderedRequest) => finishMessage(one, scripted, host)
  // A script that sets the content decides what is sent.
  const isShortFirst = sendsHashFirst && scripted.overrides.content === null
  const first = isShortFirst ? ((await shortForm?.of(rendered)) ?? null) : null
  const finished = await finish(first ?? rendered)
  if (!finished.ok) return failed(withScriptNotes(finished.failure, notes))
  const answerContent =
    first === null || shortForm === undefined
      ? {}
      : { answerContent: sendingWhole(shortForm, () => finish(rendered)) }
  const message = { ...finished.value.message, ...answerContent }
  return ok({ ...prepared.value, ...times, rendered, ...finished.value, message })
}

type FinishedMessage = Pick<PreparedSend, 'built' | 'message' | 'kindExchange'>

async function finishMessage(
  rendered: RenderedRequest,
  scripted: ScriptOutcome,
  {
    ports,
    signal,
    schemes,
  }: { readonly ports: EnginePorts; readonly signal: AbortSignal; readonly schemes: SchemeSet },
): Promise<Result<FinishedMessage, SendFailure>> {
  const built = await buildMessage(rendered, ports)
  if (!built.ok) return built
  const authorized = await authorize(built.value, ports, signal, schemes)
  if (!authorized.ok) return authorized
  const { kindExchange } = built.value
  const changed = kindExchange?.edit?.(scripted.overrides)
  const overrides = changed?.edits ?? scripted.overrides
  const begun = changed?.kindExchange ?? kindExchange
  const message = applyOverrides(authorized.value, { ...scripted, overrides })
  return ok({ built: built.value, message, ...(begun && { kindExchange: begun }) })
}

/** Far more than a response needs that only asks for the whole request. */
const longestQuestionBytes = 65_536

/** Sends the whole request to a server that asks for it. Its message has no further answer. */
function sendingWhole(
  { isRefusedBy }: ShortForm,
  finish: () => Promise<Result<FinishedMessage, SendFailure>>,
): AnswerContent {
  return {
    longestBytes: longestQuestionBytes,
    async answer({ cookieJar }, content) {
      if (!isRefusedBy(content)) return null
      const finished = await finish()
      if (!finished.ok) return finished
      return ok({ ...finished.value.message, ...(cookieJar === undefined ? {} : { cookieJar }) })
    },
  }
}

/** Stage 2: runs the pre-request scripts. If one throws, nothing is sent (behaviour 3). */
function runPreRequestScripts(
  run: PreRequestRun,
  scripts: ScriptRunner,
): Promise<Result<ScriptOutcome, SendFailure>> {
  return scripts.runPreRequest(run)
}
