import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after this time, or at once when the signal is aborted. The engine's port `Wait`. */
export async function waitUnlessAborted(timeMs: number, signal: AbortSignal): Promise<void> {
  // Aborting ends the wait; the caller decides what follows.
  await sleep(timeMs, undefined, { signal }).catch(() => {})
}
