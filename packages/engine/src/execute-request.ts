import { failed, type HttpRequest, ok, type SendFailure, type SendProgress } from '@parley/model'
import { applyOverrides } from './apply-overrides.ts'
import { authorize } from './authorize.ts'
import { buildMessage } from './build-message.ts'
import { hideInOutcome, hideWithheld } from './hide-withheld.ts'
import { contentLengthBytes } from './message/content-length-bytes.ts'
import type { EnginePorts, ExchangeObserver, SendOutcome, TransportResult } from './ports.ts'
import { renderRequest } from './render-request.ts'
import { resolveRequest } from './resolve-request.ts'
import { runPostResponseScripts } from './run-post-response-scripts.ts'
import { runPreRequestScripts } from './run-pre-request-scripts.ts'
import { scriptRequestSender } from './send-script-request.ts'
import type { OutboundMessage, RequestContext, WithheldValue } from './stages.ts'
import { secretsOf } from './variables/variable-scope.ts'

/** Told of a send's progress until its outcome is returned. */
export type ProgressListener = (progress: Awaiting) => void

type Awaiting = Extract<SendProgress, { state: 'awaiting' }>

/**
 * The one way to send. It only lists the stages; the page's server, the command line and the runner
 * all come through here. Every outcome is data, Cancel included; a rejection is a bug.
 */
export async function executeRequest(
  request: HttpRequest,
  context: RequestContext,
  ports: EnginePorts,
  signal: AbortSignal,
  onProgress: ProgressListener = () => {},
): Promise<SendOutcome> {
  const resolved = resolveRequest(request, context)
  const sendRequest = scriptRequestSender(resolved.settings, ports)
  const scripted = await runPreRequestScripts({ resolved, sendRequest, signal }, ports.scripts)
  if (!scripted.ok) return nothingSent(scripted.failure)
  const rendered = renderRequest(resolved, scripted.value, ports)
  if (!rendered.ok) return nothingSent(rendered.failure)
  const built = await buildMessage(rendered.value, ports)
  if (!built.ok) return nothingSent(built.failure)
  const authorized = await authorize(built.value)
  if (!authorized.ok) return nothingSent(authorized.failure)
  const outbound = applyOverrides(authorized.value, scripted.value)
  const sent = await send(outbound, ports, signal, onProgress)
  const { withheld } = rendered.value
  const secrets = [...withheld, ...secretsOf(resolved.scopes)]
  if (!sent.ok) return recorded(request, sent, secrets, ports)
  const run = { resolved, outcome: scripted.value, exchange: hideWithheld(sent.value, withheld), signal }
  const tests = await runPostResponseScripts(run, ports.scripts)
  return recorded(request, ok({ exchange: sent.value, tests }), secrets, ports)
}

async function recorded(
  request: HttpRequest,
  outcome: SendOutcome,
  secrets: readonly WithheldValue[],
  ports: Pick<EnginePorts, 'history'>,
): Promise<SendOutcome> {
  await ports.history.record(request, hideInOutcome(outcome, secrets))
  return outcome
}

function nothingSent(failure: SendFailure): SendOutcome {
  return failed({ failure, attempt: null, response: null })
}

/** Stage 7. */
async function send(
  outbound: OutboundMessage,
  ports: EnginePorts,
  signal: AbortSignal,
  onProgress: ProgressListener,
): Promise<TransportResult> {
  const totalBytes = contentLengthBytes(outbound.content)
  let awaiting: Awaiting = {
    state: 'awaiting',
    startedAt: ports.clock.now(),
    targetUri: outbound.target.targetUri,
    requestContent: { sentBytes: 0, totalBytes },
    response: null,
  }
  const tell = (change: Partial<Awaiting>) => {
    awaiting = { ...awaiting, ...change }
    onProgress(awaiting)
  }
  tell({})
  const observer: ExchangeObserver = {
    onRequestContent: sentBytes => tell({ requestContent: { sentBytes, totalBytes } }),
    onResponse: response => tell({ response }),
  }
  return ports.transport.send(outbound, observer, signal)
}
