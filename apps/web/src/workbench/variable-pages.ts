import { shownName } from '@parley/model'
import type {
  Created,
  EditedVariable,
  EnvironmentSummary,
  OpenedVariables,
  ReadVariables,
  SavedVariables,
  ScopedVariable,
  VariablesPlace,
} from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import { isDeepEqual } from './deep-equal.ts'
import { createRowHistory } from './row-history.ts'

/** What a page shows: the variables of a place, or the values of the session. */
export type PagePlace = VariablesPlace | { readonly kind: 'session' }

/** An open page of variables. */
export interface VariablesPage {
  readonly id: string
  readonly place: PagePlace
  /** Of an environment, as it was last called; else empty. */
  readonly name: string
  readonly state: 'reading' | 'open'
  /** Why it could not be read, as a sentence; null: it could. */
  readonly problem: string | null
  readonly saved: readonly EditedVariable[]
  readonly draft: readonly EditedVariable[]
  readonly version: string | null
  /** The variable whose row gets the focus; another object each time. */
  readonly wanted: { readonly name: string } | null
  /** Its environment is not in the workspace any more: Save makes it anew. */
  readonly isGone: boolean
}

export interface VariablePagesState {
  readonly pages: readonly VariablesPage[]
  /** Null: a request is shown. */
  readonly activePageId: string | null
  /** Those that are to close; the first one has unsaved changes and waits for an answer. */
  readonly closing: readonly string[]
  /** A page whose file was changed outside since it was opened, with what stands there now. */
  readonly conflict: { readonly pageId: string; readonly theirs: OpenedVariables } | null
}

export interface VariablePagesPorts {
  open(place: VariablesPlace): Promise<ReadVariables>
  save(
    place: VariablesPlace,
    variables: readonly EditedVariable[],
    baseVersion: string | null,
  ): Promise<SavedVariables>
  create(name: string, variables: readonly EditedVariable[]): Promise<Created>
  /** Told that a page is shown in the place of a request. */
  onShow(): void
  /** Told that no page is shown any more: a request may be. */
  onLeave(): void
  notSaved(reason: string): void
  describeError(error: unknown): string
}

/** The pages of variables and the commands on them (spec 2.6). */
export function createVariablePages(ports: VariablePagesPorts) {
  const store = createStore<VariablePagesState>(() => ({
    pages: [],
    activePageId: null,
    closing: [],
    conflict: null,
  }))
  const find = (id: string | null) => store.getState().pages.find(page => page.id === id)
  const change = (id: string, update: (page: VariablesPage) => VariablesPage) =>
    store.setState(({ pages }) => ({ pages: pages.map(page => (page.id === id ? update(page) : page)) }))
  let known: { readonly environments: readonly EnvironmentSummary[]; readonly activeId: string | null } = {
    environments: [],
    activeId: null,
  }

  /** What was done in the tables, and can be undone. */
  const history = createRowHistory<EditedVariable>(isDeepEqual)
  /** Counts up with each read and save of a page: the answer to an earlier read is out of date. */
  const turns = new Map<string, number>()
  function nextTurn(id: string): number {
    const turn = (turns.get(id) ?? 0) + 1
    turns.set(id, turn)
    return turn
  }

  async function read(id: string): Promise<void> {
    const place = find(id)?.place
    if (place === undefined || place.kind === 'session') return
    const turn = nextTurn(id)
    const changeInTurn: typeof change = (pageId, update) => {
      if (turns.get(id) === turn) change(pageId, update)
    }
    const fail = (problem: string) => changeInTurn(id, page => (page.isGone ? page : { ...page, problem }))
    try {
      const opened = await ports.open(place)
      if (opened.state === 'failed') fail(`${opened.sentence} ${opened.nextStep}`)
      else changeInTurn(id, page => withOpened(page, opened))
    } catch (error) {
      fail(ports.describeError(error))
    }
  }

  function show(id: string): void {
    store.setState({ activePageId: id })
    ports.onShow()
  }

  function remove(id: string): void {
    const { pages, activePageId } = store.getState()
    const index = pages.findIndex(page => page.id === id)
    if (index < 0) return
    const rest = pages.filter(page => page.id !== id)
    store.setState({ pages: rest })
    if (activePageId !== id) return
    const neighbour = rest[Math.min(index, rest.length - 1)]
    store.setState({ activePageId: neighbour?.id ?? null })
    if (neighbour === undefined) ports.onLeave()
  }

  /** Closes page after page; one with unsaved changes stops the row until the question is answered. */
  function closePages(ids: readonly string[]): void {
    for (const [index, id] of ids.entries()) {
      const page = find(id)
      if (page !== undefined && isPageUnsaved(page)) {
        store.setState({ closing: ids.slice(index) })
        show(id)
        return
      }
      remove(id)
    }
    store.setState({ closing: [] })
  }

  async function saveOver(id: string, baseVersion: string | null): Promise<void> {
    const page = find(id)
    if (page === undefined || page.place.kind === 'session') return
    const { draft, place } = page
    try {
      if (page.isGone) return await saveAnew(page)
      const saved = await ports.save(place, draft, baseVersion)
      nextTurn(id)
      if (saved.state === 'failed') ports.notSaved(`${saved.sentence} ${saved.nextStep}`)
      else if (saved.state === 'saved') change(id, one => ({ ...one, saved: draft, version: saved.version }))
      else if (isDeepEqual(saved.theirs.variables, draft))
        change(id, one => ({ ...one, saved: draft, version: saved.theirs.version }))
      else store.setState({ conflict: { pageId: id, theirs: saved.theirs } })
    } catch (error) {
      ports.notSaved(ports.describeError(error))
    }
  }

  async function saveAnew({ id, name, draft }: VariablesPage): Promise<void> {
    const created = await ports.create(name, draft)
    if (created.state === 'failed') {
      ports.notSaved(`${created.sentence} ${created.nextStep}`)
      return
    }
    const place = { kind: 'environment', id: created.id } as const
    change(id, one => ({ ...one, place, saved: draft, isGone: false, version: null }))
    await read(id)
  }

  let last: Promise<void> = Promise.resolve()
  /** A save that overtakes another one would take its file for changed by somebody else. */
  function afterOthers(task: () => Promise<void>): Promise<void> {
    last = last.then(task)
    return last
  }

  function open(place: PagePlace, wantedName: string | null = null): void {
    const wanted = wantedName === null ? null : { name: wantedName }
    const opened = store.getState().pages.find(page => isDeepEqual(page.place, place))
    if (opened !== undefined) {
      if (wanted !== null) change(opened.id, page => ({ ...page, wanted }))
      show(opened.id)
      return
    }
    const id = pageIdOf(place)
    const name = environmentName(place, known.environments) ?? ''
    const state = place.kind === 'session' ? 'open' : 'reading'
    const page = {
      id,
      place,
      name,
      state,
      problem: null,
      saved: [],
      draft: [],
      version: null,
      wanted,
    } as const
    store.setState(({ pages }) => ({ pages: [...pages, { ...page, isGone: false }] }))
    show(id)
    void read(id)
  }

  return {
    store,
    history,
    /** Opens the page of a place, or shows the one that is open, with the focus on a variable. */
    open,
    /** Puts the pages that were open before those that are open now. */
    restore(restored: readonly VariablesPage[]): void {
      const open = new Set(store.getState().pages.map(({ id }) => id))
      store.setState(({ pages }) => ({ pages: [...restored.filter(({ id }) => !open.has(id)), ...pages] }))
      for (const { id } of restored) void read(id)
    },
    /** Reads a page again that could not be read. */
    reread: (id: string) => void read(id),
    activate: show,
    /** A request is shown now. */
    leave: () => store.setState({ activePageId: null }),
    edit: (id: string, draft: readonly EditedVariable[]) => change(id, page => ({ ...page, draft })),
    /** Over the file, unless another program changed it meanwhile: then the user decides. */
    save: (id: string) => afterOthers(async () => saveOver(id, find(id)?.version ?? null)),
    /** Closes, or asks first where there are unsaved changes. */
    close: (id: string) => closePages([id]),
    closeOthers: (id: string | null) =>
      closePages(store.getState().pages.flatMap(page => (page.id === id ? [] : [page.id]))),
    /** Closes the one that was asked about, and goes on with what else is to close. */
    discardClosing(): void {
      const [id, ...rest] = store.getState().closing
      if (id !== undefined) remove(id)
      closePages(rest)
    },
    /** Saves the one that was asked about; once that is done, it closes and so does what else is to close. */
    async saveClosing(): Promise<void> {
      const ids = store.getState().closing
      store.setState({ closing: [] })
      const [id] = ids
      if (id === undefined) return
      await afterOthers(async () => saveOver(id, find(id)?.version ?? null))
      const page = find(id)
      if (page !== undefined && !isPageUnsaved(page)) closePages(ids)
    },
    keepClosing: () => store.setState({ closing: [] }),
    keepMine(): Promise<void> {
      const { conflict } = store.getState()
      store.setState({ conflict: null })
      if (conflict === null) return Promise.resolve()
      return afterOthers(() => saveOver(conflict.pageId, conflict.theirs.version))
    },
    /** Takes what stands in the file in the place of what was typed; undo in the table brings that back. */
    takeTheirs(): void {
      const { conflict } = store.getState()
      store.setState({ conflict: null })
      if (conflict === null) return
      const { variables, version } = conflict.theirs
      history.record(conflict.pageId, find(conflict.pageId)?.draft ?? variables, variables)
      change(conflict.pageId, page => ({ ...page, saved: variables, draft: variables, version }))
    },
    decideLater: () => store.setState({ conflict: null }),
    /** Variables, or the environments, may be others: pages without changes of their own follow. */
    receive(news: typeof known): void {
      known = news
      for (const page of store.getState().pages) {
        if (page.place.kind === 'session') continue
        const name = environmentName(page.place, news.environments)
        const isGone = page.place.kind === 'environment' && name === null
        if (isGone && !isPageUnsaved(page) && page.state === 'open') remove(page.id)
        else change(page.id, one => ({ ...one, name: name ?? one.name, isGone }))
        if (!isGone) void read(page.id)
      }
    },
    /**
     * Opens the page on which a variable is edited, with the focus on it. False where its scope has no page: those
     * of a send, and those of collections and folders, whose pages are opened by their own command.
     */
    openVariable({ scope, name }: Pick<ScopedVariable, 'scope' | 'name'>): boolean {
      const place = placeOfScope(scope, known.activeId)
      if (place !== null) open(place, name)
      return place !== null
    },
  }
}

/** Whether `openVariable` has a page for a scope. */
export function isScopeOpenable(scope: ScopedVariable['scope']): boolean {
  return scope === 'environment' || scope === 'workspace' || scope === 'global' || scope === 'session'
}

/** Unsaved changes are derived, never stored. */
export function isPageUnsaved(page: VariablesPage): boolean {
  return !isDeepEqual(page.saved, page.draft)
}

/** The name in the tab strip. */
export function pageTitle({ place, name }: VariablesPage): string {
  if (place.kind === 'environment') return shownName(name)
  return pageTitles[place.kind]
}

/** What the pages that are no environment are called. */
export const pageTitles = { global: 'Global', workspace: 'Workspace', session: 'Session values' } as const

function placeOfScope(scope: ScopedVariable['scope'], activeId: string | null): PagePlace | null {
  if (scope === 'environment') return activeId === null ? null : { kind: 'environment', id: activeId }
  return scope === 'workspace' || scope === 'global' || scope === 'session' ? { kind: scope } : null
}

function environmentName(place: PagePlace, environments: readonly EnvironmentSummary[]): string | null {
  return place.kind === 'environment' ? (environments.find(one => one.id === place.id)?.name ?? null) : ''
}

function pageIdOf(place: PagePlace): string {
  return place.kind === 'environment' ? `environment/${place.id}` : place.kind
}

/** What was typed stays; where the file says what it said before, a save may go over it. */
function withOpened(page: VariablesPage, { variables, version }: OpenedVariables): VariablesPage {
  const isOpen = page.state === 'open' && page.problem === null
  if (isOpen && isPageUnsaved(page)) return isDeepEqual(variables, page.saved) ? { ...page, version } : page
  // The same objects, so that the table's undo goes on.
  const same = isOpen && isDeepEqual(variables, page.draft)
  const shown = same ? {} : { saved: variables, draft: variables }
  return { ...page, ...shown, version, state: 'open', problem: null }
}
