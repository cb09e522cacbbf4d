import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button, TextToggle } from '../../components/buttons/Button.tsx'
import type { LanguageSupport } from '../../editor/body-editor.ts'
import { useGraphQlEditing, useGraphQlLanguage, useGraphQlSchemas } from '../../wiring/use-stores.ts'
import type { GraphQlBody as BodyOfDraft } from '../../workbench/graphql/graphql-body.ts'
import { variablesWithFiles } from '../../workbench/graphql/variable-files.ts'
import { jsonProblemText } from '../../workbench/request/json-problem.ts'
import { schemaSubject } from '../../workbench/schemas/tab-schemas.ts'
import { extensionsText, queryText, variablesText } from '../../workbench/tabs/draft-text.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'
import { SchemaExplorer } from '../GraphQl/SchemaExplorer.tsx'
import { VariableFiles } from '../GraphQl/VariableFiles.tsx'
import { DraftTextEditor } from './DraftTextEditor.tsx'
import styles from './GraphQlBody.module.css'

export interface GraphQlBodyProps {
  readonly tab: RequestTab
  readonly body: BodyOfDraft
}

/** Query and variables, with the schema beside them. The variables are JSON that may contain `{{name}}`. */
export function GraphQlBody({ tab, body }: GraphQlBodyProps) {
  const editing = useGraphQlEditing()
  const schemas = useGraphQlSchemas()
  const isExplorerOpen = useStore(editing.store, state => state.isExplorerOpen)
  const revision = useStore(schemas.store, state => state.revision)
  const supports = useSupports(tab.id)
  const { draft, source } = tab
  const parentId = inheritedPlaceId(tab)
  useEffect(() => {
    schemas.look(tab.id, schemaSubject({ parentId, requestId: source?.requestId ?? tab.id, request: draft }))
  }, [schemas, tab.id, parentId, source, draft])
  useEffect(() => () => schemas.leave(), [schemas])
  return (
    <div className={styles.room}>
      <div className={styles.parts} data-explorer={isExplorerOpen || undefined}>
        {isExplorerOpen && <SchemaExplorer tabId={tab.id} parentId={parentId} body={body} />}
        <div className={styles.part} data-query-of={tab.id}>
          <div className={styles.caption}>Query</div>
          <DraftTextEditor
            tabId={tab.id}
            text={queryText}
            loadSupport={supports.query}
            checkedAgainst={revision}
          />
        </div>
        <VariablesPart
          tab={tab}
          body={body}
          loadSupport={supports.variables}
          checkedAgainst={`${revision} ${body.operationName ?? ''} ${variablesWithFiles(body).join()} ${body.query}`}
        />
      </div>
    </div>
  )
}

interface VariablesPartProps extends GraphQlBodyProps {
  readonly loadSupport: () => Promise<LanguageSupport>
  readonly checkedAgainst: string
}

/** A longer text is not checked at each key. */
const maxCheckedCharacters = 200_000

/** The variables, or the extensions in their place. */
function VariablesPart({ tab, body, loadSupport, checkedAgainst }: VariablesPartProps) {
  const editing = useGraphQlEditing()
  const [showsExtensions, setShowsExtensions] = useState(false)
  const [hashProblem, setHashProblem] = useState({ body, problem: '' })
  const text = showsExtensions ? extensionsText : variablesText
  const typed = (showsExtensions ? body.extensions : body.variables) ?? ''
  const fault = typed.length > maxCheckedCharacters ? '' : jsonProblemText(typed)
  // It is about the body that it was found in.
  const problem = showsExtensions && hashProblem.body === body ? hashProblem.problem : ''
  const hasExtensions = (body.extensions ?? '').trim() !== ''
  return (
    <div className={styles.part}>
      <div className={styles.caption}>
        {text.label}
        <span className={styles.fault} role="status">
          {fault || problem}
        </span>
        {showsExtensions && (
          <Button
            size="small"
            onPress={() =>
              void editing.addQueryHash(tab.id).then(found => setHashProblem({ body, problem: found }))
            }
          >
            sha256Hash
          </Button>
        )}
        {!showsExtensions && (
          <Button size="small" onPress={() => void editing.fillInVariables(tab.id)}>
            Fill from schema
          </Button>
        )}
        <TextToggle isSelected={showsExtensions} onChange={setShowsExtensions}>
          Extensions
          {hasExtensions && <span className={styles.dot} aria-hidden="true" />}
        </TextToggle>
      </div>
      <DraftTextEditor
        key={text.id}
        tabId={tab.id}
        text={text}
        {...(showsExtensions ? {} : { loadSupport, checkedAgainst })}
      />
      {!showsExtensions && <VariableFiles tabId={tab.id} body={body} />}
    </div>
  )
}

/** What the editors of a tab do; the same functions as long as it is the same tab. */
function useSupports(tabId: string) {
  const language = useGraphQlLanguage()
  const editing = useGraphQlEditing()
  const query = useCallback(async () => {
    const { createQuerySupport } = await import('../../editor/graphql/query-support.ts')
    return createQuerySupport({
      language,
      onCursor: position => editing.moveCursor(tabId, position),
      onDefinition: definition => void editing.goTo(tabId, definition),
      onDocs: ({ typeName, fieldName }) => editing.showType(tabId, typeName, fieldName),
    })
  }, [language, editing, tabId])
  const variables = useCallback(async () => {
    const { createVariablesSupport } = await import('../../editor/graphql/variables-support.ts')
    return createVariablesSupport({
      language,
      operation: () => editing.chosenOperation(tabId),
      variablesWithFiles: () => {
        const body = editing.bodyOf(tabId)
        return body === null ? [] : variablesWithFiles(body)
      },
    })
  }, [language, editing, tabId])
  return { query, variables }
}
