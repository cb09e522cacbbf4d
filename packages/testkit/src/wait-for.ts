import { setTimeout as wait } from 'node:timers/promises'

/** How `waitFor` waits. */
export interface WaitForOptions {
  /** After so long it gives up; 5000 by default. */
  readonly timeoutMs?: number
  /** The pause between two looks; 5 by default. */
  readonly intervalMs?: number
}

/**
 * Waits until a condition holds and resolves to what it returned. Holds: anything but `undefined`, `null`
 * and `false`, so that a count of 0 is a value. A condition that throws does not hold yet.
 * Rejects past the deadline with an error that names what was waited for, the last thrown error as its cause.
 * @param description completes "waiting for …"; a function is called at the deadline, to tell how far things came
 */
export async function waitFor<Value>(
  condition: () => Value | Promise<Value>,
  description: string | (() => string),
  options: WaitForOptions = {},
): Promise<Exclude<Value, undefined | null | false>> {
  const { timeoutMs = 5000, intervalMs = 5 } = options
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
