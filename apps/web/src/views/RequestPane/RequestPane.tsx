import { subscriptionTransports } from '@parley/engine'
import {
  defaultSubscription,
  descriptorOf,
  kindOfDraft,
  type RequestSection,
  type Row,
  requestKinds,
  withKindPart,
  withSubscription,
} from '@parley/model'
import { Ellipsis } from 'lucide-react'
import { memo, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { TextToggle } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { SectionTabs } from '../../components/tabs/SectionTabs.tsx'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { pathRows, type RowTable, withPathValue, withRows } from '../../workbench/request/edit-rows.ts'
import { sectionTabs } from '../../workbench/request/section-tabs.ts'
import { cookieKind, paramKind } from '../../workbench/request/table-kind.ts'
import { failedPhase } from '../../workbench/sending/script-errors.ts'
import { isSameRequestSide, type RequestTab } from '../../workbench/tabs/request-tab.ts'
import { useGeneratedFields } from '../Request/use-generated-fields.ts'
import { useKnownVariables } from '../Request/use-known-variables.ts'
import { HeadersSection } from './HeadersSection.tsx'
import styles from './RequestPane.module.css'
import { GeneratedTable } from './tables/GeneratedTable.tsx'
import { TableSection } from './tables/TableSection.tsx'

const BodySection = lazyPart(async () => (await import('./BodySection.tsx')).BodySection)

const WebSocketSettingsRows = lazyPart(
  async () => (await import('./WebSocketSettingsRows.tsx')).WebSocketSettingsRows,
)

const AuthorizationTab = lazyPart(async () => (await import('./AuthorizationTab.tsx')).AuthorizationTab)

const PathTable = lazyPart(async () => (await import('./tables/PathTable.tsx')).PathTable)

const CallSettings = lazyPart(async () => (await import('../Grpc/CallSettings.tsx')).CallSettings)

const DefinitionSection = lazyPart(
  async () => (await import('../Grpc/DefinitionSection.tsx')).DefinitionSection,
)

const ScriptSection = lazyPart(async () => (await import('./ScriptSection.tsx')).ScriptSection)

const StreamSettingsRows = lazyPart(async () => (await import('./StreamSettingsRows.tsx')).StreamSettingsRows)

const SubscriptionSettingsRows = lazyPart(
  async () => (await import('./SubscriptionSettingsRows.tsx')).SubscriptionSettingsRows,
)

const SettingsSection = lazyPart(async () => (await import('./SettingsSection.tsx')).SettingsSection)

const RequestDocs = lazyPart(async () => (await import('./RequestDocs.tsx')).RequestDocs)

export interface RequestPaneProps {
  readonly tab: RequestTab
}

/** A tab of the request side of any kind. */
interface Section {
  readonly id: RequestSection
  readonly label: string
}

/** CSS px of `Generated` and `Bulk edit` beside each other, and of the menu with both. */
const togglesWidthPx = 136
const tableMenuWidthPx = 28

/** The inner tabs of a request. They do not render for a response that arrives. */
export const RequestPane = memo(ShownRequestPane, (before, after) => isSameRequestSide(before.tab, after.tab))

function ShownRequestPane({ tab }: RequestPaneProps) {
  const workbench = useWorkbench()
  const pane: { readonly sections: readonly Section[] } = requestKinds[kindOfDraft(tab.draft)].pane
  /** The tables that are shown as text. */
  const [bulkTables, setBulkTables] = useState<ReadonlySet<string>>(new Set())
  const [showsGenerated, setShowsGenerated] = useState(true)
  const hasFailed = useStore(workbench.store, state => failedPhase(requestTab(state, tab.id)?.send) !== null)
  const place = `${tab.id}/${tab.requestSection}`
  const isBulk = bulkTables.has(place)
  const hasTable = ['params', 'headers', 'cookies'].includes(tab.requestSection)
  const toggleBulk = () =>
    setBulkTables(tables =>
      isBulk ? new Set([...tables].filter(one => one !== place)) : new Set([...tables, place]),
    )
  return (
    <SectionTabs
      label="Request"
      tabs={sectionTabs(tab.draft, pane, hasFailed ? 'Script error' : undefined)}
      selected={tab.requestSection}
      onSelect={section => workbench.chooseRequestSection(tab.id, section)}
      endWidthPx={togglesWidthPx}
      narrowEndWidthPx={tableMenuWidthPx}
      end={
        hasTable && (
          <TableToggles
            isBulk={isBulk}
            onBulkChange={toggleBulk}
            generated={tab.requestSection === 'headers' && !isBulk ? showsGenerated : null}
            onGeneratedChange={setShowsGenerated}
          />
        )
      }
    >
      <SectionContent key={tab.id} tab={tab} isBulk={isBulk} showsGenerated={showsGenerated} />
    </SectionTabs>
  )
}

interface TableTogglesProps {
  readonly isBulk: boolean
  readonly onBulkChange: () => void
  /** Whether generated rows show; null if there are none to choose. */
  readonly generated: boolean | null
  readonly onGeneratedChange: (showsGenerated: boolean) => void
}

/** How a table is shown: two buttons, in a narrow pane a menu. */
function TableToggles({ isBulk, onBulkChange, generated, onGeneratedChange }: TableTogglesProps) {
  const bulk = { id: 'bulk', label: isBulk ? 'Edit as table' : 'Bulk edit' } as const
  const hide = { id: 'generated', label: generated ? 'Hide generated' : 'Show generated' } as const
  return (
    <>
      <span className={styles.toggles}>
        {generated !== null && (
          <TextToggle isSelected={generated} onChange={onGeneratedChange}>
            Generated
          </TextToggle>
        )}
        <TextToggle isSelected={isBulk} onChange={onBulkChange}>
          Bulk edit
        </TextToggle>
      </span>
      <span className={styles.menu}>
        <ActionMenu
          label="Table"
          placement="bottom end"
          actions={generated === null ? [bulk] : [hide, bulk]}
          onAction={id => (id === 'bulk' ? onBulkChange() : onGeneratedChange(generated === false))}
        >
          <IconButton label="Table options">
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </ActionMenu>
      </span>
    </>
  )
}

interface SectionProps extends RequestPaneProps {
  readonly isBulk: boolean
  readonly showsGenerated: boolean
}

function SectionContent({ tab, isBulk, showsGenerated }: SectionProps) {
  switch (tab.requestSection) {
    case 'params':
      return <ParamsSection tab={tab} isBulk={isBulk} />
    case 'headers':
      return <DraftHeaders tab={tab} isBulk={isBulk} showsGenerated={showsGenerated} />
    case 'cookies':
      return <CookiesSection tab={tab} isBulk={isBulk} />
    case 'message':
    case 'body':
      return (
        <Suspense>
          <BodySection tab={tab} />
        </Suspense>
      )
    case 'authorization':
      return (
        <Suspense>
          <AuthorizationTab tab={tab} />
        </Suspense>
      )
    case 'script':
      return (
        <Suspense>
          <ScriptSection tab={tab} />
        </Suspense>
      )
    case 'definition':
      return (
        <Suspense>
          <DefinitionSection tab={tab} />
        </Suspense>
      )
    case 'docs':
      return (
        <Suspense>
          <RequestDocs tab={tab} />
        </Suspense>
      )
    case 'settings':
      return (
        <Suspense>
          {descriptorOf(tab.draft).callsMethods ? <CallSettings tab={tab} /> : <DraftSettings tab={tab} />}
        </Suspense>
      )
  }
}

/** Returns a table of a draft, and how to change it. */
function useDraftTable(tab: RequestTab, table: RowTable) {
  const workbench = useWorkbench()
  return {
    rows: tab.draft[table],
    historyKey: `${tab.draftId}/${table}`,
    known: useKnownVariables(tab),
    onChange: (rows: readonly Row[]) => workbench.editDraft(tab.id, draft => withRows(draft, table, rows)),
  }
}

function DraftHeaders({ tab, ...shown }: SectionProps) {
  const generated = useGeneratedFields(tab)
  const label = descriptorOf(tab.draft).callsMethods ? 'Metadata' : 'Headers'
  return <HeadersSection {...useDraftTable(tab, 'headers')} {...shown} label={label} generated={generated} />
}

function CookiesSection({ tab, isBulk }: Omit<SectionProps, 'showsGenerated'>) {
  return <TableSection {...useDraftTable(tab, 'cookies')} label="Cookies" kind={cookieKind} isBulk={isBulk} />
}

function DraftSettings({ tab }: RequestPaneProps) {
  const workbench = useWorkbench()
  const { stream, webSocket, settings, body, method } = tab.draft
  return (
    <SettingsSection
      settings={settings}
      onChange={settings => workbench.editDraft(tab.id, draft => ({ ...draft, settings }))}
      {...(stream !== undefined && {
        ofKind: (
          <StreamSettingsRows
            stream={stream}
            method={method}
            onChange={changed =>
              workbench.editDraft(tab.id, draft => withKindPart(draft, { stream: changed }))
            }
          />
        ),
      })}
      {...(webSocket !== undefined && {
        hasVersion: false,
        ofKind: (
          <WebSocketSettingsRows
            webSocket={webSocket}
            timeoutMs={settings.timeoutMs}
            onChange={changed =>
              workbench.editDraft(tab.id, draft => withKindPart(draft, { webSocket: changed }))
            }
            onTimeout={timeoutMs =>
              workbench.editDraft(tab.id, draft => ({ ...draft, settings: { ...draft.settings, timeoutMs } }))
            }
          />
        ),
      })}
      {...(body.type === 'graphql' && {
        ofBody: (
          <SubscriptionSettingsRows
            subscription={body.subscription ?? defaultSubscription}
            transports={subscriptionTransports}
            onChange={subscription =>
              workbench.editDraft(tab.id, draft => ({ ...draft, body: withSubscription(body, subscription) }))
            }
          />
        ),
      })}
    />
  )
}

/** The query's params; below them what the authorization adds, and the values of the URL's path variables. */
function ParamsSection({ tab, isBulk }: Omit<SectionProps, 'showsGenerated'>) {
  const workbench = useWorkbench()
  const table = useDraftTable(tab, 'params')
  const { params: generated } = useGeneratedFields(tab)
  const rows = pathRows(tab.draft)
  const editValue = (name: string, value: string) =>
    workbench.editDraft(tab.id, draft => withPathValue(draft, name, value))
  return (
    <TableSection
      {...table}
      label="Params"
      kind={paramKind}
      isBulk={isBulk}
      below={
        <>
          {generated.length > 0 && <GeneratedTable fields={generated} />}
          {rows.length > 0 && (
            <Suspense>
              <PathTable rows={rows} known={table.known} onChange={editValue} />
            </Suspense>
          )}
        </>
      }
    />
  )
}
