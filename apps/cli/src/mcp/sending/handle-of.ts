import type { RunResult } from '@parley/engine'

/** Returns the handle of the body of a response; empty if there is none. */
export function handleOf({ outcome }: RunResult): string {
  if (outcome === null) return ''
  const response = outcome.ok ? outcome.value.exchange.response : outcome.failure.response
  return response?.content.handle ?? ''
}
