import { createHash, randomUUID } from 'node:crypto'
import type { MessageSecret, MissingSecret, SecretHosts, SecretTransfer, SecretValues } from '@parley/engine'
import type { SecretQuestion, SecretQuestionsEvent } from '../contract/index.ts'

/** The window that is asked; a send moves to another window with the tab that shows it. */
export interface AskedWindow {
  readonly windowId: string
}

interface Asked<Answer> {
  readonly window: AskedWindow
  /** The keys that a positive answer allows. */
  readonly keys?: readonly string[]
  readonly question: SecretQuestion
  /** Counts all questions, in the order in which they were asked. */
  readonly number: number
  readonly answer: (answer: Answer) => void
}

export interface SecretQuestionsOptions {
  /**
   * Returns the folder of the open workspace. A secret of the same name in another workspace is a different
   * secret.
   */
  workspace(): string
  /** Called when the questions of a window change. */
  onChange(windowId: string): void
  /** Stores the texts that were typed for secrets; those that cannot be stored are requested again. */
  keep(missing: readonly MissingSecret[], texts: readonly string[]): Promise<void>
}

/**
 * Asks the questions of sends about secrets (behaviour, Secret and a host): whether a secret may go to an origin that a
 * script or a redirect chose, once for each workspace, secret and origin until the server stops; and the
 * values of secrets that this machine does not have.
 */
export class SecretQuestions {
  readonly #allowed = new Set<string>()
  readonly #ofOrigins = new Map<string, Asked<boolean>>()
  readonly #ofValues = new Map<string, Asked<readonly string[] | null>>()
  readonly #options: SecretQuestionsOptions
  #lastNumber = 0

  constructor(options: SecretQuestionsOptions) {
    this.#options = options
  }

  /** Returns the engine's ports for a send of a window. */
  portsOf(window: AskedWindow): { readonly secretHosts: SecretHosts; readonly secretValues: SecretValues } {
    return {
      secretHosts: { mayReceive: (transfer, signal) => this.#mayReceive(window, transfer, signal) },
      secretValues: { ask: (missing, signal) => this.#values(window, missing, signal) },
    }
  }

  /** Returns all current questions for a window. */
  eventOf(windowId: string): SecretQuestionsEvent {
    return { type: 'secretQuestions', questions: this.#of(windowId) }
  }

  /**
   * Returns the current questions for a window, oldest first: a later question never replaces one that is
   * being answered.
   */
  #of(windowId: string): readonly SecretQuestion[] {
    return [...this.#ofOrigins.values(), ...this.#ofValues.values()]
      .filter(asked => asked.window.windowId === windowId)
      .toSorted((left, right) => left.number - right.number)
      .map(({ question }) => question)
  }

  /** Returns false if the question is no longer open. */
  allow(questionId: string, isAllowed: boolean): boolean {
    const asked = this.#ofOrigins.get(questionId)
    asked?.answer(isAllowed)
    return asked !== undefined
  }

  /** Returns false if the question is no longer open. Null: the user does not give the values. */
  give(questionId: string, texts: readonly string[] | null): boolean {
    const asked = this.#ofValues.get(questionId)
    asked?.answer(texts)
    return asked !== undefined
  }

  async #mayReceive(
    window: AskedWindow,
    { origin, secrets, chosenBy }: SecretTransfer,
    signal: AbortSignal,
  ): Promise<boolean> {
    const asked = secrets.filter(secret => !this.#allowed.has(this.#keyOf(secret, origin)))
    if (asked.length === 0) return true
    const keys = asked.map(secret => this.#keyOf(secret, origin))
    const secretNames = [...new Set(asked.map(secret => secret.name))]
    const question = { kind: 'origin', questionId: randomUUID(), origin, secretNames, chosenBy } as const
    const isAllowed = await this.#ask(this.#ofOrigins, { window, question, keys, refusal: false, signal })
    if (isAllowed) this.#allow(keys)
    return isAllowed
  }

  /**
   * Returns the key of a secret and an origin. A field is identified by its text, of which only a digest is
   * stored.
   */
  #keyOf({ name, text, source }: MessageSecret, origin: string): string {
    const identity =
      source.kind === 'variable'
        ? [source.scope, source.environmentName, ...source.containerNames, name]
        : ['field', name, createHash('sha256').update(text).digest('base64')]
    return JSON.stringify([this.#options.workspace(), ...identity, origin])
  }

  /** Allows keys; all sends that wait for the same answer continue, such as those of a parallel run. */
  #allow(keys: readonly string[]): void {
    for (const key of keys) this.#allowed.add(key)
    for (const { keys: wanted = [], answer } of this.#ofOrigins.values())
      if (wanted.every(key => this.#allowed.has(key))) answer(true)
  }

  async #values(
    window: AskedWindow,
    missing: readonly MissingSecret[],
    signal: AbortSignal,
  ): Promise<readonly string[] | null> {
    const secrets = missing.map(({ kind, name, place, isMultiline }) => ({ kind, name, place, isMultiline }))
    const question = { kind: 'values', questionId: randomUUID(), secrets } as const
    const texts = await this.#ask<readonly string[] | null>(this.#ofValues, {
      window,
      question,
      refusal: null,
      signal,
    })
    if (texts === null || texts.length !== missing.length) return null
    await this.#options.keep(missing, texts)
    return texts
  }

  async #ask<Answer>(
    open: Map<string, Asked<Answer>>,
    {
      window,
      question,
      keys = [],
      refusal,
      signal,
    }: Pick<Asked<Answer>, 'window' | 'question' | 'keys'> & {
      readonly refusal: Answer
      readonly signal: AbortSignal
    },
  ): Promise<Answer> {
    this.#lastNumber += 1
    const number = this.#lastNumber
    const given = await new Promise<Answer>(answer => {
      open.set(question.questionId, { window, question, keys, number, answer })
      const refuse = () => answer(refusal)
      if (signal.aborted) refuse()
      else signal.addEventListener('abort', refuse, { once: true })
      this.#options.onChange(window.windowId)
    })
    open.delete(question.questionId)
    this.#options.onChange(window.windowId)
    return given
  }
}
