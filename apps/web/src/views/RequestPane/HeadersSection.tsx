import type { GeneratedFields } from '../../workbench/request/generated-fields.ts'
import { GeneratedTable } from './tables/GeneratedTable.tsx'
import { LockedRow } from './tables/LockedRow.tsx'
import { TableSection, type TableSectionProps } from './tables/TableSection.tsx'
import { useHeaderWords } from './tables/use-header-words.ts'

export interface HeadersSectionProps extends Omit<TableSectionProps, 'above' | 'below'> {
  readonly generated: Omit<GeneratedFields, 'params'>
  readonly showsGenerated: boolean
}

/** The user's headers, with the locked User-Agent first; below them those that it inherits, and the others of the send. */
export function HeadersSection({ generated, showsGenerated, ...table }: HeadersSectionProps) {
  const { userAgent, others, inherited } = generated
  const words = useHeaderWords()
  return (
    <TableSection
      {...table}
      words={words}
      above={
        userAgent !== null && (
          <LockedRow name={userAgent.name} value={userAgent.value ?? ''} hint={userAgent.hint} />
        )
      }
      below={
        <>
          {inherited.length > 0 && <GeneratedTable label="Inherited" fields={inherited} />}
          {showsGenerated && <GeneratedTable fields={others} />}
        </>
      }
    />
  )
}
