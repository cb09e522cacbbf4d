import type { PlainVariable } from '@parley/model'
import type { BranchContent, LibraryTree, OpenedBranch, SavedBranch } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { entriesById, type TreeEntry } from '../library/find-entry.ts'
import type { BranchSection, BranchTab } from './branch-tab.ts'
import { isDeepEqual } from './deep-equal.ts'
import { isBranchTab, isUnsaved } from './request-tab.ts'
import { createRowHistory } from './row-history.ts'
import type { ScriptPart } from './script-errors.ts'
import type { WorkbenchState } from './workbench.ts'

export interface BranchPagesState {
  /** A page whose file was changed outside since it was opened, with what stands there now. */
  readonly conflict: { readonly tabId: string; readonly theirs: OpenedBranch } | null
}

export interface BranchPagesPorts {
  readBranch(id: string): Promise<OpenedBranch>
  /** Null where it cannot be read right now. */
  readBranchIfThere(id: string): Promise<OpenedBranch | null>
  saveBranch(id: string, content: BranchContent, baseVersion: string | null): Promise<SavedBranch>
  /** Does something that other saves must not overtake. */
  afterOthers<Value>(task: () => Promise<Value>): Promise<Value>
  /** Told why a page stays unsaved, or cannot be opened. */
  failed(title: string, text: string): void
  describeError(error: unknown): string
  newId(): string
}

/** The open pages of collections and folders: what their requests inherit, and their docs (spec 2.5). */
export function createBranchPages(workbench: StoreApi<WorkbenchState>, ports: BranchPagesPorts) {
  const store = createStore<BranchPagesState>(() => ({ conflict: null }))
  const pages = () => workbench.getState().tabs.filter(isBranchTab)
  const find = (tabId: string | null) => pages().find(page => page.id === tabId)
  const change = (tabId: string, next: (page: BranchTab) => BranchTab) =>
    workbench.setState(({ tabs }) => ({
      tabs: tabs.map(tab => (tab.id === tabId && isBranchTab(tab) ? next(tab) : tab)),
    }))

  async function saveOver(tabId: string, baseVersion: string | null): Promise<boolean> {
    const page = find(tabId)
    if (page === undefined) return false
    const { draft } = page
    try {
      const saved = await ports.saveBranch(page.source.branchId, draft, baseVersion)
      if (saved.state === 'failed') ports.failed('Not saved', `${saved.sentence} ${saved.nextStep}`)
      else if (saved.state === 'changed') store.setState({ conflict: { tabId, theirs: saved.theirs } })
      else change(tabId, one => ({ ...one, saved: draft, version: saved.version }))
      return saved.state === 'saved'
    } catch (error) {
      ports.failed('Not saved', ports.describeError(error))
      return false
    }
  }

  /** Takes over what stands in the file, as far as that loses nothing that was typed. */
  function refresh(branchId: string): Promise<void> {
    return ports.afterOthers(async () => {
      const open = pages().filter(page => page.source.branchId === branchId)
      if (open.length === 0) return
      const opened = await ports.readBranchIfThere(branchId).catch(() => null)
      if (opened !== null) for (const { id } of open) change(id, page => withFile(page, opened))
    })
  }

  /** Opens the page of a collection or folder, or activates the tab that it is open in. */
  async function open({ node, path, parentId }: TreeEntry): Promise<void> {
    if (node.kind === 'http') return
    const isOpen = (page: BranchTab) => page.source.branchId === node.id
    const known = pages().find(isOpen)
    if (known !== undefined) return workbench.setState({ activeTabId: known.id })
    try {
      const { content, version } = await ports.readBranch(node.id)
      // It may have been asked for twice.
      const meanwhile = pages().find(isOpen)
      const page =
        meanwhile ??
        newPage(ports.newId(), node.kind, { branchId: node.id, parentId, path }, content, version)
      workbench.setState(({ tabs }) => ({
        tabs: meanwhile === undefined ? [...tabs, page] : tabs,
        activeTabId: page.id,
      }))
    } catch (error) {
      ports.failed(`${node.name} was not opened`, ports.describeError(error))
    }
  }

  async function hasVariable(branchId: string, name: string): Promise<boolean> {
    const opened = await ports.readBranchIfThere(branchId).catch(() => null)
    return opened?.content.defaults.variables.some(variable => variable.name === name) ?? false
  }

  /** Opens the page of a collection or folder at its variables. */
  async function openVariables(entry: TreeEntry): Promise<void> {
    await open(entry)
    const page = find(workbench.getState().activeTabId)
    if (page !== undefined) change(page.id, one => ({ ...one, section: 'variables' }))
  }

  return {
    store,
    /** What was done in the tables of variables, and can be undone. */
    variableHistory: createRowHistory<PlainVariable>(isDeepEqual),
    refresh,
    open,
    /** Opens the page of the nearest branch from `parentId` up that has a variable, else that of the collection. */
    async openVariable(tree: LibraryTree, parentId: string, name: string): Promise<void> {
      const entries = entriesById(tree)
      let entry = entries.get(parentId)
      while (entry !== undefined && entry.parentId !== null && !(await hasVariable(entry.node.id, name)))
        entry = entries.get(entry.parentId)
      if (entry !== undefined) await openVariables(entry)
    },
    openVariables,
    edit: (tabId: string, next: (draft: BranchContent) => BranchContent) =>
      change(tabId, page => ({ ...page, draft: next(page.draft) })),
    chooseSection: (tabId: string, section: BranchSection) => change(tabId, page => ({ ...page, section })),
    chooseScriptPart: (tabId: string, scriptPart: ScriptPart) =>
      change(tabId, page => ({ ...page, scriptPart })),
    /** True once it is saved. */
    save: (tabId: string): Promise<boolean> =>
      ports.afterOthers(async () => {
        const page = find(tabId)
        return page !== undefined && saveOver(tabId, page.version)
      }),
    /** Writes this page over what stands in the file now. */
    async keepMine(): Promise<void> {
      const { conflict } = store.getState()
      store.setState({ conflict: null })
      if (conflict !== null) await saveOver(conflict.tabId, conflict.theirs.version)
    },
    /** Takes what stands in the file in the place of what was typed. */
    takeTheirs(): void {
      const { conflict } = store.getState()
      store.setState({ conflict: null })
      if (conflict === null) return
      const { content, version } = conflict.theirs
      change(conflict.tabId, page => ({ ...page, saved: content, draft: content, version }))
    },
    decideLater: () => store.setState({ conflict: null }),
    /** The library as it is now: pages follow renames, moves and their files, and stay where theirs is deleted. */
    follow(tree: LibraryTree): void {
      const entries = entriesById(tree)
      for (const { id, source, isLost } of pages()) {
        const entry = entries.get(source.branchId)
        if (isLost !== (entry === undefined)) change(id, page => ({ ...page, isLost: entry === undefined }))
        if (entry === undefined) continue
        const { path, parentId } = entry
        const present = { branchId: source.branchId, parentId, path }
        if (!isDeepEqual(present, source)) change(id, page => ({ ...page, source: present }))
        void refresh(source.branchId)
      }
    },
  }
}

function newPage(
  id: string,
  kind: BranchTab['kind'],
  source: BranchTab['source'],
  content: BranchContent,
  version: string | null,
): BranchTab {
  return {
    kind,
    id,
    source,
    isLost: false,
    saved: content,
    version,
    draft: content,
    draftId: id,
    section: 'docs',
    scriptPart: 'preRequest',
  }
}

function withFile(page: BranchTab, { content, version }: OpenedBranch): BranchTab {
  if (isDeepEqual(content, page.saved)) return { ...page, version }
  // The same file: only its secrets may be others, for they stand beside it.
  if (page.version === version) return withSecrets(page, content.defaults.auth)
  if (!isUnsaved(page)) return { ...page, saved: content, draft: content, version }
  const isOtherName = isDeepEqual({ ...content, name: page.saved.name }, page.saved)
  // What else differs is for the user to decide, once it is saved.
  return isOtherName
    ? { ...page, saved: content, draft: { ...page.draft, name: content.name }, version }
    : page
}

function withSecrets(page: BranchTab, auth: BranchContent['defaults']['auth']): BranchTab {
  const withAuth = (content: BranchContent) => ({ ...content, defaults: { ...content.defaults, auth } })
  const isAsSaved = isDeepEqual(page.draft.defaults.auth, page.saved.defaults.auth)
  return { ...page, saved: withAuth(page.saved), draft: isAsSaved ? withAuth(page.draft) : page.draft }
}
