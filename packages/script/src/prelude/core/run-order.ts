import { callHost } from '../host.ts'
import { view } from './run-state.ts'

/** What scripts ask of a run of a collection; a single send gives no heed to it (product decisions). */
export const runOrder = {
  /** The request to go on with, by its name or id; null ends the iteration. */
  setNextRequest(name: unknown): void {
    callHost('next-request', name === null || name === undefined ? null : String(name))
  },
  /** The request of a pre-request script is not sent. */
  skipRequest(): void {
    callHost('skip-request')
  },
  stopExecution(): void {
    callHost('stop-run')
  },
}

/** The data row of this iteration, each value in the type that it has in the data file. */
export function iterationValues(): ReadonlyMap<string, unknown> {
  const rows = view().scopes.filter(scope => scope.name === 'iteration')
  return new Map(
    rows.flatMap(scope =>
      scope.values.map(({ name, text, json }) => [name, json === null ? text : JSON.parse(json)] as const),
    ),
  )
}
