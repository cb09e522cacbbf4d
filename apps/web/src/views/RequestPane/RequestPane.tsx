import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { type SectionTab, SectionTabs } from '../../components/SectionTabs.tsx'
import { type RowTable as RowTableName, withRows } from '../../workbench/edit-rows.ts'
import type { RequestSection, RequestTab } from '../../workbench/request-tab.ts'
import { BodySection } from './BodySection.tsx'
import styles from './RequestPane.module.css'
import { RowTable } from './RowTable.tsx'

export interface RequestPaneProps {
  readonly tab: RequestTab
}

/** The inner tabs of a request. */
export function RequestPane({ tab }: RequestPaneProps) {
  const { workbench } = useAppModel()
  return (
    <SectionTabs
      label="Request"
      tabs={sectionTabs(tab)}
      selected={tab.requestSection}
      onSelect={section => workbench.chooseRequestSection(tab.id, section)}
    >
      <Section key={tab.id} tab={tab} />
    </SectionTabs>
  )
}

function sectionTabs({ draft }: RequestTab): readonly SectionTab<RequestSection>[] {
  return [
    { id: 'params', label: 'Params', count: draft.params.length },
    { id: 'headers', label: 'Headers', count: draft.headers.length },
    { id: 'cookies', label: 'Cookies', count: draft.cookies.length },
    { id: 'body', label: 'Body', hasContent: draft.body.type !== 'none' },
    { id: 'authorization', label: 'Authorization' },
    { id: 'script', label: 'Script' },
  ]
}

function Section({ tab }: RequestPaneProps) {
  switch (tab.requestSection) {
    case 'params':
      return <TableSection tab={tab} table="params" label="Params" />
    case 'headers':
      return <HeadersSection tab={tab} />
    case 'cookies':
      return <TableSection tab={tab} table="cookies" label="Cookies" />
    case 'body':
      return <BodySection tab={tab} />
    case 'authorization':
      return (
        <p className={styles.line}>
          Requests are sent as they are typed. Give credentials as a header on the Headers tab, such as
          Authorization.
        </p>
      )
    case 'script':
      return <p className={styles.line}>Requests are sent as they are typed, without running scripts.</p>
  }
}

interface TableSectionProps extends RequestPaneProps {
  readonly table: RowTableName
  readonly label: string
}

function TableSection({ tab, table, label }: TableSectionProps) {
  const { workbench } = useAppModel()
  return (
    <RowTable
      label={label}
      rows={tab.draft[table]}
      onChange={rows => workbench.editDraft(tab.id, draft => withRows(draft, table, rows))}
    />
  )
}

/** A ticked User-Agent of the user takes the place of the generated one (spec 2.1). */
function HeadersSection({ tab }: RequestPaneProps) {
  const { workbench, server } = useAppModel()
  const userAgent = useStore(server, state => state.session?.userAgent ?? '')
  const hasOwn = tab.draft.headers.some(row => row.enabled && row.name.trim().toLowerCase() === 'user-agent')
  return (
    <RowTable
      label="Headers"
      rows={tab.draft.headers}
      onChange={rows => workbench.editDraft(tab.id, draft => withRows(draft, 'headers', rows))}
      lockedRow={
        hasOwn
          ? null
          : {
              name: 'User-Agent',
              value: userAgent,
              hint: 'Sent with every request. Add your own User-Agent to replace it.',
            }
      }
    />
  )
}
