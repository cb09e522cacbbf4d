import type { Row, UrlEncodedBody } from '@parley/model'
import { useWorkbench } from '../../../wiring/use-stores.ts'
import { urlEncodedKind } from '../../../workbench/request/table-kind.ts'
import type { RequestTab } from '../../../workbench/tabs/request-tab.ts'
import { useKnownVariables } from '../../Request/use-known-variables.ts'
import { BulkText } from './BulkText.tsx'
import { RowTable } from './RowTable.tsx'

export interface UrlEncodedTableProps {
  readonly tab: RequestTab
  readonly body: UrlEncodedBody
  readonly isBulk: boolean
}

/** The fields of a URL-encoded form, as rows or as text. */
export function UrlEncodedTable({ tab, body, isBulk }: UrlEncodedTableProps) {
  const workbench = useWorkbench()
  const known = useKnownVariables(tab)
  const shared = {
    label: 'URL Encoded',
    items: body.fields,
    kind: urlEncodedKind,
    history: workbench.rowHistory,
    historyKey: `${tab.draftId}/urlEncoded`,
    onChange: (fields: readonly Row[]) =>
      workbench.editDraft(tab.id, draft =>
        draft.body.type === 'urlEncoded' ? { ...draft, body: { ...draft.body, fields } } : draft,
      ),
  }
  return isBulk ? <BulkText {...shared} /> : <RowTable {...shared} known={known} />
}
