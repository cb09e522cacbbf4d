import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { useGrpcDefinitions } from '../../wiring/use-stores.ts'
import { momentLabel } from '../../workbench/history-days.ts'
import styles from './RpcPicker.module.css'

export interface DefinitionStateProps {
  readonly tabId: string
  /** Whether the list of methods is empty. */
  readonly isEmpty?: boolean
  /** What the list is searched for. */
  readonly typed?: string
}

/** What is known about the service definition of a tab, with what loads it again. */
export function DefinitionState({ tabId, isEmpty = false, typed = '' }: DefinitionStateProps) {
  const definitions = useGrpcDefinitions()
  const state = useStore(definitions.store, ({ tabs }) => tabs[tabId])
  const { loaded = null, activity = 'idle', problem = null } = state ?? {}
  const isBusy = activity !== 'idle'
  return (
    <div className={styles.state}>
      {problem !== null && !isBusy ? (
        <span role="alert" className={styles.problem}>
          {problem.sentence}
          {problem.code !== '' && ` (${problem.code})`} {problem.nextStep}
        </span>
      ) : (
        <span role="status">
          {isBusy ? 'Loading the services' : stateText(loaded?.schema.fetchedAt ?? null, isEmpty, typed)}
        </span>
      )}
      {activity === 'fetching' ? (
        <Button size="small" onPress={() => void definitions.cancel(tabId)}>
          Cancel
        </Button>
      ) : (
        <Button size="small" variant="outlined" onPress={() => void definitions.fetch(tabId, false)}>
          {loaded === null ? 'Load' : 'Refresh'}
        </Button>
      )}
    </div>
  )
}

function stateText(fetchedAt: number | null, isEmpty: boolean, typed: string): string {
  if (fetchedAt === null) return 'No service definition yet.'
  if (isEmpty) return typed === '' ? 'It has no services.' : `Nothing matches “${typed}”`
  return `Loaded ${momentLabel(fetchedAt, Date.now())}`
}
