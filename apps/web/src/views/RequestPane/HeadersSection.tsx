import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import { useGeneratedFields } from '../Request/use-generated-fields.ts'
import { GeneratedTable } from './tables/GeneratedTable.tsx'
import { LockedRow } from './tables/LockedRow.tsx'
import { TableSection } from './tables/TableSection.tsx'

export interface HeadersSectionProps {
  readonly tab: RequestTab
  readonly isBulk: boolean
  readonly showsGenerated: boolean
}

/** The user's headers, with the locked User-Agent first and what else the send adds below. */
export function HeadersSection({ tab, isBulk, showsGenerated }: HeadersSectionProps) {
  const { userAgent, others } = useGeneratedFields(tab)
  return (
    <TableSection
      tab={tab}
      table="headers"
      label="Headers"
      isBulk={isBulk}
      above={
        userAgent !== null && (
          <LockedRow name={userAgent.name} value={userAgent.value ?? ''} hint={userAgent.hint} />
        )
      }
      below={showsGenerated && <GeneratedTable fields={others} />}
    />
  )
}
