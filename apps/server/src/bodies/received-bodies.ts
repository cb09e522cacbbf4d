import type { Sends } from '../sends/sends.ts'
import type { ReceivedResponse } from './received-response.ts'

/** Something that holds response bodies of ended sends. */
interface BodyHolder {
  received(handle: string): ReceivedResponse | null
}

/** Finds the response of any body that a window can show, whichever service holds it. */
export class ReceivedBodies {
  readonly #sends: Pick<Sends, 'received' | 'changed'>
  readonly #others: readonly BodyHolder[]

  constructor(sends: Pick<Sends, 'received' | 'changed'>, others: readonly BodyHolder[]) {
    this.#sends = sends
    this.#others = others
  }

  /** Returns the response of a body and where it came from; null if no service holds it. */
  received(handle: string): ReceivedResponse | null {
    for (const holder of [this.#sends, ...this.#others]) {
      const received = holder.received(handle)
      if (received !== null) return received
    }
    return null
  }

  /** Resolves when the send that holds a body has changed, or at once if no send holds the body. */
  changed(handle: string): Promise<void> {
    return this.#sends.changed(handle)
  }
}
