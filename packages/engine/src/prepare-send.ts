import { type HttpRequest, ok, type Result, type SendFailure } from '@parley/model'
import { applyOverrides } from './apply-overrides.ts'
import { authorize } from './authorize.ts'
import { buildMessage } from './build-message.ts'
import type { EnginePorts } from './ports.ts'
import { type PreparedRequest, renderWithSecrets } from './render-with-secrets.ts'
import { resolveRequest } from './resolve-request.ts'
import { runPreRequestScripts } from './run-pre-request-scripts.ts'
import { scriptRequestSender } from './send-script-request.ts'
import type { OutboundMessage, RequestContext } from './stages.ts'

/** A request on its way to the wire: what became of it in each stage. */
export interface PreparedSend extends PreparedRequest {
  readonly message: OutboundMessage
}

/**
 * The one preparation: whatever sends a request goes by it up to the message. Nothing of the message has left;
 * it still has to pass the gate (`PassedMessage`). What is asked of servers on the way (a script's own
 * requests, a token) has passed it.
 */
export async function prepareSend(
  request: HttpRequest,
  context: RequestContext,
  ports: EnginePorts,
  signal: AbortSignal,
): Promise<Result<PreparedSend, SendFailure>> {
  const inherited = resolveRequest(request, context)
  const sendRequest = scriptRequestSender(inherited.settings, ports)
  const outcome = await runPreRequestScripts({ resolved: inherited, sendRequest, signal }, ports.scripts)
  if (!outcome.ok) return outcome
  const prepared = await renderWithSecrets(inherited, outcome.value, context, ports, signal)
  if (!prepared.ok) return prepared
  const built = await buildMessage(prepared.value.rendered, ports)
  if (!built.ok) return built
  const authorized = await authorize(built.value, ports, signal)
  if (!authorized.ok) return authorized
  const message = applyOverrides(authorized.value, prepared.value.scripted)
  return ok({ ...prepared.value, message })
}
