import { shownName } from '@parley/model'
import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import styles from './NameRow.module.css'

/** Names of the containers around an entry, outermost first. */
export function Breadcrumb({ path }: { readonly path: readonly string[] }) {
  const steps = path.map((name, depth) => ({ name, key: `${depth}/${name}` }))
  return steps.map(({ name, key }) => (
    <Fragment key={key}>
      <span className={styles.parent}>{shownName(name)}</span>
      <ChevronRight size={14} strokeWidth={1.75} className={styles.between} aria-hidden="true" />
    </Fragment>
  ))
}
