import { useSyncExternalStore } from 'react'
import { secondsUntil } from '../../workbench/request/describe-expiry.ts'

/** Often enough that a second begins when it does. */
const stepMs = 250

/** Returns the whole seconds until a time, in milliseconds since the epoch; renders again when they change. */
export function useSecondsUntil(at: number | null): number {
  return useSyncExternalStore(subscribe, () => (at === null ? 0 : secondsUntil(at, Date.now())))
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, stepMs)
  return () => clearInterval(timer)
}
