import type {
  EditedShare,
  EditedVariable,
  EnvironmentSummary,
  OpenedVariables,
  ScopedVariable,
} from '@parley/server/contract'
import type { ServerClient } from '../../server-client/server-client.ts'
import { isDeepEqual } from '../deep-equal.ts'
import { hasChanges, type OpenedDocument } from '../documents/document.ts'
import { createDocumentCommands } from '../documents/document-commands.ts'
import type { DocumentServices } from '../documents/document-parts.ts'
import type { DocumentKind, OpenTabs } from '../documents/document-tabs.ts'
import { noReplacements } from '../documents/replace-draft.ts'
import { shareDifferences } from '../documents/share-differences.ts'
import { createRowHistory } from '../request/row-history.ts'
import type { Workbench } from '../workbench.ts'
import { isVariablesTab, type OpenTab } from './request-tab.ts'
import {
  isOfFile,
  type VariablesSection,
  type VariablesTab,
  type VariablesTabPlace,
  variablesAlone,
} from './variables-tab.ts'

/** The calls that read and write variables. */
export interface VariableCalls {
  readonly variables: Pick<ServerClient['variables'], 'open' | 'save' | 'setScriptAccess'>
  readonly environments: Pick<ServerClient['environments'], 'create'>
}

export type VariableTabs = ReturnType<typeof createVariableTabs>

type Environments = {
  readonly environments: readonly EnvironmentSummary[]
  readonly activeId: string | null
}

/** The open environments, workspace and global variables and values of the session (behaviour 2.6). */
export function createVariableTabs(
  {
    store: workbench,
    closeWithoutAsking,
  }: Pick<Workbench, 'closeWithoutAsking'> & { readonly store: OpenTabs },
  services: DocumentServices,
  calls: VariableCalls,
) {
  let known: Environments = { environments: [], activeId: null }
  const commands = createDocumentCommands<EditedShare, VariablesTab>(
    workbench,
    variablesKind(calls),
    services,
  )
  const { tabs, change } = commands
  const read = createReading(commands, services, calls.variables)
  const follow = createFollowing(commands, closeWithoutAsking, read)

  function open(place: VariablesTabPlace, wantedName: string | null = null): void {
    const wanted = wantedName === null ? null : { name: wantedName }
    const opened = tabs().find(tab => isDeepEqual(tab.place, place))
    if (opened !== undefined) {
      if (wanted !== null) change(opened.id, tab => ({ ...tab, wanted, section: 'variables' }))
      workbench.setState({ activeTabId: opened.id })
      return
    }
    const name = environmentName(place, known.environments) ?? ''
    const tab = newVariablesTab({ id: services.newId(), place, name, wanted })
    workbench.setState(state => ({ tabs: [...state.tabs, tab], activeTabId: tab.id }))
    void read(tab.id)
  }

  return {
    /** The undo history of the tables. */
    history: createRowHistory<EditedVariable>(isDeepEqual),
    /** Opens the tab of a place, or shows the one that is open, with the focus on a variable. */
    open,
    /** Reads the variables of all tabs, as after they were restored. */
    readAll(): void {
      for (const { id } of tabs()) void read(id)
    },
    /** Reads again what could not be read; also what is about to be changed. */
    reread: read,
    ...createEditing(commands, services, calls.variables),
    /** Follows a change of variables or environments; a tab with changes stays when its environment is deleted. */
    receive(environments: Environments): void {
      known = environments
      for (const tab of tabs()) if (isOfFile(tab.place)) follow(tab, environments.environments)
    },
    /**
     * Opens the tab in which a variable is edited, with the focus on it. Returns false if its scope has none:
     * those of a send, and those of collections and folders, which are opened by their own command.
     */
    openVariable({ scope, name }: Pick<ScopedVariable, 'scope' | 'name'>): boolean {
      const place = placeOfScope(scope, known.activeId)
      if (place !== null) open(place, name)
      return place !== null
    },
  }
}

type Commands = ReturnType<typeof createDocumentCommands<EditedShare, VariablesTab>>

/** Loaded when a row changes, which few visits of the page do. */
async function decideAccess(
  { find, change }: Commands,
  services: DocumentServices,
  calls: VariableCalls['variables'],
  tab: VariablesTab,
  draft: readonly EditedVariable[],
): Promise<void> {
  try {
    const { createAccessDecisions } = await import('./access-decisions.ts')
    createAccessDecisions({ find, change }, services, calls)(tab, draft)
  } catch (error) {
    change(tab.id, one => ({ ...one, problem: services.describeError(error) }))
  }
}

/** Returns what follows the environment of a tab: its name, and whether it is deleted. */
function createFollowing(
  { change }: Commands,
  closeWithoutAsking: Workbench['closeWithoutAsking'],
  read: (tabId: string) => Promise<void>,
) {
  return (tab: VariablesTab, environments: readonly EnvironmentSummary[]): void => {
    const name = environmentName(tab.place, environments)
    const isGone = tab.place.kind === 'environment' && name === null
    if (isGone && !hasChanges(tab) && tab.state === 'open') closeWithoutAsking(tab.id)
    else change(tab.id, one => ({ ...one, name: name ?? one.name, isGone }))
    if (!isGone) void read(tab.id)
  }
}

/** What edits and saves the draft of a tab. */
function createEditing(commands: Commands, services: DocumentServices, calls: VariableCalls['variables']) {
  const { tabs, find, change } = commands

  /** Changes the draft. What scripts may read of saved secrets changes at once, also by undo and redo. */
  function edit(tabId: string, draft: EditedShare): void {
    const tab = find(tabId)
    change(tabId, one => ({ ...one, draft }))
    if (tab !== undefined && hasSecrets(draft.variables))
      void decideAccess(commands, services, calls, tab, draft.variables)
  }

  return {
    edit,
    /** Changes the variables of the draft alone. */
    editVariables(tabId: string, variables: readonly EditedVariable[]): void {
      const tab = find(tabId)
      if (tab !== undefined) edit(tabId, { ...tab.draft, variables })
    },
    chooseSection: (tabId: string, section: VariablesSection) => change(tabId, tab => ({ ...tab, section })),
    /** True once they are saved; those of all environments where these are side by side. */
    async save(tabId: string): Promise<boolean> {
      const kind = find(tabId)?.place.kind
      if (kind !== 'sideBySide') return kind === 'session' || commands.save(tabId)
      for (const { id } of tabs().filter(isUnsavedEnvironment)) if (!(await commands.save(id))) return false
      return true
    },
  }
}

/** Returns what reads the variables of a tab, and says in the tab why they cannot be read. */
function createReading(commands: Commands, services: DocumentServices, calls: VariableCalls['variables']) {
  const { find, change } = commands
  return (tabId: string): Promise<void> =>
    services.queue.run(async () => {
      const tab = find(tabId)
      if (tab === undefined || !isOfFile(tab.place) || tab.isGone) return
      const fail = (problem: string) => change(tabId, one => (one.isGone ? one : { ...one, problem }))
      try {
        const opened = await calls.open({ place: tab.place })
        if (opened.state === 'failed') return fail(`${opened.sentence} ${opened.nextStep}`)
        change(tabId, one => ({ ...one, state: 'open', problem: null }))
        commands.receive(tabId, openedDocument(opened))
      } catch (error) {
        fail(services.describeError(error))
      }
    })
}

/** Whether a tab has an environment with changes. */
export const isUnsavedEnvironment = (tab: OpenTab): boolean =>
  isVariablesTab(tab) && tab.place.kind === 'environment' && hasChanges(tab)

/** Whether rows have a secret. */
export const hasSecrets = (variables: readonly EditedVariable[]): boolean =>
  variables.some(({ variable }) => variable.secret)

const nothing = variablesAlone([])

/** A tab whose variables are still to be read. */
export function newVariablesTab({
  id,
  place,
  name,
  wanted,
}: Pick<VariablesTab, 'id' | 'place' | 'name' | 'wanted'>): VariablesTab {
  return {
    kind: 'variables',
    id,
    place,
    name,
    state: isOfFile(place) ? 'reading' : 'open',
    problem: null,
    section: 'variables',
    saved: nothing,
    draft: nothing,
    version: null,
    draftId: id,
    replacements: noReplacements,
    wanted,
    isGone: false,
  }
}

/** Whether `openVariable` has a tab for a scope. */
export function isScopeOpenable(scope: ScopedVariable['scope']): boolean {
  return scope === 'environment' || scope === 'workspace' || scope === 'global' || scope === 'session'
}

function variablesKind(calls: VariableCalls): DocumentKind<EditedShare, VariablesTab> {
  return {
    owns: isVariablesTab,
    fileId: ({ place, isGone }) => (isOfFile(place) && !isGone ? JSON.stringify(place) : null),
    async read({ place }) {
      const opened = isOfFile(place) ? await calls.variables.open({ place }) : null
      return opened?.state === 'opened' ? openedDocument(opened) : null
    },
    async save({ place, name, isGone }, { variables, headers }, baseVersion) {
      if (!isOfFile(place)) return { state: 'saved', version: null }
      if (isGone) return createAgain(calls, name, variables)
      const saved = await calls.variables.save({ place, variables: [...variables], headers, baseVersion })
      return saved.state === 'changed' ? { ...saved, theirs: openedDocument(saved.theirs) } : saved
    },
    compare: shareDifferences,
  }
}

/** Creates a deleted environment again, with the variables of its tab. */
async function createAgain(calls: VariableCalls, name: string, variables: readonly EditedVariable[]) {
  const created = await calls.environments.create({ name, variables: [...variables] })
  if (created.state === 'failed') return created
  const place = { kind: 'environment', id: created.id } as const
  // Without its version, the next save will find that nothing has changed.
  const opened = await calls.variables.open({ place }).catch(() => null)
  const version = opened?.state === 'opened' ? opened.version : null
  return { state: 'saved', version, change: { place, isGone: false } } as const
}

function placeOfScope(scope: ScopedVariable['scope'], activeId: string | null): VariablesTabPlace | null {
  if (scope === 'environment') return activeId === null ? null : { kind: 'environment', id: activeId }
  return scope === 'workspace' || scope === 'global' || scope === 'session' ? { kind: scope } : null
}

function environmentName(
  place: VariablesTabPlace,
  environments: readonly EnvironmentSummary[],
): string | null {
  return place.kind === 'environment' ? (environments.find(one => one.id === place.id)?.name ?? null) : ''
}

function openedDocument({ variables, headers, version, file }: OpenedVariables): OpenedDocument<EditedShare> {
  return { value: { variables, headers }, version, file }
}
