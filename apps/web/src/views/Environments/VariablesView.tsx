import { ChevronRight } from 'lucide-react'
import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { Button } from '../../components/Button.tsx'
import { Tooltip, TooltipTrigger } from '../../components/Tooltip.tsx'
import { pageTitle, type VariablesPage } from '../../workbench/variable-pages.ts'
import rowStyles from '../NameRow.module.css'
import { useShownKeys } from '../use-shown-keys.ts'
import { EnvironmentName } from './EnvironmentName.tsx'
import { SessionValues } from './SessionValues.tsx'
import styles from './VariablesView.module.css'
import { VariableTable } from './VariableTable.tsx'

/** The page of an environment, of the workspace's or the global variables, or of the session's values. */
export function VariablesView({ page }: { readonly page: VariablesPage }) {
  return (
    <div className={styles.view} data-pane="request">
      <PageHead page={page} />
      {page.place.kind === 'session' ? (
        <div className={styles.scroller}>
          <SessionValues wanted={page.wanted} />
        </div>
      ) : (
        <PageVariables page={page} />
      )}
    </div>
  )
}

function PageHead({ page }: { readonly page: VariablesPage }) {
  const { variablePages } = useAppModel()
  const saveKeys = useShownKeys('save')
  const { place } = page
  return (
    <div className={rowStyles.row}>
      <span className={rowStyles.parent}>
        {place.kind === 'environment' ? 'Environments' : 'Shared variables'}
      </span>
      <ChevronRight size={14} strokeWidth={1.75} className={rowStyles.between} aria-hidden="true" />
      {place.kind === 'environment' && !page.isGone ? (
        <EnvironmentName key={place.id} id={place.id} name={page.name} />
      ) : (
        <h1 className={rowStyles.name}>{pageTitle(page)}</h1>
      )}
      <span className={rowStyles.end}>
        {place.kind === 'environment' && !page.isGone && <EnvironmentActions id={place.id} />}
        {place.kind !== 'session' && (
          <TooltipTrigger>
            <Button
              variant="outlined"
              isDisabled={page.state === 'reading'}
              onPress={() => void variablePages.save(page.id)}
            >
              Save
            </Button>
            <Tooltip shortcut={saveKeys} placement="bottom end">
              Save
            </Tooltip>
          </TooltipTrigger>
        )}
      </span>
    </div>
  )
}

function EnvironmentActions({ id }: { readonly id: string }) {
  const { environments, variablePages } = useAppModel()
  const isActive = useStore(environments.store, state => state.activeId === id)
  async function duplicate(): Promise<void> {
    const copyId = await environments.duplicate(id)
    if (copyId !== null) variablePages.open({ kind: 'environment', id: copyId })
  }
  return (
    <>
      {isActive ? (
        <span className={styles.active}>Active environment</span>
      ) : (
        <Button onPress={() => void environments.activate(id)}>Set active</Button>
      )}
      <Button onPress={() => void duplicate()}>Duplicate</Button>
      <Button onPress={() => environments.askToDelete(id)}>Delete</Button>
    </>
  )
}

function PageVariables({ page }: { readonly page: VariablesPage }) {
  const { variablePages, library } = useAppModel()
  const known = useStore(library.store, state => state.variables[''] ?? null)
  return (
    <>
      <p className={styles.hint}>
        Secrets stay on this device, are left out of exports, and are withheld from scripts until you allow
        them.
      </p>
      {page.isGone && (
        <p className={styles.problem} role="alert">
          This environment was deleted. Save makes it anew with what stands here.
        </p>
      )}
      {page.problem !== null && (
        <p className={styles.problem} role="alert">
          {page.problem}{' '}
          <Button size="small" variant="outlined" onPress={() => variablePages.reread(page.id)}>
            Retry
          </Button>
        </p>
      )}
      {page.state === 'open' && (
        <VariableTable
          key={page.id}
          variables={page.draft}
          known={known}
          history={variablePages.history}
          historyKey={page.id}
          wanted={page.wanted}
          onChange={draft => variablePages.edit(page.id, draft)}
          below={<SessionValues />}
        />
      )}
    </>
  )
}
