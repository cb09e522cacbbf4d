import type { HistorySummary } from '@parley/model'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Header } from 'react-aria-components/Header'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { useStore } from 'zustand'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { KeyHint } from '../../components/buttons/KeyHint.tsx'
import { Tooltip, TooltipTrigger } from '../../components/buttons/Tooltip.tsx'
import { classNames } from '../../components/class-names.ts'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { menuPlace } from '../../components/menus/menu-place.ts'
import { useHistory, useHistoryCommands } from '../../wiring/use-stores.ts'
import { entryBadge } from '../../workbench/entry-badge.ts'
import { clockLabel } from '../../workbench/history-days.ts'
import { historyGroups } from '../../workbench/history-groups.ts'
import { ClearHistoryDialog } from './ClearHistoryDialog.tsx'
import { EntryMenu, type EntryMenuPlace } from './EntryMenu.tsx'
import styles from './HistoryPanel.module.css'
import { messageWords, outcomeWords } from './outcome-words.ts'
import { withoutOrigin } from './shown-url.ts'

/** The last sends by day, with a search and Clear History (behaviour 2.4, 4.1). */
export function HistoryPanel() {
  const history = useHistory()
  const search = useStore(history.store, state => state.search)
  const totalEntries = useStore(history.store, state => state.totalEntries)
  const [isClearing, setClearing] = useState(false)
  useEffect(() => history.load(), [history])
  return (
    <>
      <div className={styles.find}>
        <SearchField
          label="Search history"
          placeholder="URL, method or status"
          value={search}
          onChange={history.search}
        />
        <TooltipTrigger>
          <IconButton
            label="Clear History"
            isDisabled={totalEntries === 0 && search === ''}
            onPress={() => setClearing(true)}
          >
            <Trash2 size={16} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
          <Tooltip>Clear History</Tooltip>
        </TooltipTrigger>
      </div>
      <HistoryEntries />
      <p className={styles.foot}>The last 100 requests are kept</p>
      {isClearing && <ClearHistoryDialog onClose={() => setClearing(false)} />}
    </>
  )
}

function HistoryEntries() {
  const history = useHistory()
  const { openEntry } = useHistoryCommands()
  const { search, entries, problem } = useStore(history.store)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [menu, setMenu] = useState<EntryMenuPlace | null>(null)
  const groups = historyGroups(entries ?? [], Date.now(), open)
  const act = (id: string) => {
    const isFolded = groups.some(({ rows }) => rows.some(row => row.id === id && 'equal' in row))
    if (isFolded)
      setOpen(before => new Set(before.has(id) ? [...before].filter(one => one !== id) : [...before, id]))
    else void openEntry(id)
  }
  return (
    <div className={styles.content}>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem.sentence} {problem.nextStep}
        </p>
      )}
      {entries?.length === 0 && problem === null && <NoEntries search={search.trim()} />}
      <ListBox
        aria-label="History"
        className={styles.list ?? ''}
        selectionMode="none"
        onAction={key => act(String(key))}
      >
        {groups.map(({ id, day, host, rows }) => (
          <ListBoxSection key={id} id={id} className={classNames(styles.group, day !== null && styles.first)}>
            <Header className={styles.head ?? ''}>
              {day !== null && <span className={styles.day}>{day}</span>}{' '}
              {host !== null && <span className={styles.host}>{host}</span>}
            </Header>
            {rows.map(row =>
              'entry' in row ? (
                <EntryRow
                  key={row.id}
                  entry={row.entry}
                  onKeepOpen={() => void openEntry(row.id, true)}
                  onMenu={setMenu}
                />
              ) : (
                <FoldedRow key={row.id} {...row} />
              ),
            )}
          </ListBoxSection>
        ))}
      </ListBox>
      {menu !== null && <EntryMenu place={menu} onClose={() => setMenu(null)} />}
    </div>
  )
}

function NoEntries({ search }: { readonly search: string }) {
  if (search !== '') return <p className={styles.nothing}>Nothing matches “{search}”</p>
  return (
    <p className={styles.nothing}>
      Requests you send appear here. The last 100 are kept.
      <span className={styles.firstStep}>
        <KeyHint keys="Mod+Enter" /> Send the open request
      </span>
    </p>
  )
}

interface EntryRowProps {
  readonly entry: HistorySummary
  readonly onKeepOpen: () => void
  readonly onMenu: (place: EntryMenuPlace) => void
}

function EntryRow({ entry, onKeepOpen, onMenu }: EntryRowProps) {
  const { text, tone } = outcomeWords(entry)
  const time = clockLabel(entry.sentAt)
  const badge = entryBadge(entry)
  const counts = messageWords(entry)
  return (
    <ListBoxItem
      id={entry.id}
      textValue={`${badge} ${entry.url}`}
      className={styles.row ?? ''}
      onDoubleClick={onKeepOpen}
      onContextMenu={event => {
        event.preventDefault()
        onMenu({ ...menuPlace(event), entry })
      }}
    >
      <MethodBadge method={badge} isColumn />
      <span className={styles.hidden}>{badge}</span>
      <span className={styles.url} title={counts === '' ? entry.url : `${entry.url} (${counts})`}>
        {withoutOrigin(entry.url)}
      </span>
      {tone === 'success' || tone === 'info' ? (
        <span className={styles.hidden}>{text}</span>
      ) : (
        <span className={classNames(styles.outcome, tone)}>
          {(counts === '' && entry.callStatus === undefined ? entry.statusCode : null) ?? text}
        </span>
      )}
      <span className={styles.time}>{time}</span>
    </ListBoxItem>
  )
}

/** Shows or hides the equal sends before the one above. */
function FoldedRow({
  id,
  equal,
  isOpen,
}: {
  readonly id: string
  readonly equal: number
  readonly isOpen: boolean
}) {
  const text = `${isOpen ? 'Hide' : 'Show'} ${equal} equal sends`
  return (
    <ListBoxItem id={id} textValue={text} className={classNames(styles.row, styles.folded)}>
      {text}
    </ListBoxItem>
  )
}
