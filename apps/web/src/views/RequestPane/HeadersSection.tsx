// biome-ignore-all lint/a11y/useSemanticElements: a grid like the one above it, which a <table> is not.
// biome-ignore-all lint/a11y/useFocusableInteractive: nothing in it can be changed.
import { type GeneratedHeader, generatedHeaders } from '../../workbench/generated-headers.ts'
import type { RequestTab } from '../../workbench/request-tab.ts'
import { useInheritedAuth } from '../use-inherited-auth.ts'
import { useKnownVariables } from '../use-known-variables.ts'
import { LockedRow } from './LockedRow.tsx'
import styles from './RowTable.module.css'
import { TableSection } from './TableSection.tsx'

export interface HeadersSectionProps {
  readonly tab: RequestTab
  readonly isBulk: boolean
  readonly showsGenerated: boolean
}

/** The user's headers, with the locked User-Agent first and what else the send adds below. */
export function HeadersSection({ tab, isBulk, showsGenerated }: HeadersSectionProps) {
  const known = useKnownVariables(tab)
  const inherited = useInheritedAuth(tab)
  const { userAgent, others } = generatedHeaders(tab.draft, known, inherited)
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
      below={showsGenerated && <GeneratedTable headers={others} />}
    />
  )
}

function GeneratedTable({ headers }: { readonly headers: readonly GeneratedHeader[] }) {
  return (
    <div role="grid" aria-label="Generated" className={styles.table}>
      <div role="row" className={styles.head}>
        <div role="columnheader" className={styles.tick}>
          <span className={styles.hidden}>Locked</span>
        </div>
        <div role="columnheader">Generated</div>
        <div role="columnheader">Value</div>
        <div role="columnheader">
          <span className={styles.hidden}>Nothing</span>
        </div>
      </div>
      {headers.map(({ name, value, hint }) => (
        <LockedRow key={name + hint} name={name} value={value ?? 'Known when it is sent'} hint={hint} />
      ))}
    </div>
  )
}
