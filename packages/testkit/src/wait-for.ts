import { setTimeout as wait } from 'node:timers/promises'

/** The options of `waitFor`. */
export interface WaitForOptions {
  /** The time limit; 30,000 (default), as a busy machine may be slow. */
  readonly timeoutMs?: number
  /** The pause between two checks; 5 (default). */
  readonly intervalMs?: number
}

/**
 * Waits until a condition returns a value other than `undefined`, `null` and `false`, and resolves to that
 * value (0 is accepted). A condition that throws is checked again. Rejects after the time limit with an error
 * that names what was waited for, with the last thrown error as its cause.
 * @param description completes "waiting for …"; a function is called at the end, to describe the progress
 */
export async function waitFor<Value>(
  condition: () => Value | Promise<Value>,
  description: string | (() => string),
  options: WaitForOptions = {},
): Promise<Exclude<Value, undefined | null | false>> {
  const { timeoutMs = 30_000, intervalMs = 5 } = options
  const deadlineMs = performance.now() + timeoutMs
  let lastError: unknown
  for (;;) {
    try {
      const value = await condition()
      if (holds(value)) return value
      lastError = undefined
    } catch (error) {
      lastError = error
    }
    if (performance.now() >= deadlineMs) {
      const awaited = typeof description === 'string' ? description : description()
      throw new Error(`Gave up after ${timeoutMs} ms waiting for ${awaited}`, { cause: lastError })
    }
    await wait(intervalMs)
  }
}

function holds<Value>(value: Value): value is Exclude<Value, undefined | null | false> {
  return value !== undefined && value !== null && value !== false
}
