/** Milliseconds that a script may take (spec 8; product decisions, Clocks). */
export interface ScriptBudget {
  /** Time in the script, and time in which it waits for nothing but itself. */
  readonly ownMs: number
  /** Idle time while a request is out. */
  readonly requestMs: number
}

export const defaultScriptBudget: ScriptBudget = { ownMs: 5_000, requestMs: 30_000 }

/** `running`: inside the script; `idle`: waiting for a timer; `requesting`: waiting for an answer. */
export type ClockState = 'running' | 'idle' | 'requesting'

/** Two budgets, of which the state says which one runs down. Times are those of {@link absoluteMs}. */
export class ScriptClock {
  #ownLeftMs: number
  #requestLeftMs: number
  #state: ClockState = 'idle'
  #since: number
  readonly #now: () => number

  constructor(budget: ScriptBudget, now: () => number) {
    this.#ownLeftMs = budget.ownMs
    this.#requestLeftMs = budget.requestMs
    this.#now = now
    this.#since = now()
  }

  /** Goes on in another state and gives the time at which it is over. */
  enter(state: ClockState): number {
    const now = this.#now()
    const left = this.#leftMs(now)
    if (this.#state === 'requesting') this.#requestLeftMs = left
    else this.#ownLeftMs = left
    this.#state = state
    this.#since = now
    return now + this.#leftMs(now)
  }

  isOver(): boolean {
    return this.#leftMs(this.#now()) <= 0
  }

  #leftMs(now: number): number {
    return (this.#state === 'requesting' ? this.#requestLeftMs : this.#ownLeftMs) - (now - this.#since)
  }
}

/** A clock that all threads of a process share and that no change of the system's time moves. */
export function absoluteMs(): number {
  return performance.timeOrigin + performance.now()
}
