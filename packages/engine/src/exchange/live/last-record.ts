import type { HttpRequest } from '@parley/model'
import type { WithheldValue } from '../../prepare/gate/message-secrets.ts'
import type { History, SendOutcome } from '../../prepare/ports/history.ts'
import { isStopped, stopped } from './keep-connected.ts'

/** Records only the last of several sends, or the last with a response if the user stopped the request after it. */
export class LastRecord implements History {
  readonly #history: History
  #last: Recorded | null = null
  #answered: Recorded | null = null

  constructor(history: History) {
    this.#history = history
  }

  async record(request: HttpRequest, outcome: SendOutcome, secrets: readonly WithheldValue[]): Promise<void> {
    // A stream may be connected again for days.
    const all = new Map([...(this.#last?.secrets ?? []), ...secrets].map(one => [one.text, one]))
    this.#last = { request, outcome, secrets: [...all.values()] }
    if (outcome.ok || outcome.failure.response !== null) this.#answered = this.#last
  }

  async write(ended: SendOutcome): Promise<void> {
    const shown = isStopped(ended) ? (this.#answered ?? this.#last) : this.#last
    if (shown === null) return
    const { request, outcome } = shown
    const recorded = isStopped(ended) && !isStopped(outcome) ? stopped(outcome) : outcome
    await this.#history.record(request, recorded, shown.secrets)
  }
}

interface Recorded {
  readonly request: HttpRequest
  readonly outcome: SendOutcome
  /** Those of this connection and of those before it, as all of their events are shown. */
  readonly secrets: readonly WithheldValue[]
}
