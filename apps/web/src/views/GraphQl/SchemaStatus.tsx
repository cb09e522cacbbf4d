import { type GraphQlSchemaSource, revealInvisible } from '@parley/model'
import type { SchemaProblem as FoundProblem } from '@parley/server/contract'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { useGraphQlEditing, useGraphQlSchemas, useStores } from '../../wiring/use-stores.ts'
import { momentLabel } from '../../workbench/history-days.ts'
import styles from './SchemaExplorer.module.css'

export interface SchemaStatusProps {
  readonly tabId: string
  /** Where the schema comes from; undefined: from the server. */
  readonly source: GraphQlSchemaSource | undefined
  readonly actions: Readonly<Record<'file' | 'follow' | 'introspection', () => void>>
}

/** What is known about the schema, and what to do if there is none. */
export function SchemaStatus({ tabId, source, actions }: SchemaStatusProps) {
  const schemas = useGraphQlSchemas()
  const editing = useGraphQlEditing()
  const schema = useStore(schemas.store, state => state.tabs[tabId])
  const ticked = useStore(editing.store, state => state.tabs[tabId]?.problem ?? '')
  const isBroken = useStore(editing.store, state => state.tabs[tabId]?.operations === null)
  // A word that is half typed is no error yet.
  const isTyping = useStore(useStores().typing, state => state.isTyping)
  const refused = isBroken && !isTyping ? 'The query has a syntax error.' : ticked
  const { loaded = null, activity = 'idle', problem = null } = schema ?? {}
  const fetch = () => void schemas.fetch(tabId, false)
  const isAlone = loaded === null || undefined
  if (activity === 'fetching')
    return (
      <div className={styles.state} data-alone={isAlone}>
        <span role="status">Fetching the schema</span>
        <Button size="small" onPress={() => void schemas.cancel(tabId)}>
          Cancel
        </Button>
      </div>
    )
  if (activity === 'reading')
    return (
      <div className={styles.state} data-alone={isAlone}>
        <span role="status">Reading the schema</span>
      </div>
    )
  if (problem !== null)
    return (
      <SchemaProblem problem={problem} isAlone={isAlone} onRetry={fetch}>
        <OtherSources source={source} actions={actions} />
      </SchemaProblem>
    )
  if (loaded === null && activity === 'idle')
    return <NoSchema source={source} actions={actions} onFetch={fetch} />
  return (
    <div className={styles.state} role="status" data-loaded={refused === '' || undefined}>
      {refused !== '' ? (
        <span className={styles.refused}>{refused}</span>
      ) : (
        loaded !== null && (
          <span title={source?.path}>{loadedText(loaded.schema.fetchedAt, loaded.typeCount, source)}</span>
        )
      )}
    </div>
  )
}

interface SchemaProblemProps {
  readonly problem: FoundProblem
  readonly isAlone: true | undefined
  readonly onRetry: () => void
  /** Other ways to a schema. */
  readonly children: ReactNode
}

function SchemaProblem({ problem, isAlone, onRetry, children }: SchemaProblemProps) {
  return (
    <div className={styles.problem} data-alone={isAlone}>
      <p role="alert" className={styles.sentence}>
        {problem.sentence}
        {problem.code !== '' && <span className={styles.code}> ({problem.code})</span>}
      </p>
      <p>{problem.nextStep}</p>
      <div className={styles.buttons}>
        <Button size="small" variant="outlined" onPress={onRetry}>
          Retry
        </Button>
        {children}
      </div>
      {problem.answer !== null && (
        <details className={styles.answer}>
          <summary>Show response</summary>
          <pre>{`${problem.answer.statusCode} ${problem.answer.reasonPhrase}\n${problem.answer.text}`}</pre>
        </details>
      )}
    </div>
  )
}

interface NoSchemaProps extends Pick<SchemaStatusProps, 'source' | 'actions'> {
  readonly onFetch: () => void
}

function NoSchema({ source, actions, onFetch }: NoSchemaProps) {
  const fetches = source === undefined
  return (
    <div className={styles.problem} data-alone="">
      <p className={styles.sentence}>{fetches ? 'No schema yet' : 'This request uses no schema'}</p>
      {fetches && <p>The schema shows which fields there are, and completes their names.</p>}
      <div className={styles.buttons}>
        {fetches && (
          <Button size="small" variant="outlined" onPress={onFetch}>
            Fetch schema
          </Button>
        )}
        <OtherSources source={source} actions={actions} />
      </div>
    </div>
  )
}

/** The ways to a schema other than the one of the request. */
function OtherSources({ source, actions }: Pick<SchemaStatusProps, 'source' | 'actions'>) {
  return source === undefined ? (
    <Button size="small" variant="outlined" onPress={actions.file}>
      Use a file
    </Button>
  ) : (
    <>
      <Button size="small" variant="outlined" onPress={actions.follow}>
        Follow a file
      </Button>
      <Button size="small" variant="outlined" onPress={actions.introspection}>
        Use introspection
      </Button>
    </>
  )
}

/** Returns `Loaded at 14:05, 23 types`, or `schema.graphql, loaded at 14:05, 23 types`. */
function loadedText(fetchedAt: number, typeCount: number, source: GraphQlSchemaSource | undefined): string {
  const moment = momentLabel(fetchedAt, Date.now())
  const when =
    source === undefined
      ? `Loaded ${moment}`
      : `${revealInvisible(source.path.split('/').at(-1) ?? '')}, loaded ${moment}`
  return `${when}, ${typeCount.toLocaleString('en')} ${typeCount === 1 ? 'type' : 'types'}`
}
