import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { useGraphQlEditing, useGraphQlSchemas } from '../../wiring/use-stores.ts'
import styles from './SchemaExplorer.module.css'

export interface SchemaStatusProps {
  readonly tabId: string
  readonly onFile: () => void
}

/** What is known about the schema, and what to do if there is none. */
export function SchemaStatus({ tabId, onFile }: SchemaStatusProps) {
  const schemas = useGraphQlSchemas()
  const editing = useGraphQlEditing()
  const schema = useStore(schemas.store, state => state.tabs[tabId])
  const ticked = useStore(editing.store, state => state.tabs[tabId]?.problem ?? '')
  const { loaded = null, activity = 'idle', problem = null } = schema ?? {}
  const fetch = () => void schemas.fetch(tabId, false)
  if (activity === 'fetching')
    return (
      <div className={styles.state} data-alone={loaded === null || undefined}>
        <span role="status">Fetching the schema</span>
        <Button size="small" onPress={() => void schemas.cancel(tabId)}>
          Cancel
        </Button>
      </div>
    )
  if (activity === 'reading')
    return (
      <div className={styles.state} data-alone={loaded === null || undefined}>
        <span role="status">Reading the schema</span>
      </div>
    )
  if (problem !== null)
    return (
      <div className={styles.problem} data-alone={loaded === null || undefined}>
        <p role="alert" className={styles.sentence}>
          {problem.sentence}
          {problem.code !== '' && <span className={styles.code}> ({problem.code})</span>}
        </p>
        <p>{problem.nextStep}</p>
        <div className={styles.buttons}>
          <Button size="small" variant="outlined" onPress={fetch}>
            Retry
          </Button>
          <Button size="small" variant="outlined" onPress={onFile}>
            Use a file
          </Button>
        </div>
        {problem.answer !== null && (
          <details className={styles.answer}>
            <summary>Show response</summary>
            <pre>{`${problem.answer.statusCode} ${problem.answer.reasonPhrase}\n${problem.answer.text}`}</pre>
          </details>
        )}
      </div>
    )
  if (loaded === null && activity === 'idle')
    return (
      <div className={styles.problem} data-alone="">
        <p className={styles.sentence}>No schema yet</p>
        <p>The schema shows which fields there are, and completes their names.</p>
        <div className={styles.buttons}>
          <Button size="small" variant="outlined" onPress={fetch}>
            Fetch schema
          </Button>
          <Button size="small" variant="outlined" onPress={onFile}>
            Use a file
          </Button>
        </div>
      </div>
    )
  return (
    <div className={styles.state} role="status">
      {ticked !== '' ? (
        <span className={styles.refused}>{ticked}</span>
      ) : (
        loaded !== null && <span>{loadedText(loaded.schema.fetchedAt, loaded.typeCount)}</span>
      )}
    </div>
  )
}

/** Returns `Loaded at 14:05, 23 types`. */
function loadedText(fetchedAt: number, typeCount: number): string {
  const date = new Date(fetchedAt)
  const isToday = date.toDateString() === new Date().toDateString()
  const time = date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  const when = isToday ? `at ${time}` : `on ${date.toLocaleDateString()}`
  return `Loaded ${when}, ${typeCount.toLocaleString('en')} ${typeCount === 1 ? 'type' : 'types'}`
}
