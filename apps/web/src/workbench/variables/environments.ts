import type {
  Created,
  Done,
  EnvironmentSummary,
  EnvironmentsEvent,
  VariableCounts,
} from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import { problemOf } from '../../server-client/attempt.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'
import type { SessionAbove } from './show-session-above.ts'

/** A mirror of the environments that the server has. */
export interface EnvironmentsState {
  readonly environments: readonly EnvironmentSummary[]
  /** How many variables each place has; empty until they were counted. */
  readonly counts: VariableCounts
  /** The one whose variables sends use; null: none. */
  readonly activeId: string | null
  /** The one that is deleted after confirmation; null: none. */
  readonly deletingId: string | null
  /** The one whose name is being typed on its page; null: none. */
  readonly renamingId: string | null
  /** The new one whose name is typed for the first time: its first variable is next. */
  readonly newId: string | null
}

const initial: EnvironmentsState = {
  environments: [],
  counts: {},
  activeId: null,
  deletingId: null,
  renamingId: null,
  newId: null,
}

/** The environments and the commands on them, which report why they failed. */
export function createEnvironments(
  calls: ServerClient['environments'],
  { count }: Pick<ServerClient['variables'], 'count'>,
  { toasts, describeError }: Pick<WindowContext, 'toasts' | 'describeError'>,
  session: SessionAbove,
) {
  const store = createStore<EnvironmentsState>(() => initial)
  const { isDone, created } = createReporting({ toasts, describeError })

  /** Shown immediately; the event from the server decides. */
  async function activate(id: string | null): Promise<void> {
    const { activeId } = store.getState()
    store.setState({ activeId: id })
    if (!(await isDone(calls.activate({ id })))) return store.setState({ activeId })
    if (id === activeId || session.names().length === 0) return
    // Loaded when it is needed, as few visits of the page have values of scripts.
    const loaded = await import('./show-session-above.ts').catch(() => null)
    loaded?.showSessionAbove(session, toasts)
  }

  return {
    store,
    receive: ({ environments, activeId }: EnvironmentsEvent) => store.setState({ environments, activeId }),
    /** Counts variables for a list that is shown. Without an answer the old counts stay. */
    async countVariables(): Promise<void> {
      const counts = await count().catch(() => null)
      if (counts !== null) store.setState({ counts })
    },
    /**
     * A new environment whose name is free, to be typed over. It becomes active if none is. Resolves to its ID; null if it
     * could not be created, which a toast reports.
     */
    async create(): Promise<string | null> {
      const name = freeName(store.getState().environments)
      const id = await created(calls.create({ name, variables: [] }))
      store.setState({ renamingId: id, newId: id })
      if (id !== null && store.getState().activeId === null) void activate(id)
      return id
    },
    startRename: (id: string) => store.setState({ renamingId: id, newId: null }),
    endRename: () => store.setState({ renamingId: null }),
    /** Resolves to the reason why it was not renamed, for the field of the name; null if it was. */
    rename: (id: string, name: string) => problemOf(calls.rename({ id, name }), describeError),
    duplicate: (id: string) => created(calls.duplicate({ id })),
    activate,
    askToDelete: (id: string) => store.setState({ deletingId: id }),
    keep: () => store.setState({ deletingId: null }),
    /** Deletes what was asked about. */
    async confirmDelete(): Promise<void> {
      const { deletingId } = store.getState()
      store.setState({ deletingId: null })
      if (deletingId !== null) await isDone(calls.remove({ id: deletingId }))
    },
  }
}

/** What says why a command failed. */
function createReporting({ toasts, describeError }: Pick<WindowContext, 'toasts' | 'describeError'>) {
  /** Resolves to whether a command succeeded; a toast says why not. */
  async function isDone(change: Promise<Done | Created>): Promise<boolean> {
    const problem = await problemOf(change, describeError)
    if (problem !== null) toasts.showError('Not done', problem)
    return problem === null
  }

  async function created(creation: Promise<Created>): Promise<string | null> {
    if (!(await isDone(creation))) return null
    const created = await creation
    return created.state === 'created' ? created.id : null
  }

  return { isDone, created }
}

function freeName(environments: readonly EnvironmentSummary[]): string {
  const taken = new Set(environments.map(one => one.name))
  let name = 'New environment'
  for (let number = 2; taken.has(name); number++) name = `New environment ${number}`
  return name
}
