import {
  type Exchange,
  failed,
  type HttpRequest,
  ok,
  type SendFailure,
  type SendProgress,
} from '@parley/model'
import { applyOverrides } from './apply-overrides.ts'
import { maskExchange, maskFailedSend, maskQuery } from './auth/mask-credentials.ts'
import { authorize } from './authorize.ts'
import { buildMessage } from './build-message.ts'
import { guardSecretHosts, isHostOfScript } from './guard-secret-hosts.ts'
import { hideInOutcome, hideWithheld } from './hide-withheld.ts'
import { contentLengthBytes } from './message/content-length-bytes.ts'
import type { EnginePorts, ExchangeObserver, FailedSend, SendOutcome } from './ports.ts'
import { renderWithSecrets } from './render-with-secrets.ts'
import { resolveRequest } from './resolve-request.ts'
import { runPostResponseScripts } from './run-post-response-scripts.ts'
import { runPreRequestScripts } from './run-pre-request-scripts.ts'
import { scriptRequestSender } from './send-script-request.ts'
import type {
  AnswerResponse,
  OutboundMessage,
  PlacedCredential,
  RenderedRequest,
  RequestContext,
  ResolvedRequest,
  WithheldValue,
} from './stages.ts'
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
  const asStated = resolveRequest(request, context)
  const sendRequest = scriptRequestSender(asStated.settings, ports)
  const outcome = await runPreRequestScripts({ resolved: asStated, sendRequest, signal }, ports.scripts)
  if (!outcome.ok) return nothingSent(outcome.failure)
  const prepared = await renderWithSecrets(asStated, outcome.value, context, ports, signal)
  if (!prepared.ok) return nothingSent(prepared.failure)
  const { resolved, scripted, rendered } = prepared.value
  const isOfScript = isHostOfScript(resolved, scripted, ports)
  const built = await buildMessage(isOfScript ? initiatedByScript(rendered) : rendered, ports)
  if (!built.ok) return nothingSent(built.failure)
  const refusal = await guardSecretHosts(prepared.value, ports, signal)
  if (refusal !== null) return nothingSent(refusal)
  const authorized = await authorize(built.value, ports, signal)
  if (!authorized.ok) return nothingSent(authorized.failure)
  const outbound = applyOverrides(authorized.value, scripted)
  const shown = await send(outbound, ports, signal, onProgress)
  if (shown.ok && hasPostResponseScripts(resolved)) shown.tellWhole()
  const { withheld } = rendered
  const secrets = [...withheld, ...secretsOf(resolved.scopes)]
  if (!shown.ok) return recorded(request, shown, secrets, ports)
  const run = { resolved, outcome: scripted, exchange: forScripts(shown, withheld), signal }
  const tests = await runPostResponseScripts(run, ports.scripts)
  return recorded(request, ok({ exchange: shown.value, tests }), secrets, ports)
}

function hasPostResponseScripts({ scripts }: ResolvedRequest): boolean {
  return scripts.some(one => `${one.scripts.postResponse}${one.scripts.tests}`.trim() !== '')
}

function initiatedByScript(rendered: RenderedRequest): RenderedRequest {
  return { ...rendered, settings: { ...rendered.settings, initiator: 'script' } }
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

/** How a send ended as it is shown, credentials masked. */
type ShownSend =
  | {
      readonly ok: true
      readonly value: Exchange
      readonly unmasked: UnmaskedExchange
      /** Tells that the response is there, where the send is not over yet. */
      tellWhole(): void
    }
  | { readonly ok: false; readonly failure: FailedSend }

interface UnmaskedExchange {
  readonly exchange: Exchange
  readonly credentials: readonly PlacedCredential[]
}

/**
 * The exchange as scripts read it. Where a secret that is withheld from them went into the request, what
 * was made of it by signing, hashing or encoding is hidden as well.
 */
function forScripts(
  { unmasked: { exchange, credentials } }: { readonly unmasked: UnmaskedExchange },
  withheld: readonly WithheldValue[],
): Exchange {
  return withheld.length === 0 ? exchange : maskExchange(hideWithheld(exchange, withheld), credentials)
}

/** Stage 7. */
async function send(
  outbound: OutboundMessage,
  ports: EnginePorts,
  signal: AbortSignal,
  onProgress: ProgressListener,
): Promise<ShownSend> {
  const { message, credentials } = withCredentialsKept(outbound)
  const totalBytes = contentLengthBytes(outbound.content)
  let awaiting: Awaiting = {
    state: 'awaiting',
    startedAt: ports.clock.now(),
    targetUri: maskQuery(outbound.target.targetUri, outbound.credentials),
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
  const sent = await ports.transport.send(message, observer, signal)
  if (!sent.ok) return failed(maskFailedSend(sent.failure, credentials))
  return {
    ok: true,
    value: maskExchange(sent.value, credentials),
    unmasked: { exchange: sent.value, credentials },
    tellWhole: () => tell({ response: sent.value.response }),
  }
}

/** What stands in the headers for credentials alone and that no scheme put there: a row, a script, the URL. */
function typedCredentials({ headers, credentials }: OutboundMessage): readonly PlacedCredential[] {
  const known = new Set(credentials.map(one => one.name.toLowerCase()))
  return headers
    .filter(({ name }) => /^(?:proxy-)?authorization$/i.test(name) && !known.has(name.toLowerCase()))
    .map(({ name, value }) => ({ placement: 'header', name, secret: value.replace(/^\S+\s+(?=\S)/, '') }))
}

/** The message with a list of all credentials that its rounds carry, which grows as they are sent. */
function withCredentialsKept(outbound: OutboundMessage) {
  const credentials = [...outbound.credentials, ...typedCredentials(outbound)]
  const { answerResponse } = outbound
  if (answerResponse === null) return { message: outbound, credentials }
  const answerAndKeep: AnswerResponse = async (message, head) => {
    const next = await answerResponse(message, head)
    if (next === null) return null
    credentials.push(...next.credentials)
    return { ...next, answerResponse: answerAndKeep }
  }
  return { message: { ...outbound, answerResponse: answerAndKeep }, credentials }
}
