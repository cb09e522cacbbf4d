/** Whether a frame was taken by the connection. */
type IsTaken = boolean

interface WaitingFrame {
  readonly bytes: Uint8Array
  readonly take: (isTaken: IsTaken) => void
}

/** The messages of a call on their way out. What was sent is kept until the server answers, as another round repeats it. */
export class OutgoingFrames {
  readonly #frames: WaitingFrame[] = []
  #isEnded = false
  #isAnswered = false
  #wake: () => void = () => {}

  /** Whether more can be added. */
  get isOpen(): boolean {
    return !this.#isEnded
  }

  /** Adds a message with its prefix. Resolves when the connection has taken it; with false if the call ended before. */
  add(bytes: Uint8Array): Promise<IsTaken> {
    if (this.#isEnded) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<IsTaken>()
    this.#frames.push({ bytes, take: resolve })
    this.#wake()
    return promise
  }

  /** The server has answered, so that no other round will follow. */
  markAnswered(): void {
    this.#isAnswered = true
  }

  /** Says that nothing more will be added. */
  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  /** The call is over: what was not sent will not be. */
  close(): void {
    this.end()
    for (const { take } of this.#frames.splice(0)) take(false)
  }

  /** Yields the messages as they are added, from the first one that is kept. */
  async *pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    let at = 0
    for (;;) {
      const next = this.#frames[at]
      if (next !== undefined) {
        yield next.bytes
        next.take(true)
        if (this.#isAnswered) this.#frames.splice(0, at + 1)
        at = this.#isAnswered ? 0 : at + 1
      } else if (this.#isEnded) return
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
  }
}
