import type { EditedVariable, OpenedVariables } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'
import { hasChanges } from '../documents/document.ts'
import { isVariablesTab, type OpenTab } from '../tabs/request-tab.ts'
import { newVariablesTab, type VariableTabs } from '../tabs/variable-tabs.ts'
import { type VariablesTab, variablesAlone } from '../tabs/variables-tab.ts'
import type { Workbench } from '../workbench.ts'
import type { createEnvironments } from './environments.ts'

/** An environment that was read and has no tab. */
interface ReadEnvironment {
  /** The key of its undo history, also in the tab that it gets with the first edit. */
  readonly historyKey: string
  /** Null until it is read. */
  readonly opened: Pick<OpenedVariables, 'variables' | 'version'> | null
  readonly problem: string | null
}

export interface EnvironmentDraftsState {
  readonly read: Readonly<Record<string, ReadEnvironment>>
}

/** The variables of an environment as they are edited, in a tab or elsewhere. */
export interface EnvironmentDraft {
  readonly id: string
  /** The key of its undo history. */
  readonly historyKey: string
  /** Null until they are read. */
  readonly variables: readonly EditedVariable[] | null
  /** Why they cannot be read; null if they can. */
  readonly problem: string | null
  readonly isUnsaved: boolean
}

/** The stores that drafts of environments are in. */
export interface EnvironmentDraftStores {
  readonly workbench: Pick<Workbench, 'store' | 'closeWithoutAsking'>
  readonly variableTabs: Pick<VariableTabs, 'editVariables'>
  readonly environments: Pick<ReturnType<typeof createEnvironments>, 'store'>
}

/** Returns the draft of an environment: that of its tab, or what was read. */
export function environmentDraft(
  id: string,
  { read }: EnvironmentDraftsState,
  tabs: readonly OpenTab[],
): EnvironmentDraft {
  const tab = tabOf(tabs, id)
  if (tab === undefined) {
    const { historyKey = id, opened = null, problem = null } = read[id] ?? {}
    return { id, historyKey, variables: opened?.variables ?? null, problem, isUnsaved: false }
  }
  const variables = tab.state === 'open' ? tab.draft.variables : null
  return { id, historyKey: tab.draftId, variables, problem: tab.problem, isUnsaved: hasChanges(tab) }
}

/** The open tab of an environment. */
export function tabOf(tabs: readonly OpenTab[], id: string): VariablesTab | undefined {
  return tabs
    .filter(isVariablesTab)
    .find(({ place, isGone }) => place.kind === 'environment' && place.id === id && !isGone)
}

/**
 * Environments that are edited elsewhere than on their pages. The draft is that of the page: the first edit opens a
 * tab for it, in the background, which closes with the view if nothing in it is unsaved and nobody went to it.
 */
export class EnvironmentDrafts {
  readonly store = createStore<EnvironmentDraftsState>(() => ({ read: {} }))
  readonly #stores: EnvironmentDraftStores
  readonly #calls: Pick<ServerClient['variables'], 'open'>
  readonly #window: Pick<WindowContext, 'newId' | 'describeError'>
  /** The environments that views show, one list for each view. */
  readonly #watched = new Set<readonly string[]>()
  /** The tabs that an edit opened. */
  readonly #held = new Set<string>()

  constructor(
    stores: EnvironmentDraftStores,
    calls: Pick<ServerClient['variables'], 'open'>,
    window: Pick<WindowContext, 'newId' | 'describeError'>,
  ) {
    this.#stores = stores
    this.#calls = calls
    this.#window = window
    stores.environments.store.subscribe((state, before) => {
      if (state.environments !== before.environments) void this.#readAll(this.#watchedIds)
    })
    stores.workbench.store.subscribe(({ tabs, activeTabId }, before) => {
      if (activeTabId !== before.activeTabId) this.#held.delete(activeTabId ?? '')
      if (tabs !== before.tabs) this.#keepClosed(tabs, before.tabs)
    })
  }

  /** Reads environments and keeps them up to date, until the returned function is called. */
  watch(ids: readonly string[]): () => void {
    this.#watched.add(ids)
    void this.#readAll(ids)
    return () => {
      this.#watched.delete(ids)
      if (this.#watched.size > 0) return
      this.#closeHeld()
      this.store.setState({ read: {} })
    }
  }

  /** Changes the draft of an environment. */
  edit(id: string, variables: readonly EditedVariable[]): void {
    const tab = tabOf(this.#stores.workbench.store.getState().tabs, id) ?? this.#hold(id)
    if (tab !== undefined) this.#stores.variableTabs.editVariables(tab.id, variables)
  }

  get #watchedIds(): ReadonlySet<string> {
    return new Set([...this.#watched].flat())
  }

  #put(id: string, patch: Partial<ReadEnvironment>): void {
    this.store.setState(({ read }) => {
      const { historyKey = this.#window.newId(), opened = null } = read[id] ?? {}
      return { read: { ...read, [id]: { historyKey, opened, problem: null, ...patch } } }
    })
  }

  /** One after the other, so that other calls need not wait for many of them. */
  async #readAll(ids: Iterable<string>): Promise<void> {
    for (const id of ids) {
      if (tabOf(this.#stores.workbench.store.getState().tabs, id) !== undefined) continue
      try {
        const opened = await this.#calls.open({ place: { kind: 'environment', id } })
        this.#put(
          id,
          opened.state === 'opened' ? { opened } : { problem: `${opened.sentence} ${opened.nextStep}` },
        )
      } catch (error) {
        this.#put(id, { problem: this.#window.describeError(error) })
      }
    }
  }

  /** Keeps what a tab that closes has saved. */
  #keepClosed(tabs: readonly OpenTab[], before: readonly OpenTab[]): void {
    for (const id of this.#watchedIds) {
      const closed = tabOf(tabs, id) === undefined ? tabOf(before, id) : undefined
      if (closed?.state === 'open')
        this.#put(id, { opened: { variables: closed.saved.variables, version: closed.version } })
    }
  }

  #closeHeld(): void {
    const { workbench } = this.#stores
    for (const tab of workbench.store.getState().tabs.filter(isVariablesTab))
      if (this.#held.has(tab.id) && !hasChanges(tab)) workbench.closeWithoutAsking(tab.id)
    this.#held.clear()
  }

  /** Opens the tab of an environment in the background. Returns undefined if it is not read yet. */
  #hold(id: string): VariablesTab | undefined {
    const { historyKey, opened } = this.store.getState().read[id] ?? {}
    if (historyKey === undefined || opened == null) return undefined
    const { environments } = this.#stores.environments.store.getState()
    const name = environments.find(one => one.id === id)?.name ?? ''
    const place = { kind: 'environment', id } as const
    const { version } = opened
    const share = variablesAlone(opened.variables)
    const tab: VariablesTab = {
      ...newVariablesTab({ id: this.#window.newId(), place, name, wanted: null }),
      state: 'open',
      saved: share,
      draft: share,
      version,
      draftId: historyKey,
    }
    this.#held.add(tab.id)
    this.#stores.workbench.store.setState(({ tabs }) => ({ tabs: [...tabs, tab] }))
    return tab
  }
}
