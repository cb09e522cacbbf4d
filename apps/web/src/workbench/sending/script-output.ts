import type { ConsoleEvent, ShownConsoleLine, ShownSessionValue } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'

export interface ConsoleRow extends ShownConsoleLine {
  /** Increments. */
  readonly id: number
  readonly requestName: string
}

export interface ScriptOutput {
  /** What scripts, or the user from a data row, have set in this session (behaviour 4.5). */
  readonly values: readonly ShownSessionValue[]
  /** Oldest first. */
  readonly console: readonly ConsoleRow[]
}

/** More lines than anybody reads. */
const maxLines = 1000

/** The output of scripts besides the results of sends: session values and console lines. */
export function createScriptOutput(calls: ServerClient['sessionValues']) {
  const store = createStore<ScriptOutput>(() => ({ values: [], console: [] }))
  let lines = 0
  return {
    store,
    /** Sets the values of the data row that a result of a run was sent with. */
    setFromRow: calls.set,
    /** Takes back what `setFromRow` did. */
    undoSet: calls.undoSet,
    receiveValues: (values: readonly ShownSessionValue[]) => store.setState({ values }),
    /** Removes a value; an event notifies all windows. */
    removeValue: (name: string) => void calls.remove({ name }).catch(() => undefined),
    clearValues: () => void calls.clear().catch(() => undefined),
    receiveConsole({ requestName, lines: added }: ConsoleEvent): void {
      const rows = added.map(line => ({ ...line, requestName, id: ++lines }))
      store.setState(({ console }) => ({ console: [...console, ...rows].slice(-maxLines) }))
    },
    clearConsole: () => store.setState({ console: [] }),
  }
}
