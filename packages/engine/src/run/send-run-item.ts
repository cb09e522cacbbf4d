import type { HttpRequest } from '@parley/model'
import { linkedController } from '../basics/linked-controller.ts'
import { Turns } from '../basics/text/turns.ts'
import { subscriptionBoundary } from '../exchange/graphql/subscription-parts.ts'
import { isEventStream } from '../exchange/server-sent-events/is-event-stream.ts'
import { hideInMessage } from '../prepare/gate/hide-in-message.ts'
import type { WithheldValue } from '../prepare/gate/message-secrets.ts'
import type { EnginePorts } from '../prepare/ports/engine-ports.ts'
import type { ScriptRunner } from '../prepare/ports/script-runner.ts'
import { skippedByScript } from '../prepare/preparation-failure.ts'
import type { RequestContext } from '../prepare/request-context.ts'
import { variableScopes } from '../prepare/resolve-request.ts'
import type { VariableScope } from '../prepare/variables/scope.ts'
import { secretsOf } from '../prepare/variables/variable-scope.ts'
import type { ProgressListener } from '../send/execute-request.ts'
import { senderOf } from '../send/kind-senders.ts'
import { judgeCall, judgeStatus } from './judge-status.ts'
import type { RunDataValue, RunResult, RunSessionChange } from './run-events.ts'
import type { RunItem } from './run-item.ts'
import type { OrderChange, RunHost, RunSession } from './run-session.ts'
import { type ReportedSend, sendForReport } from './send-for-report.ts'
import { newSpanId, withTraceparent } from './tracing/trace-context.ts'

/** Where in a run a request is sent. */
export interface RunPlace {
  readonly host: RunHost
  readonly session: RunSession
  readonly iteration: { readonly index: number; readonly count: number }
  /** The data row of this iteration; null if there is none. */
  readonly data: VariableScope | null
  readonly scriptsMayChangeOrder: boolean
  readonly failsOnStatus: boolean
  readonly traceId: string | null
  readonly signal: AbortSignal
}

/** The result of one send of a request, the values that scripts set, and the order that they asked for. */
export interface RunSend
  extends Omit<ReportedSend, 'outcome'>,
    Pick<RunResult, 'outcome' | 'sessionChanges' | 'trace' | 'data'> {
  readonly order: readonly OrderChange[]
}

/**
 * Sends a request of a run once, with `executeRequest`. The names of secrets replace their values in the
 * result.
 */
export async function sendRunItem(item: RunItem, saved: HttpRequest, place: RunPlace): Promise<RunSend> {
  const { host, session } = place
  const { request, ids } = traced(item, saved, place)
  const context = contextIn(item.context, place)
  const order: OrderChange[] = []
  const changes: RunSessionChange[] = []
  const scripts = session.scriptsFor({
    requestId: item.id,
    iteration: place.iteration,
    order: place.scriptsMayChangeOrder ? 'changeable' : 'fixed',
    onOrder: asked => order.push(...asked),
    onSessionChanges: made => changes.push(...made),
  })
  const { files, transport } = host.portsOf(item)
  const ports = {
    ...host.ports,
    files,
    transport,
    cookieJar: session.cookieJar,
    scripts: place.scriptsMayChangeOrder ? skippingScripts(scripts, order) : scripts,
  }
  const sent = place.failsOnStatus
    ? await sendJudged(request, context, ports, item, place)
    : await sendOfKind(request, context, ports, item, place)
  const secrets = secretsOf(variableScopes(request, context))
  return {
    ...sent,
    ...(ids === null ? {} : { trace: ids }),
    sessionChanges: await lastOfEach(changes, secrets),
    ...(place.data === null ? {} : { data: await hiddenData(place.data, secrets) }),
    order: place.scriptsMayChangeOrder ? order : [],
  }
}

function traced({ context }: RunItem, request: HttpRequest, { traceId, host }: RunPlace) {
  if (traceId === null) return { request, ids: null }
  const ids = { traceId, spanId: newSpanId(host.ports.random) }
  return withTraceparent(request, context, ids)
}

/** Sends a request, which fails on a status of 400 or above. */
async function sendJudged(
  request: HttpRequest,
  context: RequestContext,
  ports: Omit<EnginePorts, 'history'>,
  item: RunItem,
  place: RunPlace,
): Promise<ReportedSend> {
  const { scripts, isStatusTested } = watchedScripts(ports.scripts)
  return judgeStatus(await sendOfKind(request, context, { ...ports, scripts }, item, place), isStatusTested())
}

/** Sends a request as its kind is sent in runs. */
async function sendOfKind(
  request: HttpRequest,
  context: RequestContext,
  ports: Omit<EnginePorts, 'history'>,
  item: RunItem,
  { host, signal }: RunPlace,
): Promise<ReportedSend> {
  const definitionFiles = () => host.definitionFilesOf(item)
  const send = (await senderOf(request).inRun?.(request, { ...host, definitionFiles })) ?? null
  if (send === null) return sendUnlessLive(request, context, ports, signal)
  const { scripts, isStatusTested } = watchedScripts(ports.scripts)
  const sent = await sendForReport({ request, context, ports: { ...ports, scripts }, signal }, send)
  return judgeCall(sent, isStatusTested())
}

/** Returns scripts that say whether a test or an assertion of theirs looked at the status. */
function watchedScripts(scripts: ScriptRunner) {
  let isTested = false
  const watched: ScriptRunner = {
    runPreRequest: run => scripts.runPreRequest(run),
    async runPostResponse(run) {
      const report = await scripts.runPostResponse(run)
      isTested = report.isStatusTested === true
      return report
    },
  }
  return { scripts: watched, isStatusTested: () => isTested }
}

/**
 * Session values override those of files, and the data row overrides both (behaviour, Variable
 * precedence).
 */
function contextIn(context: RequestContext, { data, session }: RunPlace): RequestContext {
  return {
    ...context,
    liveScopes: [...context.liveScopes, ...(data === null ? [] : [data]), session.scope],
  }
}

function skippingScripts(scripts: ScriptRunner, order: readonly OrderChange[]): ScriptRunner {
  return {
    async runPreRequest(run) {
      const outcome = await scripts.runPreRequest(run)
      const isSkipped = outcome.ok && order.some(change => change.kind === 'skip')
      return isSkipped ? { ok: false, failure: skippedByScript() } : outcome
    },
    runPostResponse: run => scripts.runPostResponse(run),
  }
}

/** Ends a send whose response is a live stream, because a run would wait for it forever (behaviour 6). */
async function sendUnlessLive(
  request: HttpRequest,
  context: RequestContext,
  ports: Omit<EnginePorts, 'history'>,
  signal: AbortSignal,
): Promise<ReportedSend> {
  const own = linkedController(signal)
  let isCut = false
  const onProgress: ProgressListener = ({ response }) => {
    if (response === null) return
    const isInParts = subscriptionBoundary(request, response) !== null
    if (!isInParts && !isEventStream(response.content)) return
    isCut = true
    own.abort()
  }
  const sent = await sendForReport({ request, context, ports, signal: own.signal, onProgress })
  own.unlink()
  // A subscription over a WebSocket, which runs do not open.
  isCut ||= !sent.outcome.ok && sent.outcome.failure.failure.code === 'WEBSOCKET_NOT_SUPPORTED'
  return isCut && !signal.aborted ? { ...sent, status: 'skipped', skipped: 'LIVE_STREAM' } : sent
}

async function lastOfEach(
  changes: readonly RunSessionChange[],
  secrets: readonly WithheldValue[],
): Promise<readonly RunSessionChange[]> {
  const last = new Map(changes.map(change => [change.name, change]))
  const turns = new Turns()
  const hidden: RunSessionChange[] = []
  for (const { name, text } of last.values()) {
    hidden.push({ name, text: text === null ? null : await hideInMessage(text, [], secrets) })
    await turns.worked(text?.length ?? 0)
  }
  return hidden
}

/** Of a value of a data row that is kept, in UTF-16 units. */
const longestDataValue = 10_000

async function hiddenData(
  { values }: VariableScope,
  secrets: readonly WithheldValue[],
): Promise<readonly RunDataValue[]> {
  const turns = new Turns()
  const hidden: RunDataValue[] = []
  for (const [name, { text, json }] of values) {
    // Each request of the run keeps the row. What is cut off a secret would no longer be known as one.
    const isKept = text.length <= longestDataValue
    const filledIn = secrets.filter(secret => secret.name === name)
    const shown = isKept
      ? await hideInMessage(text, filledIn, secrets)
      : `${text.length} characters, not kept`
    hidden.push({
      name,
      text: shown,
      ...(json === undefined ? {} : { isJson: true }),
      ...(shown === text ? {} : { isReplaced: true }),
    })
    await turns.worked(isKept ? text.length : 0)
  }
  return hidden
}
