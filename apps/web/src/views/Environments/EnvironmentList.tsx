import { shownName } from '@parley/model'
import type { EnvironmentSummary, LibraryTree } from '@parley/server/contract'
import { Columns2, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { classNames } from '../../components/class-names.ts'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { isTypedLetter, rowOfTyping, type TypedLetters } from '../../components/lists/type-ahead.ts'
import { ContextMenu } from '../../components/menus/ContextMenu.tsx'
import { entriesById } from '../../library/find-entry.ts'
import {
  useContainerTabs,
  useDialogs,
  useEnvironments,
  useLayout,
  useLibrary,
  useSavedExports,
  useVariableTabs,
  useWorkbench,
} from '../../wiring/use-stores.ts'
import { activeContainer, activeVariables } from '../../workbench/active-tab.ts'
import { isDeepEqual } from '../../workbench/deep-equal.ts'
import { placeTitles, type VariablesTabPlace } from '../../workbench/tabs/variables-tab.ts'
import styles from './EnvironmentList.module.css'

interface ListRow {
  readonly key: string
  readonly name: string
  /** Null for a collection, whose page has its variables. */
  readonly place: VariablesTabPlace | null
  readonly environment: EnvironmentSummary | null
}

interface Group {
  readonly title: string
  readonly rows: readonly ListRow[]
}

interface MenuPlace {
  readonly environment: EnvironmentSummary
  readonly x: number
  readonly y: number
}

const shared: Group = {
  title: 'Shared',
  rows: (['global', 'workspace', 'session'] as const).map(kind => ({
    key: kind,
    place: { kind },
    name: placeTitles[kind],
    environment: null,
  })),
}

/** Everything that has variables; a click opens its page. */
export function EnvironmentList() {
  const environments = useEnvironments()
  const variableTabs = useVariableTabs()
  const containerTabs = useContainerTabs()
  const library = useLibrary()
  const layout = useLayout()
  const listed = useStore(environments.store, state => state.environments)
  const tree = useStore(library.store, state => state.tree)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change may have changed how many variables there are.
  useEffect(() => void environments.countVariables(), [environments, listed, tree])
  const [filter, setFilter] = useState('')
  const [menuPlace, setMenuPlace] = useState<MenuPlace | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const letters = useRef({ text: '', at: Number.NEGATIVE_INFINITY })
  const groups = filteredGroups([shared, ...groupsOf(listed), ...collectionsOf(tree)], filter)

  async function create(): Promise<void> {
    const id = await environments.create()
    if (id !== null) variableTabs.open({ kind: 'environment', id })
  }

  function open({ place, key }: ListRow): void {
    layout.closeOverlay()
    if (place !== null) variableTabs.open(place)
    const collection = place === null && tree !== null ? entriesById(tree).get(key) : undefined
    if (collection !== undefined) void containerTabs.openVariables(collection)
  }

  return (
    <>
      <FindRow
        filter={filter}
        onFilter={setFilter}
        onArrowDown={() => list.current?.querySelector('button')?.focus()}
        onNew={() => void create()}
        onCompare={() => open({ key: '', name: '', place: { kind: 'sideBySide' }, environment: null })}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it. */}
      <div
        ref={list}
        className={styles.list}
        onKeyDown={event => moveFocus(event, list.current, letters.current)}
      >
        {groups.map(group => (
          <Group
            key={group.title}
            group={group}
            onOpen={open}
            onMenu={(environment, x, y) => setMenuPlace({ environment, x, y })}
          />
        ))}
        {groups.length === 0 && <p className={styles.nothing}>Nothing matches “{filter.trim()}”</p>}
      </div>
      {menuPlace !== null && <EnvironmentMenu place={menuPlace} onClose={() => setMenuPlace(null)} />}
    </>
  )
}

interface FindRowProps {
  readonly filter: string
  readonly onFilter: (filter: string) => void
  readonly onArrowDown: () => void
  readonly onNew: () => void
  readonly onCompare: () => void
}

function FindRow({ filter, onFilter, onArrowDown, onNew, onCompare }: FindRowProps) {
  return (
    <div className={styles.find}>
      <SearchField
        label="Filter environments"
        placeholder="Filter"
        value={filter}
        onChange={onFilter}
        onArrowDown={onArrowDown}
      />
      <IconButton label="Environments side by side" onPress={onCompare}>
        <Columns2 size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <IconButton label="New environment" onPress={onNew}>
        <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** Returns the groups with a row whose name contains a text; the one of the environments shows without a text as well. */
function filteredGroups(groups: readonly Group[], filter: string): readonly Group[] {
  const wanted = filter.trim().toLowerCase()
  return groups
    .map(group => ({ ...group, rows: group.rows.filter(row => row.name.toLowerCase().includes(wanted)) }))
    .filter(group => group.rows.length > 0 || (wanted === '' && group.title === 'Environments'))
}

/** Arrow keys move along the rows, letters go to a name. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null, letters: TypedLetters): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 && !isTypedLetter(event)) return
  const rows = [...(list?.querySelectorAll('button') ?? [])]
  const at = rows.findIndex(row => row.matches(':focus'))
  const names = rows.map(row => row.ariaLabel ?? '')
  const next = by === 0 ? rowOfTyping(names, at, letters, event) : at + by
  rows[Math.min(rows.length - 1, Math.max(0, next))]?.focus()
  event.preventDefault()
}

interface GroupProps {
  readonly group: { readonly title: string; readonly rows: readonly ListRow[] }
  readonly onOpen: (row: ListRow) => void
  readonly onMenu: RowProps['onMenu']
}

function Group({ group: { title, rows }, onOpen, onMenu }: GroupProps) {
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.rows}>
        {rows.map(row => (
          <Row key={row.key} row={row} onOpen={() => onOpen(row)} onMenu={onMenu} />
        ))}
      </ul>
      {rows.length === 0 && (
        <p className={styles.nothing}>
          An environment holds values such as the base URL, one set for each server you call. The + above
          makes one.
        </p>
      )}
    </section>
  )
}

interface RowProps {
  readonly row: ListRow
  readonly onOpen: () => void
  readonly onMenu: (environment: EnvironmentSummary, x: number, y: number) => void
}

function Row({ row, onOpen, onMenu }: RowProps) {
  const environments = useEnvironments()
  const workbench = useWorkbench()
  const { environment, name, place, key } = row
  const isActive = useStore(
    environments.store,
    state => environment !== null && state.activeId === environment.id,
  )
  const count = useStore(environments.store, state => state.counts[key])
  const isTabActive = useStore(
    workbench.store,
    state => place !== null && isDeepEqual(activeVariables(state)?.place, place),
  )
  const isCollectionOpen = useStore(
    workbench.store,
    state => place === null && activeContainer(state)?.source.containerId === key,
  )
  const isOpen = isTabActive || isCollectionOpen
  return (
    <li>
      <button
        type="button"
        className={classNames(styles.row, isOpen && styles.open)}
        aria-label={name}
        aria-current={isOpen || undefined}
        aria-description={environment?.problem ?? descriptionOf(isActive, count)}
        title={environment?.problem ?? name}
        data-pane-start=""
        onClick={onOpen}
        onKeyDown={event => {
          if (event.key === 'Delete' && environment !== null) environments.askToDelete(environment.id)
        }}
        onContextMenu={event => {
          event.preventDefault()
          if (environment === null) return
          const box = event.currentTarget.getBoundingClientRect()
          const isByKey = event.clientX === 0 && event.clientY === 0
          onMenu(environment, isByKey ? box.left : event.clientX, isByKey ? box.bottom : event.clientY)
        }}
      >
        <span className="fit">{name}</span>
        {environment !== null && environment.problem !== null && (
          <span className={styles.damaged} data-text="Damaged" aria-hidden="true" />
        )}
        {isActive && <span className={styles.active} data-text="Active" aria-hidden="true" />}
        {count !== undefined && (
          <span className={styles.count} data-text={count.toLocaleString('en')} aria-hidden="true" />
        )}
      </button>
    </li>
  )
}

interface EnvironmentMenuProps {
  readonly place: MenuPlace
  readonly onClose: () => void
}

function descriptionOf(isActive: boolean, count: number | undefined): string | undefined {
  const counted = count === undefined ? [] : [count === 1 ? '1 variable' : `${count} variables`]
  const parts = [...(isActive ? ['Active environment'] : []), ...counted]
  return parts.length === 0 ? undefined : parts.join(', ')
}

function EnvironmentMenu({ place, onClose }: EnvironmentMenuProps) {
  const environments = useEnvironments()
  const variableTabs = useVariableTabs()
  const savedExports = useSavedExports()
  const dialogs = useDialogs()
  const anchor = useRef<HTMLSpanElement>(null)
  const { id } = place.environment
  const isActive = useStore(environments.store, state => state.activeId === id)
  const actions = [
    { id: 'open', label: 'Open' },
    { id: 'activate', label: isActive ? 'Set inactive' : 'Set active' },
    { id: 'rename', label: 'Rename' },
    { id: 'duplicate', label: 'Duplicate' },
    { id: 'export', label: 'Export' },
    { id: 'import', label: 'Import' },
    { id: 'delete', label: 'Delete', startsGroup: true },
  ] as const

  async function duplicate(): Promise<void> {
    const copyId = await environments.duplicate(id)
    if (copyId !== null) variableTabs.open({ kind: 'environment', id: copyId })
  }

  function rename(): void {
    environments.startRename(id)
    variableTabs.open({ kind: 'environment', id })
  }

  function act(action: (typeof actions)[number]['id']): void {
    if (action === 'open') variableTabs.open({ kind: 'environment', id })
    else if (action === 'activate') void environments.activate(isActive ? null : id)
    else if (action === 'rename') rename()
    else if (action === 'duplicate') void duplicate()
    else if (action === 'export')
      void savedExports.make({ kind: 'environment', id }, 'Environment not exported')
    else if (action === 'import') dialogs.open('import')
    else environments.askToDelete(id)
  }

  return (
    <>
      <span ref={anchor} className={styles.menuAnchor} style={{ left: place.x, top: place.y }} />
      <ContextMenu label="Environment" anchor={anchor} actions={actions} onAction={act} onClose={onClose} />
    </>
  )
}

function groupsOf(environments: readonly EnvironmentSummary[]): readonly Group[] {
  const titles = ['Environments', ...new Set(environments.map(one => one.collection ?? 'Environments'))]
  return [...new Set(titles)].map(title => ({
    title,
    rows: environments
      .filter(one => (one.collection ?? 'Environments') === title)
      .map(environment => ({
        key: environment.id,
        place: { kind: 'environment', id: environment.id },
        name: shownName(environment.name),
        environment,
      })),
  }))
}

function collectionsOf(tree: LibraryTree | null): readonly Group[] {
  if (tree === null || tree.collections.length === 0) return []
  const rows = tree.collections.map(({ id, name }) => ({
    key: id,
    name: shownName(name),
    place: null,
    environment: null,
  }))
  return [{ title: 'Collections', rows }]
}
