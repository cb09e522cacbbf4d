/** The time limits of a script in milliseconds (behaviour 8; behaviour, Clocks). */
export interface ScriptBudget {
  /** Time in the script, and waiting time without a pending request. */
  readonly ownMs: number
  /** Waiting time with a pending request. */
  readonly requestMs: number
}

export const defaultScriptBudget: ScriptBudget = { ownMs: 5_000, requestMs: 30_000 }

/** `running`: inside the script; `idle`: waiting for a timer; `requesting`: waiting for a response. */
export type ClockState = 'running' | 'idle' | 'requesting'

/** The clocks that a budget is measured with, in milliseconds. */
export interface ScriptTimes {
  /** The time that has passed; that of {@link absoluteMs}. */
  now(): number
  /** The processor time of this thread, so that other programs of a busy machine take nothing from a script. */
  cpu(): number
}

/** The clocks of the thread that calls them. */
export const threadTimes: ScriptTimes = {
  now: absoluteMs,
  cpu() {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
}

/**
 * Tracks two budgets; the state decides which one is used. Running is measured as processor time, waiting by the
 * clock; both count against the same budget (behaviour 8).
 */
export class ScriptClock {
  readonly #budget: ScriptBudget
  #ownLeftMs: number
  #requestLeftMs: number
  #state: ClockState = 'idle'
  #since: number
  readonly #times: ScriptTimes

  constructor(budget: ScriptBudget, times: ScriptTimes) {
    this.#budget = budget
    this.#ownLeftMs = budget.ownMs
    this.#requestLeftMs = budget.requestMs
    this.#times = times
    this.#since = times.now()
  }

  /** Enters a state and returns the time at which its budget ends if nothing else runs. */
  enter(state: ClockState): number {
    const left = this.leftMs()
    if (this.#state === 'requesting') this.#requestLeftMs = left
    else this.#ownLeftMs = left
    this.#state = state
    this.#since = this.#measured()
    return this.#times.now() + (state === 'requesting' ? this.#requestLeftMs : this.#ownLeftMs)
  }

  /** Returns the budget that the present state uses. */
  get budgetMs(): number {
    return this.#state === 'requesting' ? this.#budget.requestMs : this.#budget.ownMs
  }

  /** Returns how much is left of the budget of the present state. */
  leftMs(): number {
    const left = this.#state === 'requesting' ? this.#requestLeftMs : this.#ownLeftMs
    return left - (this.#measured() - this.#since)
  }

  isOver(): boolean {
    return this.leftMs() <= 0
  }

  #measured(): number {
    return this.#state === 'running' ? this.#times.cpu() : this.#times.now()
  }
}

/**
 * Returns the time of a clock that all threads of a process share and that ignores changes of the system's
 * time.
 */
export function absoluteMs(): number {
  return performance.timeOrigin + performance.now()
}
