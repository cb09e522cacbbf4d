/** The time limits of a script in milliseconds (spec 8; product decisions, Clocks). */
export interface ScriptBudget {
  /** Time in the script, and waiting time without a pending request. */
  readonly ownMs: number
  /** Waiting time with a pending request. */
  readonly requestMs: number
}

export const defaultScriptBudget: ScriptBudget = { ownMs: 5_000, requestMs: 30_000 }

/** `running`: inside the script; `idle`: waiting for a timer; `requesting`: waiting for a response. */
export type ClockState = 'running' | 'idle' | 'requesting'

/** Tracks two budgets; the state decides which one is used. Times are those of {@link absoluteMs}. */
export class ScriptClock {
  readonly #budget: ScriptBudget
  #ownLeftMs: number
  #requestLeftMs: number
  #state: ClockState = 'idle'
  #since: number
  readonly #now: () => number

  constructor(budget: ScriptBudget, now: () => number) {
    this.#budget = budget
    this.#ownLeftMs = budget.ownMs
    this.#requestLeftMs = budget.requestMs
    this.#now = now
    this.#since = now()
  }

  /** Enters a state and returns the time at which its budget ends. */
  enter(state: ClockState): number {
    const now = this.#now()
    const left = this.#leftMs(now)
    if (this.#state === 'requesting') this.#requestLeftMs = left
    else this.#ownLeftMs = left
    this.#state = state
    this.#since = now
    return now + this.#leftMs(now)
  }

  /** Returns the budget that the present state uses. */
  get budgetMs(): number {
    return this.#state === 'requesting' ? this.#budget.requestMs : this.#budget.ownMs
  }

  isOver(): boolean {
    return this.#leftMs(this.#now()) <= 0
  }

  #leftMs(now: number): number {
    return (this.#state === 'requesting' ? this.#requestLeftMs : this.#ownLeftMs) - (now - this.#since)
  }
}

/**
 * Returns the time of a clock that all threads of a process share and that ignores changes of the system's
 * time.
 */
export function absoluteMs(): number {
  return performance.timeOrigin + performance.now()
}
