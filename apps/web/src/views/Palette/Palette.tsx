import type { HistorySummary } from '@parley/model'
import {
  AppWindow,
  Bookmark,
  Folder,
  Globe,
  History,
  Search,
  Settings,
  SlidersHorizontal,
  Zap,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { KeyHint } from '../../components/buttons/KeyHint.tsx'
import { classNames } from '../../components/class-names.ts'
import { ModalDialog } from '../../components/dialogs/ModalDialog.tsx'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { favouriteIds } from '../../library/favourites.ts'
import { useHistory, useStores } from '../../wiring/use-stores.ts'
import { recentEntries, rememberEntry } from '../../workbench/palette-recent.ts'
import { markedPieces, type PaletteGroup, paletteQuery } from '../../workbench/palette-search.ts'
import { keysOfPress } from '../../workbench/settings/keys-of-press.ts'
import { ClearHistoryDialog } from '../History/ClearHistoryDialog.tsx'
import { afterDialogsClose, focusOpenedPage, keepFocus } from '../Shortcuts/focus-pane.ts'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
import styles from './Palette.module.css'
import type { Action } from './palette-action.ts'
import { paletteGroups } from './palette-entries.ts'

/** One search over requests, folders, environments, commands, settings and history. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { groups, actions, markedIndex, setMarked, isAsking, findByUrl, run, handleKeyDown } = useActions(
    typed,
    onClose,
  )
  const { words } = paletteQuery(typed)
  if (isAsking) return <ClearHistoryDialog onClose={onClose} />
  return (
    <ModalDialog kind="palette" label="Search or run a command" size="palette" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it. */}
      <div className={styles.layout} onKeyDown={handleKeyDown}>
        <label className={styles.field}>
          <Search size={16} strokeWidth={1.75} aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            aria-label="Search or run a command"
            aria-expanded={actions.length > 0}
            aria-controls="palette-results"
            aria-activedescendant={actions.length === 0 ? undefined : `palette-${markedIndex}`}
            // biome-ignore lint/a11y/noAutofocus: the field is what the dialog is for.
            autoFocus
            placeholder="Search or run a command"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={event => {
              setTyped(event.target.value)
              setMarked(0)
              findByUrl(event.target.value.trim())
            }}
          />
          <KeyHint keys="Esc" />
        </label>
        <div id="palette-results" role="listbox" aria-label="Results" className={styles.results}>
          <Groups groups={groups} actions={actions} markedIndex={markedIndex} words={words} run={run} />
        </div>
        {actions.length === 0 && <p className={styles.nothing}>Nothing matches “{typed.trim()}”</p>}
        <Foot />
      </div>
    </ModalDialog>
  )
}

interface GroupsProps {
  readonly groups: readonly PaletteGroup<Action>[]
  readonly actions: readonly Action[]
  readonly markedIndex: number
  readonly words: readonly string[]
  readonly run: (action: Action, isSent: boolean) => void
}

/** The entries that were found, below the names of their groups. */
function Groups({ groups, actions, markedIndex, words, run }: GroupsProps) {
  return groups.map(({ title, entries, more }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
    <div key={title} role="group" aria-label={title}>
      <div className={styles.group} aria-hidden="true">
        <span>{title}</span>
        {more > 0 && <span>{more.toLocaleString('en')} more. Type to narrow the list.</span>}
      </div>
      {entries.map(action => (
        <Row
          key={action.id}
          action={action}
          index={actions.indexOf(action)}
          isMarked={actions[markedIndex] === action}
          words={words}
          onRun={isSent => run(action, isSent)}
        />
      ))}
    </div>
  ))
}

function Foot() {
  return (
    <div className={styles.foot}>
      <span>
        <KeyHint keys="Enter" /> Open
      </span>
      <span>
        <KeyHint keys="Mod+Enter" /> Open and send
      </span>
      <span className={styles.hint}>
        Type <b>&gt;</b> for commands, <b>@</b> for environments
      </span>
    </div>
  )
}

/** What was found for a text, the entry that is marked, and what the keys do. */
function useActions(typed: string, onClose: () => void) {
  const stores = useStores()
  const tree = useStore(stores.library.store, state => state.tree)
  const history = useHistoryEntries()
  const [marked, setMarked] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const [recent] = useState(() => recentEntries(stores.memory))
  const [favourites] = useState(() => favouriteIds(stores.memory))
  const { foundByUrl, findByUrl } = useFoundByUrl(typed)
  const groups = useMemo(
    () => paletteGroups(stores, { tree, history, foundByUrl, recent, favourites }, typed),
    [stores, tree, history, foundByUrl, recent, favourites, typed],
  )
  const actions = groups.flatMap(({ entries }) => entries)
  const markedIndex = Math.min(marked, actions.length - 1)

  function run(action: Action | undefined, isSent: boolean): void {
    if (action === undefined) return
    if (isRemembered(action)) rememberEntry(stores.memory, action.id)
    if (action.asks !== undefined) {
      setAsking(true)
      return
    }
    onClose()
    // Actions that move the focus wait until the dialog has returned it.
    afterDialogsClose(() => void runAndFollow(action, isSent))
  }

  async function runAndFollow(action: Action, isSent: boolean): Promise<void> {
    await action.run()
    if (isSent && action.opensRequest) void stores.workbench.sendActiveTab()
    if (action.opensRequest) keepFocus()
    if (action.opensPage) focusOpenedPage()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const keys = keysOfPress(event.nativeEvent)
    if (keys === 'ArrowDown') setMarked(markedIndex + 1 < actions.length ? markedIndex + 1 : 0)
    else if (keys === 'ArrowUp') setMarked(markedIndex > 0 ? markedIndex - 1 : actions.length - 1)
    else if (keys === 'PageDown') setMarked(Math.min(markedIndex + pageRows, actions.length - 1))
    else if (keys === 'PageUp') setMarked(Math.max(markedIndex - pageRows, 0))
    else if (keys === 'Enter' || keys === 'Mod+Enter') run(actions[markedIndex], keys === 'Mod+Enter')
    else if (keys === 'Mod+K') onClose()
    else return
    event.preventDefault()
  }

  return { groups, actions, markedIndex, setMarked, isAsking, findByUrl, run, handleKeyDown }
}

const pageRows = 8

/** Tabs and entries of the history are lists of what was used last themselves. */
const isRemembered = ({ kind }: Action) => kind !== 'tab' && kind !== 'history' && kind !== 'url'

const nothingFound: ReadonlySet<string> = new Set()
/** Fewer characters are in most URLs. */
const fewestCharacters = 2

/** Finds the requests whose URL contains a text: those for what is typed now, once the server has responded. */
function useFoundByUrl(typed: string) {
  const { library } = useStores()
  const [found, setFound] = useState({ text: '', ids: nothingFound })
  const isCurrent = found.text === typed.trim()
  const wanted = useRef('')
  return {
    foundByUrl: isCurrent ? found.ids : nothingFound,
    findByUrl(text: string): void {
      wanted.current = text
      if (text.length < fewestCharacters) return
      void library.idsByUrl(text).then(ids => {
        // Responses may come in another order than the letters.
        if (wanted.current === text) setFound({ text, ids })
      })
    },
  }
}

/** Returns the entries of the history; none until they are loaded, or if that fails. */
function useHistoryEntries(): readonly HistorySummary[] {
  const { listAll } = useHistory()
  const [entries, setEntries] = useState<readonly HistorySummary[]>([])
  const isWanted = useRef(true)
  useEffect(() => {
    isWanted.current = true
    void listAll().then(listed => {
      if (isWanted.current) setEntries(listed)
    })
    return () => {
      isWanted.current = false
    }
  }, [listAll])
  return entries
}

interface RowProps {
  readonly action: Action
  readonly index: number
  readonly isMarked: boolean
  readonly words: readonly string[]
  readonly onRun: (isSent: boolean) => void
}

function Row({ action, index, isMarked, words, onRun }: RowProps) {
  const { label, place, kind } = action
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the marked one.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
    <div
      id={`palette-${index}`}
      role="option"
      aria-selected={isMarked}
      aria-description={[action.method, place].filter(Boolean).join(' ') || undefined}
      className={styles.option}
      ref={option => {
        if (isMarked) option?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={event => onRun(event.ctrlKey || event.metaKey)}
    >
      <Mark action={action} />
      <span className={classNames(styles.label, kind === 'history' && styles.url)}>
        {markedPieces(label, words).map(({ text, isMatch }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name.
          isMatch ? <b key={at}>{text}</b> : text,
        )}
      </span>
      {action.command !== undefined && <CommandKeys command={action.command} />}
      {place !== '' && (
        <span className={styles.place} aria-hidden="true">
          {place}
        </span>
      )}
    </div>
  )
}

function CommandKeys({ command }: { readonly command: NonNullable<Action['command']> }) {
  const keys = useShownKeys(command)
  return keys === undefined ? null : <KeyHint keys={keys} />
}

/** The method of a request, or an icon for any other kind of entry. */
function Mark({ action: { method, kind } }: { readonly action: Action }) {
  if (method !== null) return <MethodBadge method={method} isColumn />
  const Icon = icons[kind]
  return (
    <span className={styles.icon}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}

const icons = {
  tab: AppWindow,
  request: Globe,
  example: Bookmark,
  container: Folder,
  environment: SlidersHorizontal,
  command: Zap,
  setting: Settings,
  history: History,
  url: Globe,
} as const
