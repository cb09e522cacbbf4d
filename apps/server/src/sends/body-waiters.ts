/** The readers of bodies that wait until the send that receives a body has changed. */
export class BodyWaiters {
  /** Each with the handle of the body that it waits for. */
  readonly #waiting = new Map<() => void, string>()

  /** Resolves when the send that receives a body has changed. */
  wait(handle: string): Promise<void> {
    return new Promise(resolve => this.#waiting.set(resolve, handle))
  }

  /** Lets all go on that wait for a body. */
  wake(handle: string | undefined): void {
    for (const [resolve, waitingFor] of this.#waiting) {
      if (waitingFor !== handle) continue
      this.#waiting.delete(resolve)
      resolve()
    }
  }
}
