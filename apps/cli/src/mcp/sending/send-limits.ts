import { RefusedCall } from '../refusal.ts'

const mostAtOnce = 4
const minuteMs = 60_000

/** Limits the sends of agents: at most 4 calls send at a time, and only a number of requests a minute. */
export class SendLimits {
  readonly #perMinute: number
  readonly #now: () => number
  #running = 0
  readonly #waiting: (() => void)[] = []
  #sentAt: { readonly at: number; readonly count: number }[] = []

  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute
    this.#now = now
  }

  /**
   * Runs a task that sends this many requests, after those before it.
   * @throws RefusedCall if they are too many for this minute
   */
  async run<Value>(count: number, task: () => Promise<Value>): Promise<Value> {
    this.#take(count)
    if (this.#running < mostAtOnce) this.#running += 1
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    try {
      return await task()
    } finally {
      // The next one takes this place, so that no other one can come between.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #take(count: number): void {
    const now = this.#now()
    this.#sentAt = this.#sentAt.filter(({ at }) => at > now - minuteMs)
    const sent = this.#sentAt.reduce((total, one) => total + one.count, 0)
    if (sent + count > this.#perMinute) {
      const nextStep =
        count > this.#perMinute
          ? 'Send fewer of them, or ask the user to raise --sends-per-minute.'
          : `Wait ${Math.ceil(((this.#sentAt[0]?.at ?? now) + minuteMs - now) / 1000)} s, then try again.`
      throw new RefusedCall(
        'TOO_MANY_SENDS',
        `Agents may send ${this.#perMinute} requests a minute, and ${sent} of them were sent.`,
        nextStep,
      )
    }
    this.#sentAt.push({ at: now, count })
  }
}
