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
import { isDeepEqual } from '../deep-equal.ts'
import { hasChanges, type OpenedDocument } from '../documents/document.ts'
import { createDocumentCommands } from '../documents/document-commands.ts'
import type { DocumentServices } from '../documents/document-parts.ts'
import type { DocumentKind, OpenTabs } from '../documents/document-tabs.ts'
import { noReplacements } from '../documents/replace-draft.ts'
import { variableDifferences } from '../documents/variable-differences.ts'
import { createRowHistory } from '../request/row-history.ts'
import { isVariablesTab } from './request-tab.ts'
import type { VariablesTab, VariablesTabPlace } from './variables-tab.ts'

export interface VariableTabPorts {
  open(place: VariablesPlace): Promise<ReadVariables>
  save(
    place: VariablesPlace,
    variables: readonly EditedVariable[],
    baseVersion: string | null,
  ): Promise<SavedVariables>
  create(name: string, variables: readonly EditedVariable[]): Promise<Created>
  /** Closes a tab without asking. */
  closeClean(tabId: string): void
}

type Environments = {
  readonly environments: readonly EnvironmentSummary[]
  readonly activeId: string | null
}

/** The open environments, workspace and global variables and values of the session (spec 2.6). */
export function createVariableTabs(workbench: OpenTabs, services: DocumentServices, ports: VariableTabPorts) {
  let known: Environments = { environments: [], activeId: null }
  const commands = createDocumentCommands<readonly EditedVariable[], VariablesTab>(
    workbench,
    variablesKind(ports),
    services,
  )
  const { tabs, find, change } = commands

  /** Says in the tab why its variables cannot be read. */
  function read(tabId: string): Promise<void> {
    return services.queue.run(async () => {
      const tab = find(tabId)
      if (tab === undefined || tab.place.kind === 'session' || tab.isGone) return
      const fail = (problem: string) => change(tabId, one => (one.isGone ? one : { ...one, problem }))
      try {
        const opened = await ports.open(tab.place)
        if (opened.state === 'failed') return fail(`${opened.sentence} ${opened.nextStep}`)
        change(tabId, one => ({ ...one, state: 'open', problem: null }))
        commands.receive(tabId, openedDocument(opened))
      } catch (error) {
        fail(services.describeError(error))
      }
    })
  }

  function open(place: VariablesTabPlace, wantedName: string | null = null): void {
    const wanted = wantedName === null ? null : { name: wantedName }
    const opened = tabs().find(tab => isDeepEqual(tab.place, place))
    if (opened !== undefined) {
      if (wanted !== null) change(opened.id, tab => ({ ...tab, wanted }))
      workbench.setState({ activeTabId: opened.id })
      return
    }
    const name = environmentName(place, known.environments) ?? ''
    const tab = newVariablesTab({ id: services.newId(), place, name, wanted })
    workbench.setState(state => ({ tabs: [...state.tabs, tab], activeTabId: tab.id }))
    void read(tab.id)
  }

  return {
    /** What was done in the tables, and can be undone. */
    history: createRowHistory<EditedVariable>(isDeepEqual),
    /** Opens the tab of a place, or shows the one that is open, with the focus on a variable. */
    open,
    /** Reads the variables of all tabs, as after they were restored. */
    readAll(): void {
      for (const { id } of tabs()) void read(id)
    },
    /** Reads again what could not be read. */
    reread: (tabId: string) => void read(tabId),
    edit: (tabId: string, draft: readonly EditedVariable[]) => change(tabId, tab => ({ ...tab, draft })),
    /** True once they are saved. */
    save: async (tabId: string): Promise<boolean> =>
      find(tabId)?.place.kind === 'session' || commands.save(tabId),
    /** Follows a change of variables or environments; a tab with changes stays when its environment is deleted. */
    receive({ environments, activeId }: Environments): void {
      known = { environments, activeId }
      for (const tab of tabs()) {
        if (tab.place.kind === 'session') continue
        const name = environmentName(tab.place, environments)
        const isGone = tab.place.kind === 'environment' && name === null
        if (isGone && !hasChanges(tab) && tab.state === 'open') ports.closeClean(tab.id)
        else change(tab.id, one => ({ ...one, name: name ?? one.name, isGone }))
        if (!isGone) void read(tab.id)
      }
    },
    /**
     * Opens the tab in which a variable is edited, with the focus on it. False where its scope has none: those of a
     * send, and those of collections and folders, which are opened by their own command.
     */
    openVariable({ scope, name }: Pick<ScopedVariable, 'scope' | 'name'>): boolean {
      const place = placeOfScope(scope, known.activeId)
      if (place !== null) open(place, name)
      return place !== null
    },
  }
}

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
    state: place.kind === 'session' ? 'open' : 'reading',
    problem: null,
    saved: [],
    draft: [],
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

function variablesKind(ports: VariableTabPorts): DocumentKind<readonly EditedVariable[], VariablesTab> {
  return {
    owns: isVariablesTab,
    fileId: ({ place, isGone }) => (isGone || place.kind === 'session' ? null : JSON.stringify(place)),
    async read({ place }) {
      const opened = place.kind === 'session' ? null : await ports.open(place)
      return opened?.state === 'opened' ? openedDocument(opened) : null
    },
    async save({ place, name, isGone }, variables, baseVersion) {
      if (place.kind === 'session') return { state: 'saved', version: null }
      if (isGone) return createAgain(ports, name, variables)
      const saved = await ports.save(place, variables, baseVersion)
      return saved.state === 'changed' ? { ...saved, theirs: openedDocument(saved.theirs) } : saved
    },
    compare: variableDifferences,
  }
}

/** An environment that was deleted, made again with what its tab holds. */
async function createAgain(ports: VariableTabPorts, name: string, variables: readonly EditedVariable[]) {
  const created = await ports.create(name, variables)
  if (created.state === 'failed') return created
  const place = { kind: 'environment', id: created.id } as const
  // Without its version the next save finds out that nothing was changed.
  const opened = await ports.open(place).catch(() => null)
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

function openedDocument({
  variables,
  version,
  file,
}: OpenedVariables): OpenedDocument<readonly EditedVariable[]> {
  return { value: variables, version, file }
}
