import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { type RequestTab, tabName } from '../workbench/request-tab.ts'
import styles from './NameRow.module.css'

export interface NameRowProps {
  readonly tab: RequestTab
}

/** Where the request stands, and its name. */
export function NameRow({ tab }: NameRowProps) {
  const path = (tab.source?.path ?? []).map((name, depth) => ({ name, key: `${depth}/${name}` }))
  return (
    <div className={styles.row}>
      {path.map(({ name, key }) => (
        <Fragment key={key}>
          <span className={styles.parent}>{name}</span>
          <ChevronRight size={14} strokeWidth={1.75} className={styles.between} aria-hidden="true" />
        </Fragment>
      ))}
      <h1 className={styles.name}>{tab.draft.name === '' ? 'New request' : tabName(tab)}</h1>
    </div>
  )
}
