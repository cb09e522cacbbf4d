import type { ContainerContent, EditedVariable, LibraryTree, OpenedContainer } from '@parley/server/contract'
import { entriesById, type TreeEntry } from '../../library/find-entry.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import { isDeepEqual } from '../deep-equal.ts'
import { containerDifferences } from '../documents/container-differences.ts'
import type { OpenedDocument } from '../documents/document.ts'
import { createDocumentCommands } from '../documents/document-commands.ts'
import type { DocumentServices } from '../documents/document-parts.ts'
import type { DocumentKind, DocumentTabs, OpenTabs } from '../documents/document-tabs.ts'
import { noReplacements } from '../documents/replace-draft.ts'
import { createRowHistory } from '../request/row-history.ts'
import type { ScriptTextPart } from '../request/script-part.ts'
import type { ContainerSection, ContainerTab } from './container-tab.ts'
import { isContainerTab } from './request-tab.ts'
import { hasSecrets } from './variable-tabs.ts'

/** The calls that read and write collections and folders. */
export type ContainerCalls = Pick<
  ServerClient['library'],
  'readContainer' | 'readContainerIfThere' | 'saveContainer'
>

export type ContainerTabs = ReturnType<typeof createContainerTabs>

/** The open collections and folders: what their requests inherit, and their docs (behaviour 2.5). */
export function createContainerTabs(
  workbench: OpenTabs,
  services: DocumentServices,
  calls: ContainerCalls,
  access: Pick<ServerClient['variables'], 'setScriptAccess'>,
) {
  const commands = createDocumentCommands(workbench, containerKind(calls), services)
  const { tabs, change } = commands
  const { open, openVariables, findOpen } = createOpening(workbench, commands, services, calls)

  async function refreshOpen(containerId: string): Promise<void> {
    const tab = findOpen(containerId)
    if (tab !== undefined) await commands.refresh(tab.id)
  }

  return {
    /** The undo history of the tables of variables. */
    variableHistory: createRowHistory<EditedVariable>(isDeepEqual),
    /** True once it is saved. */
    save: commands.save,
    /** Takes over the file of a collection or folder, unless that loses something that was typed. */
    refresh: refreshOpen,
    open,
    openVariables,
    /**
     * Opens the nearest container, starting with `parentId`, that has a variable; otherwise the collection.
     */
    async openVariable(tree: LibraryTree, parentId: string, name: string): Promise<void> {
      const entry = await nearestWith(calls, tree, parentId, name)
      if (entry !== undefined) await openVariables(entry, { name })
    },
    edit: (tabId: string, next: (draft: ContainerContent) => ContainerContent) =>
      change(tabId, tab => ({ ...tab, draft: next(tab.draft) })),
    ...createVariableEditing(commands, services, calls, access),
    chooseSection: (tabId: string, section: ContainerSection) =>
      change(tabId, tab => ({ ...tab, section, wanted: null })),
    chooseScriptPart: (tabId: string, scriptPart: ScriptTextPart) =>
      change(tabId, tab => ({ ...tab, scriptPart })),
    /** Follows renames, moves and files after a change of the library; a tab whose entry was deleted stays. */
    follow(tree: LibraryTree): void {
      const entries = entriesById(tree)
      for (const { id, source, isLost } of tabs()) {
        const entry = entries.get(source.containerId)
        if (isLost !== (entry === undefined)) change(id, tab => ({ ...tab, isLost: entry === undefined }))
        if (entry === undefined) continue
        const { path, parentId } = entry
        const present = { containerId: source.containerId, parentId, path }
        if (!isDeepEqual(present, source)) change(id, tab => ({ ...tab, source: present }))
        void commands.refresh(id)
      }
    },
  }
}

/** Returns the nearest container, starting with `parentId`, that has a variable; otherwise the collection. */
async function nearestWith(
  calls: Pick<ContainerCalls, 'readContainerIfThere'>,
  tree: LibraryTree,
  parentId: string,
  name: string,
): Promise<TreeEntry | undefined> {
  const entries = entriesById(tree)
  let entry = entries.get(parentId)
  while (entry !== undefined && entry.parentId !== null && !(await hasVariable(entry.node.id)))
    entry = entries.get(entry.parentId)
  return entry

  async function hasVariable(containerId: string): Promise<boolean> {
    const opened = await calls.readContainerIfThere({ id: containerId }).catch(() => null)
    return opened?.content.defaults.variables.some(({ variable }) => variable.name === name) ?? false
  }
}

/** What edits the variables of a collection or folder. */
function createVariableEditing(
  commands: ReturnType<typeof createDocumentCommands<ContainerContent, ContainerTab>>,
  services: DocumentServices,
  calls: ContainerCalls,
  access: Pick<ServerClient['variables'], 'setScriptAccess'>,
) {
  const { find, change } = commands

  /** Loaded when a row changes, which few visits of the page do. */
  async function decideAccess(tab: ContainerTab, draft: readonly EditedVariable[]): Promise<void> {
    try {
      const { createContainerDecisions } = await import('./access-decisions.ts')
      createContainerDecisions(commands, services, calls, access)(tab, draft)
    } catch (error) {
      services.toasts.showError('Not changed for scripts', services.describeError(error), {
        owner: { tabId: tab.id },
      })
    }
  }

  return {
    /** Changes the variables. What scripts may read of saved secrets changes at once, also by undo and redo. */
    editVariables(tabId: string, variables: readonly EditedVariable[]): void {
      const tab = find(tabId)
      change(tabId, one => ({
        ...one,
        draft: { ...one.draft, defaults: { ...one.draft.defaults, variables } },
      }))
      if (tab !== undefined && hasSecrets(variables)) void decideAccess(tab, variables)
    },
  }
}

/** Returns the functions that open collections and folders in tabs. */
function createOpening(
  workbench: OpenTabs,
  { tabs, find, change }: DocumentTabs<ContainerContent, ContainerTab>,
  { toasts, describeError, newId }: DocumentServices,
  calls: ContainerCalls,
) {
  const findOpen = (containerId: string) => tabs().find(tab => tab.source.containerId === containerId)

  /** Opens a collection or folder, or activates the tab that it is open in. */
  async function open({ node, path, parentId }: TreeEntry): Promise<void> {
    if (node.kind === 'request') return
    const known = findOpen(node.id)
    if (known !== undefined) return workbench.setState({ activeTabId: known.id })
    try {
      const opened = await calls.readContainer({ id: node.id })
      // It may have been asked for twice.
      const meanwhile = findOpen(node.id)
      const source = { containerId: node.id, parentId, path }
      const tab = meanwhile ?? newTab(newId(), node.kind, source, opened)
      workbench.setState(state => ({
        tabs: meanwhile === undefined ? [...state.tabs, tab] : state.tabs,
        activeTabId: tab.id,
      }))
    } catch (error) {
      toasts.showError(`${node.name} was not opened`, describeError(error))
    }
  }

  return {
    findOpen,
    open,
    /** Opens a collection or folder at its variables, with the focus on one of them if it is named. */
    async openVariables(entry: TreeEntry, wanted: ContainerTab['wanted'] = null): Promise<void> {
      await open(entry)
      const tab = find(workbench.getState().activeTabId)
      if (tab !== undefined) change(tab.id, one => ({ ...one, section: 'variables', wanted }))
    },
  }
}

function containerKind(calls: ContainerCalls): DocumentKind<ContainerContent, ContainerTab> {
  return {
    owns: isContainerTab,
    fileId: ({ source, isLost }) => (isLost ? null : source.containerId),
    async read({ source }) {
      const opened = await calls.readContainerIfThere({ id: source.containerId })
      return opened && openedDocument(opened)
    },
    async save({ source }, content, baseVersion) {
      const saved = await calls.saveContainer({ id: source.containerId, content, baseVersion })
      return saved.state === 'changed' ? { ...saved, theirs: openedDocument(saved.theirs) } : saved
    },
    compare: containerDifferences,
  }
}

function newTab(
  id: string,
  kind: ContainerTab['kind'],
  source: ContainerTab['source'],
  { content, version }: OpenedContainer,
): ContainerTab {
  return {
    kind,
    id,
    source,
    isLost: false,
    saved: content,
    version,
    draft: content,
    draftId: id,
    replacements: noReplacements,
    section: 'docs',
    wanted: null,
    scriptPart: 'preRequest',
  }
}

function openedDocument({ content, version, file }: OpenedContainer): OpenedDocument<ContainerContent> {
  return { value: content, version, file }
}
