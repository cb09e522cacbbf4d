import { describeLocked, type FileBodyStore, type Locked } from '@parley/appdata'
import { hideWithheld, SecretHider, type WithheldValue } from '@parley/engine'
import {
  composeQuestion,
  type ProposalSubject,
  type QuestionPart,
  questionFacts,
  responseOf,
} from '@parley/engine/assistant'
import { hiddenBodyStart, sentCredentials } from '@parley/interchange'
import {
  type AssistantSettings,
  failed,
  type HistoryOutcome,
  type HttpRequest,
  ok,
  type Result,
} from '@parley/model'
import { typedSecrets } from '@parley/workspace'
import type { ComposedPart, ComposedQuestion, DescribedProblem, UnsavedDrafts } from '../contract/index.ts'
import type { Library } from '../library/library.ts'
import type { Runs } from '../runs/runs.ts'
import type { SendHistory } from '../send-history.ts'
import { type SentSecrets, secretsOfSend } from '../sends/secrets-of-send.ts'
import type { Sends } from '../sends/sends.ts'
import { secretsInDrafts } from '../variables/unsaved-variables.ts'

export interface QuestionsParts extends SentSecrets {
  readonly sends: Pick<Sends, 'ended'>
  readonly history: Pick<SendHistory, 'read' | 'secretsOf'>
  readonly runs: Pick<Runs, 'readResult' | 'secretsOfResult'>
  readonly bodies: FileBodyStore
  readonly library: Pick<Library, 'variables'>
  /** Returns the secrets of all files and variables on this device, with their values. */
  knownSecrets(): Promise<Result<readonly WithheldValue[], Locked>>
  settings(): AssistantSettings
}

/** A request in a tab, and its last send, or its result in a run. */
export interface QuestionSubject {
  readonly sendId: string | null
  /** Takes the place of the send; null: none does. */
  readonly run: { readonly runId: string; readonly index: number } | null
  readonly parentId: string | null
  readonly request: HttpRequest
  /** What else the window shows and has not saved. */
  readonly unsaved?: UnsavedDrafts
}

/** Composes questions about requests. Nothing is sent. */
export class Questions {
  readonly #parts: QuestionsParts

  constructor(parts: QuestionsParts) {
    this.#parts = parts
  }

  /** Returns the parts of a question as they would be sent, without secrets. */
  async compose(subject: QuestionSubject): Promise<ComposedQuestion> {
    const { parentId, request, unsaved } = subject
    const known = await this.#parts.knownSecrets()
    if (!known.ok) return { state: 'failed', ...describeLocked(known.failure) }
    const outcome = await this.#outcomeOf(subject)
    const typed = unsaved === undefined ? [] : secretsInDrafts(unsaved)
    const secrets = [...known.value, ...typed, ...(await this.#secretsOf(subject, outcome))]
    const { bodyKilobytes } = this.#parts.settings()
    const hidden =
      outcome?.state === 'answered'
        ? { ...outcome, exchange: hideWithheld(outcome.exchange, secrets) }
        : outcome
    const facts = questionFacts({
      request,
      outcome: hidden,
      responseBody: await hiddenBodyStart(
        responseOf(outcome),
        secrets,
        bodyKilobytes * 1024,
        (handle, bytes) => this.#parts.bodies.read(handle, 0, bytes),
      ),
      variables: (await this.#parts.library.variables(parentId, unsaved)).flatMap(({ name, value }) =>
        value === null ? [] : [{ name, value }],
      ),
    })
    const hider = new SecretHider(secrets)
    const parts = await composeQuestion(facts, {
      bodyBytes: bodyKilobytes * 1024,
      hide: text => hider.hide(text),
    })
    return { state: 'composed', parts: parts.map(part => this.#ticked(part)) }
  }

  /** Returns what proposals for a request are checked against. */
  async proposalSubject({ parentId, request }: QuestionSubject): Promise<ProposalSubject> {
    const variables = await this.#parts.library.variables(parentId)
    const secretNames = variables.flatMap(({ name, value, scope }) =>
      value === null && scope !== 'dynamic' ? [name] : [],
    )
    const own = request.variables.map(one => ({ name: one.name, value: one.secret ? null : one.value.text }))
    return {
      url: request.url,
      texts: [JSON.stringify(request)],
      secretNames: [...new Set(secretNames)],
      variables: [...own, ...variables.map(({ name, value }) => ({ name, value }))],
    }
  }

  /** Hides the secrets that are known in a text that the user typed. */
  async hide(text: string, { request, sendId }: QuestionSubject): Promise<Result<string, DescribedProblem>> {
    const known = await this.#parts.knownSecrets()
    if (!known.ok) return failed(describeLocked(known.failure))
    const left = sendId === null ? [] : await secretsOfSend(sendId, this.#parts)
    return ok(new SecretHider([...known.value, ...left, ...typedSecrets(request)]).hide(text))
  }

  async #outcomeOf({ run, sendId }: QuestionSubject): Promise<HistoryOutcome | null> {
    if (run !== null) return this.#outcomeOfRun(run)
    return sendId === null ? null : this.#outcomeOfSend(sendId)
  }

  /** A run stores its results as the history does, with names instead of secrets. */
  async #outcomeOfRun({ runId, index }: NonNullable<QuestionSubject['run']>): Promise<HistoryOutcome | null> {
    const read = await this.#parts.runs.readResult(runId, index)
    const outcome = read.ok ? (read.value?.result.outcome ?? null) : null
    if (outcome === null) return null
    return outcome.ok ? { state: 'answered', ...outcome.value } : { state: 'failed', ...outcome.failure }
  }

  /** From the history, which has names instead of secrets, also short ones; else as the page shows it. */
  async #outcomeOfSend(sendId: string): Promise<HistoryOutcome | null> {
    const shown = this.#parts.sends.ended(sendId)?.outcome ?? null
    const entry = await this.#parts.history.read(sendId)
    const kept = entry.ok ? (entry.value?.outcome ?? null) : null
    const response = responseOf(shown)
    // The body of a send that is shown can be read longer than that of its entry.
    if (kept?.state !== 'answered' || response === null) return kept ?? shown
    return { ...kept, exchange: { ...kept.exchange, response } }
  }

  async #secretsOf(
    { sendId, run, request }: QuestionSubject,
    outcome: HistoryOutcome | null,
  ): Promise<readonly WithheldValue[]> {
    const sent =
      outcome?.state === 'answered' ? outcome.exchange.request : (outcome?.attempt?.request ?? null)
    return [
      ...(sendId === null ? [] : await secretsOfSend(sendId, this.#parts)),
      ...(run === null ? [] : await this.#parts.runs.secretsOfResult(run.runId, run.index)),
      ...typedSecrets(request),
      ...(sent === null ? [] : sentCredentials(sent)),
    ]
  }

  #ticked(part: QuestionPart): ComposedPart {
    const { seesHeaders, seesBody, seesVariables } = this.#parts.settings()
    const isTicked = {
      requestLine: true,
      requestHeaders: seesHeaders,
      requestBody: true,
      script: true,
      responseHead: seesHeaders,
      responseBody: seesBody,
      tests: true,
      timeline: false,
      variables: seesVariables,
    }[part.id]
    return { ...part, isTicked }
  }
}
