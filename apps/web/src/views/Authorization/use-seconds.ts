import { useSyncExternalStore } from 'react'

/** Returns milliseconds since the epoch, in whole seconds; renders again every second. */
export function useSeconds(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / 1000)) * 1000
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, 1000)
  return () => clearInterval(timer)
}
