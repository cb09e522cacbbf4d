import type { HttpRequest, Row } from '@parley/model'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { type SectionTab, SectionTabs } from '../../components/SectionTabs.tsx'
import {
  pathRows,
  type RowTable as RowTableName,
  withPathValue,
  withRows,
} from '../../workbench/edit-rows.ts'
import type { RequestSection, RequestTab } from '../../workbench/request-tab.ts'
import { BodySection } from './BodySection.tsx'
import { PathTable } from './PathTable.tsx'
import styles from './RequestPane.module.css'
import { RowTable } from './RowTable.tsx'
import { SettingsSection } from './SettingsSection.tsx'

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

/** Counts are of what is sent: ticked rows, and the generated User-Agent. */
function sectionTabs({ draft }: RequestTab): readonly SectionTab<RequestSection>[] {
  return [
    { id: 'params', label: 'Params', count: tickedRows(draft.params) },
    { id: 'headers', label: 'Headers', count: tickedRows(draft.headers) + (hasOwnUserAgent(draft) ? 0 : 1) },
    { id: 'cookies', label: 'Cookies', count: tickedRows(draft.cookies) },
    { id: 'body', label: 'Body', hasContent: draft.body.type !== 'none' },
    { id: 'authorization', label: 'Authorization' },
    { id: 'script', label: 'Script' },
    { id: 'settings', label: 'Settings', hasContent: hasOwnSettings(draft) },
  ]
}

function hasOwnSettings({ settings }: HttpRequest): boolean {
  return Object.values(settings).some(value => value !== 'inherit')
}

function tickedRows(rows: readonly Row[]): number {
  return rows.filter(row => row.enabled).length
}

/** A ticked User-Agent of the user takes the place of the generated one (spec 2.1). */
function hasOwnUserAgent(draft: HttpRequest): boolean {
  return draft.headers.some(row => row.enabled && row.name.trim().toLowerCase() === 'user-agent')
}

function Section({ tab }: RequestPaneProps) {
  switch (tab.requestSection) {
    case 'params':
      return <ParamsSection tab={tab} />
    case 'headers':
      return <HeadersSection tab={tab} />
    case 'cookies':
      return <TableSection tab={tab} table="cookies" label="Cookies" />
    case 'body':
      return <BodySection tab={tab} />
    case 'authorization':
      return (
        <p className={styles.line}>
          Requests are sent as they are typed. Credentials can be given as a header on the Headers tab.
        </p>
      )
    case 'script':
      return <p className={styles.line}>Requests are sent as they are typed, without running scripts.</p>
    case 'settings':
      return <SettingsSection tab={tab} />
  }
}

interface TableSectionProps extends RequestPaneProps {
  readonly table: RowTableName
  readonly label: string
  readonly below?: ReactNode
}

function TableSection({ tab, table, label, below }: TableSectionProps) {
  const { workbench } = useAppModel()
  return (
    <RowTable
      label={label}
      rows={tab.draft[table]}
      below={below}
      onChange={rows => workbench.editDraft(tab.id, draft => withRows(draft, table, rows))}
    />
  )
}

/** The query's params and, where the URL has path variables, their values below. */
function ParamsSection({ tab }: RequestPaneProps) {
  const { workbench } = useAppModel()
  const rows = pathRows(tab.draft)
  const editValue = (name: string, value: string) =>
    workbench.editDraft(tab.id, draft => withPathValue(draft, name, value))
  return (
    <TableSection
      tab={tab}
      table="params"
      label="Params"
      below={rows.length > 0 && <PathTable rows={rows} onChange={editValue} />}
    />
  )
}

/** The generated User-Agent shows as a locked first row until the user has one. */
function HeadersSection({ tab }: RequestPaneProps) {
  const { workbench, server } = useAppModel()
  const userAgent = useStore(server, state => state.session?.userAgent ?? '')
  return (
    <RowTable
      label="Headers"
      rows={tab.draft.headers}
      onChange={rows => workbench.editDraft(tab.id, draft => withRows(draft, 'headers', rows))}
      lockedRow={
        hasOwnUserAgent(tab.draft)
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
