import { type HttpRequest, ok, type Result, type SendFailure } from '@parley/model'
import { applyOverrides } from './apply-overrides.ts'
import { parleySchemes, type SchemeSet } from './auth/scheme-set.ts'
import { authorize } from './authorize.ts'
import { buildMessage } from './build-message.ts'
import type { EnginePorts } from './ports.ts'
import { type PreparedRequest, renderWithSecrets } from './render-with-secrets.ts'
import { resolveRequest } from './resolve-request.ts'
import { runPreRequestScripts } from './run-pre-request-scripts.ts'
import { scriptRequestSender } from './send-script-request.ts'
import type { OutboundMessage, RenderedRequest, RequestContext, RequestMessage } from './stages.ts'

/** A prepared request: the result of each stage. */
export interface PreparedSend extends PreparedRequest {
  readonly built: RequestMessage
  readonly message: OutboundMessage
}

/**
 * The two differences between a send and Generate Code, which sends nothing and keeps names as placeholders.
 */
export interface PreparationSteps {
  /** Returns the rendered request from which the message is built. */
  readonly adapt: (rendered: RenderedRequest) => RenderedRequest
  readonly schemes: SchemeSet
}

/** Returns the steps of a send. */
export function sendSteps(schemes: SchemeSet): PreparationSteps {
  return { adapt: rendered => rendered, schemes }
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
  const inherited = resolveRequest(request, context)
  const sendRequest = scriptRequestSender(inherited.settings, ports)
  const outcome = await runPreRequestScripts({ resolved: inherited, sendRequest, signal }, ports.scripts)
  if (!outcome.ok) return outcome
  const prepared = await renderWithSecrets(inherited, outcome.value, context, {
    ports,
    signal,
    schemes: steps.schemes,
  })
  if (!prepared.ok) return prepared
  const rendered = steps.adapt(prepared.value.rendered)
  const built = await buildMessage(rendered, ports)
  if (!built.ok) return built
  const authorized = await authorize(built.value, ports, signal, steps.schemes)
  if (!authorized.ok) return authorized
  const message = applyOverrides(authorized.value, prepared.value.scripted)
  return ok({ ...prepared.value, rendered, built: built.value, message })
}
