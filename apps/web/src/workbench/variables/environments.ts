import type { Created, Done, EnvironmentSummary, EnvironmentsEvent } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'

/** A mirror of the environments that the server has. */
export interface EnvironmentsState {
  readonly environments: readonly EnvironmentSummary[]
  /** The one whose variables sends use; null: none. */
  readonly activeId: string | null
  /** The one that is to be deleted once the user says so; null: none. */
  readonly deletingId: string | null
  /** The one whose name is being typed on its page; null: none. */
  readonly renamingId: string | null
}

export interface EnvironmentsPorts {
  create(name: string): Promise<Created>
  rename(id: string, name: string): Promise<Done>
  duplicate(id: string): Promise<Created>
  remove(id: string): Promise<Done>
  activate(id: string | null): Promise<Done>
  /** Told why something was not done. */
  notDone(reason: string): void
  describeError(error: unknown): string
}

/** The environments and the commands on them; each tells why where it is not done. */
export function createEnvironments(ports: EnvironmentsPorts) {
  const store = createStore<EnvironmentsState>(() => ({
    environments: [],
    activeId: null,
    deletingId: null,
    renamingId: null,
  }))

  /** The sentence that says why it was not done; null: it was. */
  async function faultOf(change: Promise<Done | Created>): Promise<string | null> {
    try {
      const result = await change
      return result.state === 'failed' ? `${result.sentence} ${result.nextStep}` : null
    } catch (error) {
      return ports.describeError(error)
    }
  }

  async function told(change: Promise<Done | Created>): Promise<boolean> {
    const fault = await faultOf(change)
    if (fault !== null) ports.notDone(fault)
    return fault === null
  }

  async function made(creation: Promise<Created>): Promise<string | null> {
    if (!(await told(creation))) return null
    const created = await creation
    return created.state === 'created' ? created.id : null
  }

  return {
    store,
    receive: ({ environments, activeId }: EnvironmentsEvent) => store.setState({ environments, activeId }),
    /**
     * A new environment whose name is free, to be typed over. Resolves to its id; null where it could not be
     * made, which is told.
     */
    async create(): Promise<string | null> {
      const taken = new Set(store.getState().environments.map(one => one.name))
      let name = 'New environment'
      for (let number = 2; taken.has(name); number++) name = `New environment ${number}`
      const id = await made(ports.create(name))
      store.setState({ renamingId: id })
      return id
    },
    startRename: (id: string) => store.setState({ renamingId: id }),
    endRename: () => store.setState({ renamingId: null }),
    /** Resolves to why it was not done, for the field that the name was typed in; null: it was. */
    rename: (id: string, name: string) => faultOf(ports.rename(id, name)),
    duplicate: (id: string) => made(ports.duplicate(id)),
    /** Shown at once; the news from the server has the last word. */
    async activate(id: string | null): Promise<void> {
      const { activeId } = store.getState()
      store.setState({ activeId: id })
      if (!(await told(ports.activate(id)))) store.setState({ activeId })
    },
    askToDelete: (id: string) => store.setState({ deletingId: id }),
    keep: () => store.setState({ deletingId: null }),
    /** Deletes what was asked about. */
    async confirmDelete(): Promise<void> {
      const { deletingId } = store.getState()
      store.setState({ deletingId: null })
      if (deletingId !== null) await told(ports.remove(deletingId))
    },
  }
}
