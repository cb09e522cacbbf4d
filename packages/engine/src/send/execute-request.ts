import {
  type Exchange,
  failed,
  type HttpRequest,
  ok,
  type Response,
  type SendFailure,
  type SendProgress,
} from '@parley/model'
import { exchangeForScripts } from '../after/exchange-for-scripts.ts'
import { runPostResponseScripts } from '../after/run-post-response-scripts.ts'
import { withPlainFields } from '../after/with-plain-fields.ts'
import {
  maskExchange,
  maskFailedSend,
  maskQuery,
  typedCredentials,
} from '../prepare/auth/mask-credentials.ts'
import { hideInOutcome, hideWithheld } from '../prepare/gate/hide-withheld.ts'
import type { MessageSecret } from '../prepare/gate/message-secrets.ts'
import { PassedMessage } from '../prepare/gate/passed-message.ts'
import { contentLengthBytes } from '../prepare/message/content-length-bytes.ts'
import type {
  AnswerContent,
  AnswerResponse,
  OutboundMessage,
  PlacedCredential,
} from '../prepare/message/outbound-message.ts'
import type { EnginePorts } from '../prepare/ports/engine-ports.ts'
import type { SendOutcome } from '../prepare/ports/history.ts'
import type { ExchangeObserver, FailedSend } from '../prepare/ports/transport.ts'
import { withScriptNotes } from '../prepare/preparation-failure.ts'
import type { RequestContext } from '../prepare/request-context.ts'
import { runsAfterResponse } from '../prepare/scripts/response-checks.ts'
import { elapsedMs, type ScriptTimes, withScriptTimes } from '../prepare/scripts/script-times.ts'
import { type PreparationSteps, prepareSend, sendSteps } from './prepare-send.ts'

/** Receives the progress of a send until its outcome is returned. */
export type ProgressListener = (progress: Awaiting) => void

type Awaiting = Extract<SendProgress, { state: 'awaiting' }>

/** What a send has in place of what Parley has: other schemes, or the action of its kind with the values of one call. */
export type SendChoices = Partial<Pick<PreparationSteps, 'schemes' | 'action'>>

/** A request that is sent, and what it is sent with. */
export interface Sending {
  readonly request: HttpRequest
  readonly context: RequestContext
  readonly ports: EnginePorts
  readonly signal: AbortSignal
  /** Absent: nobody follows the progress. */
  readonly onProgress?: ProgressListener
}

/** Sends a request, as `executeRequest` does. */
export type SendRequest = (sending: Sending) => Promise<SendOutcome>

/**
 * The only way to send: prepare, pass the gate, send, run post-response scripts, record. The server, the
 * command line and the runner all use it. Every outcome is data, including Cancel; a rejection is a bug.
 */
export async function executeRequest(
  { request, context, ports, signal, onProgress = () => {} }: Sending,
  choices: SendChoices = {},
): Promise<SendOutcome> {
  const prepared = await prepareSend(request, context, ports, signal, { ...sendSteps, ...choices })
  if (!prepared.ok) return nothingSent(prepared.failure)
  const { resolved, scripted, rendered, message, kindExchange, preRequestMs } = prepared.value
  const before = preRequestMs === undefined ? {} : { preRequestMs }
  const rounds = new SendRounds(message)
  const passed = await PassedMessage.pass(rounds.first, ports, signal)
  if (!passed.ok) return nothingSent(withScriptNotes(passed.failure, scripted.notes))
  const progress = new ProgressNotes(passed.value.message, rounds, ports.clock.now(), onProgress)
  const { credentials } = rounds
  const secretsNow = () => ({
    known: [...rounds.latest.gateFacts.secrets, ...rounds.latest.gateFacts.known],
    inUrl: rendered.secrets.url,
  })
  const hideSecrets = (exchange: Exchange) => {
    const { known, inUrl } = secretsNow()
    return hideWithheld(maskExchange(exchange, credentials), known, inUrl)
  }
  const opening = { passed: passed.value, scopes: scripted.scopes, ports, progress, signal, hideSecrets }
  const sent = await (kindExchange?.begin?.(opening) ?? ports.transport.send(passed.value, progress, signal))
  const { latest } = rounds
  const secrets = secretsNow()
  const finish = (outcome: SendOutcome) => recorded(request, outcome, { ports, credentials, secrets })
  if (!sent.ok) return finish(failed(failedAfterScripts(sent.failure, before)))
  const { value: exchange } = sent
  const scripts = resolved.scripts.map(one => one.scripts)
  const runsAfter = runsAfterResponse(resolved.request, scripts)
  if (runsAfter) progress.onResponse(exchange.response)
  const answeredAt = ports.clock.monotonic()
  const forScripts = exchangeForScripts(exchange, { rendered, message: latest, credentials: rounds.schemes })
  const run = {
    resolved,
    outcome: scripted,
    exchange: forScripts,
    isLive: kindExchange?.isLive === true,
    signal,
  }
  const { tests, notes } = await runPostResponseScripts(run, ports.scripts)
  const times = runsAfter ? { ...before, postResponseMs: elapsedMs(answeredAt, ports.clock) } : before
  const noted = { ...exchange, notices: [...exchange.notices, ...notes] }
  return finish(ok({ exchange: withScriptTimes(noted, times), tests }))
}

function failedAfterScripts(sent: FailedSend, times: ScriptTimes): FailedSend {
  return { ...sent, attempt: sent.attempt && withScriptTimes(sent.attempt, times) }
}

interface Recording {
  readonly ports: Pick<EnginePorts, 'history'>
  readonly credentials: readonly PlacedCredential[]
  readonly secrets: { readonly known: readonly MessageSecret[]; readonly inUrl: readonly MessageSecret[] }
}

/** Records an outcome without secrets, and returns it with credentials masked. */
async function recorded(
  request: HttpRequest,
  outcome: SendOutcome,
  { ports, credentials, secrets }: Recording,
): Promise<SendOutcome> {
  const masked: SendOutcome = outcome.ok
    ? ok({ ...outcome.value, exchange: maskExchange(outcome.value.exchange, credentials) })
    : failed(maskFailedSend(outcome.failure, credentials))
  const plain = withPlainFields(masked)
  const isPlain = secrets.known.length + secrets.inUrl.length === 0
  const hidden = isPlain ? plain : withPlainFields(hideInOutcome(masked, secrets.known, secrets.inUrl))
  const used = new Map([...secrets.known, ...secrets.inUrl].map(({ name, text }) => [text, { name, text }]))
  await ports.history.record(request, hidden, [...used.values()])
  return plain
}

function nothingSent(failure: SendFailure): SendOutcome {
  return failed({ failure, attempt: null, response: null })
}

/** Stage 7 as its listener sees it. */
class ProgressNotes implements ExchangeObserver {
  #awaiting: Awaiting
  readonly #notify: ProgressListener

  readonly #rounds: SendRounds

  constructor(
    { target, credentials }: OutboundMessage,
    rounds: SendRounds,
    startedAt: number,
    notify: ProgressListener,
  ) {
    this.#rounds = rounds
    this.#notify = notify
    this.#awaiting = {
      state: 'awaiting',
      startedAt,
      targetUri: maskQuery(target.targetUri, credentials),
      requestContent: { sentBytes: 0, totalBytes: this.#totalBytes },
      response: null,
    }
    notify(this.#awaiting)
  }

  onRequestContent(sentBytes: number): void {
    this.#change({ requestContent: { sentBytes, totalBytes: this.#totalBytes } })
  }

  onResponse(response: Response): void {
    this.#change({ response })
  }

  /** Of the latest round, as a round may have other content. */
  get #totalBytes(): number {
    return contentLengthBytes(this.#rounds.latest.content)
  }

  #change(change: Partial<Awaiting>): void {
    this.#awaiting = { ...this.#awaiting, ...change }
    this.#notify(this.#awaiting)
  }
}

/** The messages of one send, and the credentials in them. */
class SendRounds {
  readonly first: OutboundMessage
  /** The message that was prepared last. Answers to challenges only change its credentials. */
  latest: OutboundMessage
  /** The credentials of all rounds. */
  readonly credentials: PlacedCredential[] = []
  /** Those of them that authorization added. */
  readonly schemes: PlacedCredential[] = []

  constructor(message: OutboundMessage) {
    this.latest = message
    this.first = this.#collect(message)
  }

  #collect(message: OutboundMessage): OutboundMessage {
    this.latest = message
    this.credentials.push(...message.credentials, ...typedCredentials(message))
    this.schemes.push(...message.credentials)
    const { answerResponse, answerContent } = message
    return {
      ...message,
      answerResponse: answerResponse && this.#collectingResponse(answerResponse),
      ...(answerContent === undefined ? {} : { answerContent: this.#collectingContent(answerContent) }),
    }
  }

  #collectingResponse(answer: AnswerResponse): AnswerResponse {
    const collecting: AnswerResponse = async (message, head) => {
      const next = await answer(message, head)
      if (next === null) return null
      this.credentials.push(...next.credentials)
      this.schemes.push(...next.credentials)
      return { ...next, answerResponse: collecting }
    }
    return collecting
  }

  #collectingContent(answerContent: AnswerContent): AnswerContent {
    return {
      ...answerContent,
      answer: async (message, content) => {
        const next = await answerContent.answer(message, content)
        return next?.ok ? ok(this.#collect(next.value)) : next
      },
    }
  }
}
