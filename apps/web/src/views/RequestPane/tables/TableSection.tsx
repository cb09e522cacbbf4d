import type { Row } from '@parley/model'
import type { ReactNode } from 'react'
import { useWorkbench } from '../../../wiring/use-stores.ts'
import { type RowTable as RowTableName, withRows } from '../../../workbench/request/edit-rows.ts'
import { rowKind } from '../../../workbench/request/table-kind.ts'
import type { RequestTab } from '../../../workbench/tabs/request-tab.ts'
import { useKnownVariables } from '../../Request/use-known-variables.ts'
import { BulkText } from './BulkText.tsx'
import { RowTable } from './RowTable.tsx'

export interface TableSectionProps {
  readonly tab: RequestTab
  readonly table: RowTableName
  readonly label: string
  readonly isBulk: boolean
  readonly above?: ReactNode
  readonly below?: ReactNode
}

/** One of the request's own tables, as rows or as text. */
export function TableSection({ tab, table, label, isBulk, above, below }: TableSectionProps) {
  const workbench = useWorkbench()
  const known = useKnownVariables(tab)
  const shared = {
    label,
    items: tab.draft[table],
    kind: rowKind,
    history: workbench.rowHistory,
    historyKey: `${tab.draftId}/${table}`,
    onChange: (rows: readonly Row[]) => workbench.editDraft(tab.id, draft => withRows(draft, table, rows)),
  }
  return isBulk ? (
    <BulkText {...shared} />
  ) : (
    <RowTable {...shared} known={known} above={above} below={below} />
  )
}
