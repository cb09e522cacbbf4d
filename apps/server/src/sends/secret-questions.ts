import { randomUUID } from 'node:crypto'
import type { SecretHosts } from '@parley/engine'
import type { SecretQuestion } from '../contract/index.ts'

interface OpenQuestion extends SecretQuestion {
  readonly windowId: string
  readonly answer: (isAllowed: boolean) => void
}

/**
 * Asks whether a secret that is withheld from scripts may go to a host that a script chose, once for each
 * secret and host (product decisions). What was allowed holds as long as the server runs.
 */
export class SecretQuestions {
  readonly #allowed = new Set<string>()
  readonly #open = new Map<string, OpenQuestion>()
  readonly #onChange: (windowId: string) => void

  constructor(onChange: (windowId: string) => void) {
    this.#onChange = onChange
  }

  /** The engine's port for the sends of a window. */
  hostsOf(windowId: string): SecretHosts {
    return { mayReceive: (host, names, signal) => this.#mayReceive(windowId, host, names, signal) }
  }

  /** What a window is to be asked. */
  of(windowId: string): readonly SecretQuestion[] {
    return [...this.#open.values()]
      .filter(question => question.windowId === windowId)
      .map(({ questionId, host, secretNames }) => ({ questionId, host, secretNames }))
  }

  /** False where the question is not open any more. */
  answer(questionId: string, isAllowed: boolean): boolean {
    const question = this.#open.get(questionId)
    question?.answer(isAllowed)
    return question !== undefined
  }

  async #mayReceive(
    windowId: string,
    host: string,
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const asked = names.filter(name => !this.#allowed.has(JSON.stringify([name, host])))
    if (asked.length === 0) return true
    const questionId = randomUUID()
    const isAllowed = await new Promise<boolean>(answer => {
      this.#open.set(questionId, { questionId, windowId, host, secretNames: asked, answer })
      const refuse = () => answer(false)
      if (signal.aborted) refuse()
      else signal.addEventListener('abort', refuse, { once: true })
      this.#onChange(windowId)
    })
    this.#open.delete(questionId)
    this.#onChange(windowId)
    if (isAllowed) for (const name of asked) this.#allowed.add(JSON.stringify([name, host]))
    return isAllowed
  }
}
