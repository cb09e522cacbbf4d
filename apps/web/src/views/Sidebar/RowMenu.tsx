import { type OpenKind, openKinds, requestKinds } from '@parley/model'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import type { MenuAction } from '../../components/menus/ActionMenu.tsx'
import { type ContextAction, ContextMenu } from '../../components/menus/ContextMenu.tsx'
import { favouriteIds, toggleFavourite } from '../../library/favourites.ts'
import type { TreeRow } from '../../library/flatten-tree.ts'
import {
  useContainerTabs,
  useDialogCommands,
  useExampleCommands,
  usePageMemory,
  useRunPages,
  useSidebar,
} from '../../wiring/use-stores.ts'
import { afterDialogsClose, keepFocus } from '../Shortcuts/focus-pane.ts'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
import styles from './CollectionTree.module.css'

/** Where the menu of a row was asked for. */
export interface RowMenuPlace {
  readonly row: TreeRow
  /** CSS px in the window. */
  readonly x: number
  readonly y: number
}

export interface RowMenuProps {
  readonly place: RowMenuPlace
  readonly onOpen: () => void
  readonly onClose: () => void
}

type RowAction =
  | 'open'
  | 'run'
  | 'load'
  | 'add'
  | OpenKind
  | 'folder'
  | 'rename'
  | 'duplicate'
  | 'code'
  | 'export'
  | 'favourite'
  | 'remove'
  | 'moveUp'
  | 'moveDown'

/** The context menu of a collection, folder or request (behaviour 1, 4.1). */
export function RowMenu({ place, onOpen, onClose }: RowMenuProps) {
  const sidebar = useSidebar()
  const memory = usePageMemory()
  const anchor = useRef<HTMLSpanElement>(null)
  const keys = { rename: useShownKeys('rename'), duplicate: useShownKeys('duplicate') }
  const { id, kind } = place.row.node
  const run = useRowCommands(place, onOpen)
  const actions = actionsOf(kind, {
    ...keys,
    favourite: favouriteIds(memory).includes(id) ? 'Remove from favourites' : 'Add to favourites',
  })

  function act(action: RowAction): void {
    // An action that takes the focus waits until the menu has returned it.
    afterDialogsClose(isKind(action) ? () => void sidebar.addRequest(id, action) : run[action])
    if (action === 'open' || action === 'run' || action === 'load') keepFocus()
  }

  return (
    <>
      {/* In the tree it would be placed from the tree's corner, as that contains its layout. */}
      {createPortal(
        <span ref={anchor} className={styles.menuAnchor} style={{ left: place.x, top: place.y }} />,
        document.body,
      )}
      <ContextMenu
        label={menuLabels[kind]}
        anchor={anchor}
        actions={actions}
        onAction={act}
        onClose={onClose}
      />
    </>
  )
}

/** What each entry of the menu does with a row. */
function useRowCommands(
  { row }: RowMenuPlace,
  onOpen: () => void,
): Readonly<Record<Exclude<RowAction, OpenKind>, () => void>> {
  const sidebar = useSidebar()
  const memory = usePageMemory()
  const containerTabs = useContainerTabs()
  const runPages = useRunPages()
  const loadExamples = useExampleCommands()
  const { generateCodeOf, openExport } = useDialogCommands()
  const { id, kind } = row.node
  const example = row.node.kind === 'example' ? row.node : null
  const entry = row.node.kind === 'example' ? null : { ...row, node: row.node }
  const moveExample = (by: 1 | -1) =>
    example !== null && void loadExamples().then(examples => examples.move(example, by))
  return {
    open: () => (kind === 'request' || entry === null ? onOpen() : void containerTabs.open(entry)),
    run: () => entry !== null && runPages.open(entry),
    load: () => entry !== null && runPages.open(entry, true),
    add: () => {},
    folder: () => void sidebar.addFolder(id),
    rename: () => sidebar.startRename(id),
    duplicate: () =>
      void (example === null
        ? sidebar.duplicate(id)
        : loadExamples().then(examples => examples.duplicate(example))),
    code: () => entry !== null && void generateCodeOf(entry),
    export: () => openExport(id),
    favourite: () => toggleFavourite(memory, id),
    remove: () =>
      example === null
        ? sidebar.askRemove(id)
        : void loadExamples().then(examples => examples.remove(example)),
    moveUp: () => moveExample(-1),
    moveDown: () => moveExample(1),
  }
}

function actionsOf(kind: TreeRow['node']['kind'], keys: Parameters<typeof requestActions>[0]) {
  if (kind === 'example') return exampleActions(keys)
  return kind === 'request' ? requestActions(keys) : containerActions(keys)
}

const menuLabels = {
  example: 'Example',
  request: 'Request',
  folder: 'Folder',
  collection: 'Collection',
} as const

/** What menus show: keys, and what they do with the favourites. */
interface MenuTexts {
  readonly favourite: string
  readonly rename: string | undefined
  readonly duplicate: string | undefined
}

function requestActions(keys: MenuTexts): readonly MenuAction<RowAction>[] {
  return [
    { id: 'open', label: 'Open' },
    { id: 'rename', label: 'Rename', shortcut: keys.rename },
    { id: 'duplicate', label: 'Duplicate', shortcut: keys.duplicate },
    { id: 'code', label: 'Generate Code' },
    { id: 'run', label: 'Run' },
    { id: 'favourite', label: keys.favourite },
    remove,
  ]
}

function exampleActions(keys: MenuTexts): readonly MenuAction<RowAction>[] {
  return [
    { id: 'open', label: 'Open' },
    { id: 'rename', label: 'Rename', shortcut: keys.rename },
    { id: 'duplicate', label: 'Duplicate', shortcut: keys.duplicate },
    { id: 'moveUp', label: 'Move up', shortcut: 'Alt+ArrowUp', startsGroup: true },
    { id: 'moveDown', label: 'Move down', shortcut: 'Alt+ArrowDown' },
    remove,
  ]
}

function containerActions(keys: MenuTexts): readonly ContextAction<RowAction>[] {
  return [
    { id: 'open', label: 'Open' },
    { id: 'add', label: 'Add', choices: kinds },
    { id: 'folder', label: 'New folder' },
    { id: 'run', label: 'Run' },
    { id: 'load', label: 'Load test…' },
    { id: 'rename', label: 'Rename', shortcut: keys.rename, startsGroup: true },
    { id: 'duplicate', label: 'Duplicate', shortcut: keys.duplicate },
    { id: 'favourite', label: keys.favourite },
    { id: 'export', label: 'Export' },
    remove,
  ]
}

const isKind = (action: RowAction): action is OpenKind => openKinds.some(kind => kind === action)

const kinds: readonly MenuAction<RowAction>[] = openKinds.map(id => ({ id, label: requestKinds[id].name }))

const remove: MenuAction<RowAction> = {
  id: 'remove',
  label: 'Delete',
  shortcut: 'Del',
  startsGroup: true,
  isDestructive: true,
}
