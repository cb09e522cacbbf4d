import type { Row } from '@parley/model'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { useWorkbench } from '../../../wiring/use-stores.ts'
import { rowKind, type TableKind } from '../../../workbench/request/table-kind.ts'
import type { KnownVariables } from '../../../workbench/variables/describe-variable.ts'
import { RowTable } from './RowTable.tsx'
import type { TableWords } from './row-cells.ts'

const BulkText = lazyPart(async () => (await import('./BulkText.tsx')).BulkText<Row>)

export interface TableSectionProps {
  readonly label: string
  /** What its rows are; absent: names and values. */
  readonly kind?: TableKind<Row>
  readonly rows: readonly Row[]
  /** The table's undo history. */
  readonly historyKey: string
  readonly known: KnownVariables
  readonly isBulk: boolean
  readonly above?: ReactNode
  readonly below?: ReactNode
  readonly words?: TableWords
  readonly onChange: (rows: readonly Row[]) => void
}

/** A table of a request of any kind, as rows or as text. */
export function TableSection(props: TableSectionProps) {
  const { rows, isBulk, known, above, below, ...others } = props
  const { rowHistory } = useWorkbench()
  const shared = { kind: rowKind, ...others, items: rows, history: rowHistory }
  return isBulk ? (
    <Suspense>
      <BulkText {...shared} />
    </Suspense>
  ) : (
    <RowTable {...shared} known={known} above={above} below={below} />
  )
}
