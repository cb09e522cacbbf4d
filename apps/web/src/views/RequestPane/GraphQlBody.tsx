import { printJson } from '@parley/engine'
import type { GraphQlBody as GraphQlBodyNoun } from '@parley/model'
import { queryText, variablesText } from '../../workbench/tabs/draft-text.ts'
import { DraftTextEditor } from './DraftTextEditor.tsx'
import styles from './GraphQlBody.module.css'

export interface GraphQlBodyProps {
  readonly tabId: string
  readonly body: GraphQlBodyNoun
}

/** Query and variables. The variables are JSON that may contain `{{name}}`. */
export function GraphQlBody({ tabId, body }: GraphQlBodyProps) {
  const isJson = body.variables.trim() === '' || printJson(body.variables, { allowsVariables: true }) !== null
  return (
    <div className={styles.parts}>
      <div className={styles.part}>
        <div className={styles.caption}>Query</div>
        <DraftTextEditor tabId={tabId} text={queryText} />
      </div>
      <div className={styles.part}>
        <div className={styles.caption}>
          Variables
          <span className={styles.fault} role="status">
            {isJson ? '' : 'This is not JSON'}
          </span>
        </div>
        <DraftTextEditor tabId={tabId} text={variablesText} />
      </div>
    </div>
  )
}
