import { setTimeout as sleep } from 'node:timers/promises'

/** A call returns within 100 ms; what is not ready by then goes on, and the page asks again. */
const maxWaitMs = 60

/** `later` where it is not there within the time of a call. */
export function soon<Value>(made: Promise<Value>): Promise<Value | 'later'> {
  return Promise.race([made, waitAtMost().then(() => 'later' as const)])
}

/** Resolves when a call must answer. */
export function waitAtMost(): Promise<void> {
  return sleep(maxWaitMs, undefined, { ref: false })
}
