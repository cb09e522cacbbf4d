import styles from '../../Environments/VariablesView.module.css'
import { TableSection, type TableSectionProps } from './TableSection.tsx'
import { useHeaderWords } from './use-header-words.ts'

export interface HeaderTableProps extends Omit<TableSectionProps, 'label' | 'isBulk' | 'words'> {
  /** The requests that inherit them, such as `below`. */
  readonly requests: string
  /** Who else may have a header of the same name. */
  readonly others: string
}

/** The headers that requests inherit, with the suggestions of those of a request. */
export function HeaderTable({ requests, others, ...props }: HeaderTableProps) {
  const words = useHeaderWords()
  return (
    <>
      <p className={styles.hint}>
        Every request {requests} sends these headers, unless {others} or the request itself has one of the
        same name.
      </p>
      <TableSection {...props} label="Headers" isBulk={false} words={words} />
    </>
  )
}
