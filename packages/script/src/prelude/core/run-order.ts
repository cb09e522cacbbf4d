import { callHost } from '../host.ts'
import { view } from './run-state.ts'

/** Requests of scripts to the collection runner, which a single send ignores (product decisions). */
export const runOrder = {
  /** Sets the next request, by name or id; null ends the iteration. */
  setNextRequest(name: unknown): void {
    callHost('next-request', name === null || name === undefined ? null : String(name))
  },
  /** Prevents the request of a pre-request script from being sent. */
  skipRequest(): void {
    callHost('skip-request')
  },
  stopExecution(): void {
    callHost('stop-run')
  },
}

/** Returns the data row of this iteration, each value with its type in the data file. */
export function iterationValues(): ReadonlyMap<string, unknown> {
  const rows = view().scopes.filter(scope => scope.name === 'iteration')
  return new Map(
    rows.flatMap(scope =>
      scope.values.map(({ name, text, json }) => [name, json === null ? text : JSON.parse(json)] as const),
    ),
  )
}
