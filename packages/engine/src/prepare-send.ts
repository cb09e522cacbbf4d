import { failed, type HttpRequest, ok, type Result, type SendFailure } from '@parley/model'
import { applyOverrides } from './apply-overrides.ts'
import { parleySchemes, type SchemeSet } from './auth/scheme-set.ts'
import { authorize } from './authorize.ts'
import { buildMessage } from './build-message.ts'
import { asksForQuery, withoutKnownQuery } from './graphql/persisted-query.ts'
import type { EnginePorts } from './ports.ts'
import { unreadFailure, withScriptNotes } from './preparation-failure.ts'
import { type PreparedRequest, renderWithSecrets } from './render-with-secrets.ts'
import { resolveRequest } from './resolve-request.ts'
import { runsBeforeRequest } from './scripts/response-checks.ts'
import { runPreRequestScripts } from './scripts/run-pre-request-scripts.ts'
import { elapsedMs } from './scripts/script-times.ts'
import { scriptRequestSender } from './send-script-request.ts'
import type {
  AnswerContent,
  OutboundMessage,
  RenderedRequest,
  RequestContext,
  RequestMessage,
  ScriptOutcome,
} from './stages.ts'

/** A prepared request: the result of each stage. */
export interface PreparedSend extends PreparedRequest {
  /** How long the pre-request scripts ran; absent if there were none. */
  readonly preRequestMs?: number
  readonly built: RequestMessage
  readonly message: OutboundMessage
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
}

/** Returns the steps of a send. */
export function sendSteps(schemes: SchemeSet): PreparationSteps {
  return { adapt: rendered => rendered, schemes, sendsHashFirst: true }
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
  steps: PreparationSteps = sendSteps(parleySchemes),
): Promise<Result<PreparedSend, SendFailure>> {
  const unread = unreadFailure(context)
  if (unread !== null) return failed(unread)
  const inherited = resolveRequest(request, context)
  const sendRequest = scriptRequestSender(inherited.settings, ports)
  const begunAt = ports.clock.monotonic()
  const outcome = await runPreRequestScripts({ resolved: inherited, sendRequest, signal }, ports.scripts)
  if (!outcome.ok) return outcome
  const times = runsBeforeRequest(inherited) ? { preRequestMs: elapsedMs(begunAt, ports.clock) } : {}
  const prepared = await renderWithSecrets(inherited, outcome.value, context, {
    ports,
    signal,
    schemes: steps.schemes,
  })
  const { notes } = outcome.value
  if (!prepared.ok) return failed(withScriptNotes(prepared.failure, notes))
  const { scripted } = prepared.value
  const rendered = steps.adapt(prepared.value.rendered)
  const finish = (one: RenderedRequest) =>
    finishMessage(one, scripted, { ports, signal, schemes: steps.schemes })
  // A script that sets the content decides what is sent.
  const isHashFirst = steps.sendsHashFirst && scripted.overrides.content === null
  const first = isHashFirst ? await withoutKnownQuery(rendered) : null
  const finished = await finish(first ?? rendered)
  if (!finished.ok) return failed(withScriptNotes(finished.failure, notes))
  const { built, message } = finished.value
  const answerContent = first === null ? {} : { answerContent: sendingQuery(() => finish(rendered)) }
  return ok({ ...prepared.value, ...times, rendered, built, message: { ...message, ...answerContent } })
}

type FinishedMessage = Pick<PreparedSend, 'built' | 'message'>

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
  return ok({ built: built.value, message: applyOverrides(authorized.value, scripted) })
}

/** Far more than a response needs that only says that a query is unknown. */
const longestQuestionBytes = 65_536

/** Answers a server that does not know the hash of a query. The message with the query has no further answer. */
function sendingQuery(finish: () => Promise<Result<FinishedMessage, SendFailure>>): AnswerContent {
  return {
    longestBytes: longestQuestionBytes,
    async answer({ cookieJar }, content) {
      if (!asksForQuery(content)) return null
      const finished = await finish()
      if (!finished.ok) return finished
      return ok({ ...finished.value.message, ...(cookieJar === undefined ? {} : { cookieJar }) })
    },
  }
}
