import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { SectionTabs } from '../../components/tabs/SectionTabs.tsx'
import { useEnvironments, useLibrary, useVariableTabs, useWorkbench } from '../../wiring/use-stores.ts'
import { isUnsavedEnvironment } from '../../workbench/tabs/variable-tabs.ts'
import { isOfFile, type VariablesTab, variablesTitle } from '../../workbench/tabs/variables-tab.ts'
import type { KnownVariables } from '../../workbench/variables/describe-variable.ts'
import rowStyles from '../Request/NameRow.module.css'
import { SaveButton } from '../Request/SaveButton.tsx'
import { useUndoReplacement } from '../Request/use-undo-replacement.ts'
import { HeaderTable } from '../RequestPane/tables/HeaderTable.tsx'
import { keepFocus } from '../Shortcuts/focus-pane.ts'
import { useRestoredFocus } from '../Shortcuts/use-restored-focus.ts'
import { EnvironmentName } from './EnvironmentName.tsx'
import { SecretsHint } from './SecretsHint.tsx'
import { SessionValues } from './SessionValues.tsx'
import styles from './VariablesView.module.css'
import { VariableTable } from './VariableTable.tsx'

/** The page of an environment, of the workspace's or the global variables, or of the session's values. */
export function VariablesView({ tab }: { readonly tab: VariablesTab }) {
  const view = useRef<HTMLDivElement>(null)
  useUndoReplacement(view, tab.id)
  const environments = useEnvironments()
  const activeId = useStore(environments.store, state => state.activeId)
  // Set active is removed once it is pressed.
  useRestoredFocus(view, 'input:not([type="checkbox"])')
  return (
    <div ref={view} className={styles.view} data-pane="request">
      <TabHead tab={tab} activeId={activeId} />
      <TabContent tab={tab} />
    </div>
  )
}

function TabContent({ tab }: { readonly tab: VariablesTab }) {
  if (tab.place.kind === 'sideBySide') return <SideBySide />
  if (tab.place.kind !== 'session') return <TabVariables tab={tab} />
  return (
    <div className={styles.scroller}>
      <SessionValues wanted={tab.wanted} />
    </div>
  )
}

const SideBySide = lazyPart(async () => (await import('./SideBySide.tsx')).SideBySide)

interface TabHeadProps {
  readonly tab: VariablesTab
  /** The ID of the active environment. */
  readonly activeId: string | null
}

function TabHead({ tab, activeId }: TabHeadProps) {
  const { place } = tab
  const hasUnsaved = useStore(useWorkbench().store, ({ tabs }) => tabs.some(isUnsavedEnvironment))
  return (
    <div className={rowStyles.row}>
      <span className={rowStyles.parent}>
        {place.kind === 'environment' || place.kind === 'sideBySide' ? 'Environments' : 'Shared variables'}
      </span>
      <ChevronRight size={14} strokeWidth={1.75} className={rowStyles.between} aria-hidden="true" />
      {place.kind === 'environment' && !tab.isGone ? (
        <EnvironmentName key={place.id} id={place.id} name={tab.name} />
      ) : (
        <h1 className={rowStyles.name}>{variablesTitle(tab)}</h1>
      )}
      <span className={rowStyles.end}>
        {place.kind === 'environment' && !tab.isGone && (
          <EnvironmentActions id={place.id} isActive={place.id === activeId} />
        )}
        {isOfFile(place) && <SaveButton tab={tab} />}
        {place.kind === 'sideBySide' && <SaveButton tab={tab} hasChanges={hasUnsaved} />}
      </span>
    </div>
  )
}

function EnvironmentActions({ id, isActive }: { readonly id: string; readonly isActive: boolean }) {
  const environments = useEnvironments()
  const variableTabs = useVariableTabs()
  const isOnly = useStore(environments.store, state => state.environments.length < 2)
  async function duplicate(): Promise<void> {
    const copyId = await environments.duplicate(id)
    if (copyId === null) return
    variableTabs.open({ kind: 'environment', id: copyId })
    keepFocus()
  }
  return (
    <>
      {isActive ? (
        <span className={styles.active}>Active environment</span>
      ) : (
        <Button onPress={() => void environments.activate(id)}>Set active</Button>
      )}
      {!isOnly && <Button onPress={() => variableTabs.open({ kind: 'sideBySide' })}>Side by side</Button>}
      <Button onPress={() => void duplicate()}>Duplicate</Button>
      <Button onPress={() => environments.askToDelete(id)}>Delete</Button>
    </>
  )
}

function TabVariables({ tab }: { readonly tab: VariablesTab }) {
  const variableTabs = useVariableTabs()
  return (
    <>
      {tab.isGone && (
        <p className={styles.problem} role="alert">
          This environment was deleted. Save creates it again with these variables.
        </p>
      )}
      {tab.problem !== null && (
        <p className={styles.problem} role="alert">
          {tab.problem}{' '}
          <Button size="small" variant="outlined" onPress={() => void variableTabs.reread(tab.id)}>
            Retry
          </Button>
        </p>
      )}
      {tab.state === 'open' &&
        (tab.place.kind === 'workspace' ? <WorkspaceSections tab={tab} /> : <PlaceVariables tab={tab} />)}
    </>
  )
}

/** The variables of the workspace, or its default headers. */
function WorkspaceSections({ tab }: { readonly tab: VariablesTab }) {
  const variableTabs = useVariableTabs()
  const known = useKnownVariables()
  const { variables, headers } = tab.draft
  return (
    <SectionTabs
      label="Workspace"
      tabs={[
        { id: 'variables', label: 'Variables', count: variables.filter(one => one.variable.enabled).length },
        { id: 'headers', label: 'Headers', count: headers.filter(one => one.enabled).length },
      ]}
      selected={tab.section}
      onSelect={section => variableTabs.chooseSection(tab.id, section)}
    >
      {tab.section === 'variables' ? (
        <PlaceVariables tab={tab} />
      ) : (
        <HeaderTable
          key={tab.draftId}
          requests="of this workspace"
          others="its collection, a folder"
          rows={headers}
          known={known}
          historyKey={`${tab.draftId}/headers`}
          onChange={next => variableTabs.edit(tab.id, { ...tab.draft, headers: next })}
        />
      )}
    </SectionTabs>
  )
}

function PlaceVariables({ tab }: { readonly tab: VariablesTab }) {
  const variableTabs = useVariableTabs()
  const { variables } = tab.draft
  return (
    <>
      <SecretsHint />
      <VariableTable
        key={tab.draftId}
        variables={variables}
        known={useKnownVariables()}
        history={variableTabs.history}
        historyKey={tab.draftId}
        wanted={tab.wanted}
        onChange={next => variableTabs.editVariables(tab.id, next)}
        below={
          <>
            {variables.length === 0 && <p className={styles.hint}>{firstSteps[tab.place.kind]}</p>}
            <SessionValues />
          </>
        }
      />
    </>
  )
}

function useKnownVariables(): KnownVariables {
  return useStore(useLibrary().store, state => state.variables[''] ?? null)
}

/** What variables of a place are for, and how the first one is made. */
const firstSteps: Readonly<Record<VariablesTab['place']['kind'], string>> = {
  environment:
    'Type a name and a value above, such as host and https://api.example.com, or paste lines of NAME=value. Requests use it as {{host}} while this environment is active.',
  workspace: 'Type a name and a value above. Every request of this workspace can use it as {{name}}.',
  global: 'Type a name and a value above. Requests of every workspace can use it as {{name}}.',
  session: '',
  sideBySide: '',
}
