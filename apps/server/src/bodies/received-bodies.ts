import type { Sends } from '../sends/sends.ts'
import type { ReceivedResponse } from './received-response.ts'

/** Whoever holds response bodies that have ended. */
interface BodyHolder {
  received(handle: string): ReceivedResponse | null
}

/** What came with the bodies that a window can show, whoever holds them. */
export class ReceivedBodies {
  readonly #sends: Pick<Sends, 'received' | 'changed'>
  readonly #others: readonly BodyHolder[]

  constructor(sends: Pick<Sends, 'received' | 'changed'>, others: readonly BodyHolder[]) {
    this.#sends = sends
    this.#others = others
  }

  /** What came with a body and from where; null where nothing holds it. */
  received(handle: string): ReceivedResponse | null {
    for (const holder of [this.#sends, ...this.#others]) {
      const received = holder.received(handle)
      if (received !== null) return received
    }
    return null
  }

  /** Resolves when there is news of the send that holds a body, or none does any more. */
  changed(handle: string): Promise<void> {
    return this.#sends.changed(handle)
  }
}
