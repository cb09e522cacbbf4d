import { failed, ok, type Result, type StreamLimits } from '@parley/model'
import type { CompiledJsonQuery, JsonQuery } from '../../basics/format/json-query.ts'
import { longestWaitMs } from '../../basics/longest-wait-ms.ts'
import type { Wait } from '../../prepare/ports/engine-ports.ts'

/** Limits whose condition is compiled. */
export interface CheckedLimits extends Omit<StreamLimits, 'until'> {
  readonly until: JsonQuery | null
}

/** Returns a condition as `compileJsonCondition` does, whose code a host loads when it is needed. */
export type CompileCondition = (condition: string) => Promise<CompiledJsonQuery>

/** Compiles the condition of limits. Returns a sentence about a condition that is invalid. */
export async function checkLimits(
  limits: StreamLimits,
  compile: CompileCondition,
): Promise<Result<CheckedLimits, string>> {
  if (limits.until.trim() === '') return ok({ ...limits, until: null })
  const compiled = await compile(limits.until)
  if (compiled.isValid) return ok({ ...limits, until: compiled.query })
  return failed(`“${limits.until}” cannot be read at character ${compiled.position + 1}: ${compiled.reason}.`)
}

/** Counts what a stream or a WebSocket received, up to the first limit that it reaches. */
export class LimitCounter {
  readonly #limits: CheckedLimits
  readonly #wait: Wait
  readonly #end: () => void
  readonly #timer = new AbortController()
  #hasBegun = false
  #hasEnough = false
  #count = 0

  /** @param end - ends the send; called once, when a limit is reached */
  constructor(limits: CheckedLimits, wait: Wait, end: () => void) {
    this.#limits = limits
    this.#wait = wait
    this.#end = end
  }

  /** Whether a limit was reached. */
  get hasEnough(): boolean {
    return this.#hasEnough
  }

  get count(): number {
    return this.#count
  }

  /** Begins the time limit. Does nothing if called again. */
  begin(): void {
    if (this.#hasBegun) return
    this.#hasBegun = true
    const { forMs } = this.#limits
    if (forMs > 0) void this.#finishAfter(forMs)
  }

  /** Counts an event or a message by its data. Returns whether it reached a limit. */
  add(data: string): boolean {
    const { events, until } = this.#limits
    this.#count += 1
    const isCounted = events > 0 && this.#count >= events
    const isLast = isCounted || (until !== null && (until.matches(data) ?? []).length > 0)
    if (isLast) this.#finish()
    return isLast
  }

  /** Call when the send has ended. */
  stop(): void {
    this.#timer.abort()
  }

  async #finishAfter(timeMs: number): Promise<void> {
    await this.#wait(Math.min(timeMs, longestWaitMs), this.#timer.signal)
    if (!this.#timer.signal.aborted) this.#finish()
  }

  #finish(): void {
    this.#hasEnough = true
    this.stop()
    this.#end()
  }
}
