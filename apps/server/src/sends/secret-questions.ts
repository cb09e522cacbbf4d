import { randomUUID } from 'node:crypto'
import type { MissingSecret, SecretHosts, SecretValues } from '@parley/engine'
import type { SecretQuestion } from '../contract/index.ts'

interface Asked<Answer> {
  readonly windowId: string
  readonly question: SecretQuestion
  readonly answer: (answer: Answer) => void
}

export interface SecretQuestionsOptions {
  /** Told when a window is asked something else than before. */
  onChange(windowId: string): void
  /** Keeps the texts that were typed for secrets; what cannot be kept is asked for again. */
  keep(missing: readonly MissingSecret[], texts: readonly string[]): Promise<void>
}

/**
 * What a send asks of secrets: whether one that is withheld from scripts may go to a host that a script chose,
 * once for each secret and host, which holds as long as the server runs; and the values of those that this
 * machine does not have (product decisions).
 */
export class SecretQuestions {
  readonly #allowed = new Set<string>()
  readonly #ofHosts = new Map<string, Asked<boolean>>()
  readonly #ofValues = new Map<string, Asked<readonly string[] | null>>()
  readonly #options: SecretQuestionsOptions

  constructor(options: SecretQuestionsOptions) {
    this.#options = options
  }

  /** The engine's ports for the sends of a window. */
  portsOf(windowId: string): { readonly secretHosts: SecretHosts; readonly secretValues: SecretValues } {
    return {
      secretHosts: { mayReceive: (host, names, signal) => this.#mayReceive(windowId, host, names, signal) },
      secretValues: { ask: (missing, signal) => this.#values(windowId, missing, signal) },
    }
  }

  /** What a window is to be asked. */
  of(windowId: string): readonly SecretQuestion[] {
    return [...this.#ofHosts.values(), ...this.#ofValues.values()]
      .filter(asked => asked.windowId === windowId)
      .map(({ question }) => question)
  }

  /** False where the question is not open any more. */
  allow(questionId: string, isAllowed: boolean): boolean {
    const asked = this.#ofHosts.get(questionId)
    asked?.answer(isAllowed)
    return asked !== undefined
  }

  /** False where the question is not open any more. Null: they are not given. */
  give(questionId: string, texts: readonly string[] | null): boolean {
    const asked = this.#ofValues.get(questionId)
    asked?.answer(texts)
    return asked !== undefined
  }

  async #mayReceive(
    windowId: string,
    host: string,
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const secretNames = names.filter(name => !this.#allowed.has(JSON.stringify([name, host])))
    if (secretNames.length === 0) return true
    const question = { kind: 'host', questionId: randomUUID(), host, secretNames } as const
    const isAllowed = await this.#ask(this.#ofHosts, { windowId, question, refusal: false, signal })
    if (isAllowed) for (const name of secretNames) this.#allowed.add(JSON.stringify([name, host]))
    return isAllowed
  }

  async #values(
    windowId: string,
    missing: readonly MissingSecret[],
    signal: AbortSignal,
  ): Promise<readonly string[] | null> {
    const secrets = missing.map(({ name, place, isMultiline }) => ({ name, place, isMultiline }))
    const question = { kind: 'values', questionId: randomUUID(), secrets } as const
    const texts = await this.#ask<readonly string[] | null>(this.#ofValues, {
      windowId,
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
      windowId,
      question,
      refusal,
      signal,
    }: Pick<Asked<Answer>, 'windowId' | 'question'> & {
      readonly refusal: Answer
      readonly signal: AbortSignal
    },
  ): Promise<Answer> {
    const given = await new Promise<Answer>(answer => {
      open.set(question.questionId, { windowId, question, answer })
      const refuse = () => answer(refusal)
      if (signal.aborted) refuse()
      else signal.addEventListener('abort', refuse, { once: true })
      this.#options.onChange(windowId)
    })
    open.delete(question.questionId)
    this.#options.onChange(windowId)
    return given
  }
}
