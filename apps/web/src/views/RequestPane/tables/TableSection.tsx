import type { Row } from '@parley/model'
import type { ReactNode } from 'react'
import { useWorkbench } from '../../../wiring/use-stores.ts'
import { rowKind } from '../../../workbench/request/table-kind.ts'
import type { KnownVariables } from '../../../workbench/variables/describe-variable.ts'
import { BulkText } from './BulkText.tsx'
import { RowTable } from './RowTable.tsx'

export interface TableSectionProps {
  readonly label: string
  readonly rows: readonly Row[]
  /** The table's undo history. */
  readonly historyKey: string
  readonly known: KnownVariables
  readonly isBulk: boolean
  readonly above?: ReactNode
  readonly below?: ReactNode
  readonly onChange: (rows: readonly Row[]) => void
}

/** A table of a request of any kind, as rows or as text. */
export function TableSection({ rows, isBulk, known, above, below, ...others }: TableSectionProps) {
  const { rowHistory } = useWorkbench()
  const shared = { ...others, items: rows, kind: rowKind, history: rowHistory }
  return isBulk ? (
    <BulkText {...shared} />
  ) : (
    <RowTable {...shared} known={known} above={above} below={below} />
  )
}
