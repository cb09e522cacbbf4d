import { setTimeout as sleep } from 'node:timers/promises'

/** A call returns within 100 ms. What is not ready by then continues, and the page asks again. */
const maxWaitMs = 60

/** Resolves to the value, or to `later` if it is not ready within the time of a call. */
export function valueOrLater<Value>(made: Promise<Value>): Promise<Value | 'later'> {
  return Promise.race([made, waitForCallLimit().then(() => 'later' as const)])
}

/** Resolves when a call must return. */
export function waitForCallLimit(): Promise<void> {
  return sleep(maxWaitMs, undefined, { ref: false })
}
