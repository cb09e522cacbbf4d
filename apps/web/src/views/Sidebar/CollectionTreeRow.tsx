import { shownName } from '@parley/model'
import type { LibraryContainer } from '@parley/server/contract'
import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react'
import type { MouseEvent } from 'react'
import { CutName } from '../../components/CutName.tsx'
import { classNames } from '../../components/class-names.ts'
import { RenameField } from '../../components/fields/RenameField.tsx'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import type { DropTarget } from '../../library/drop-target.ts'
import { countRequests, type TreeNode, type TreeRow } from '../../library/flatten-tree.ts'
import { useContainerTabs, useExampleCommands, useLibrary, useSidebar } from '../../wiring/use-stores.ts'
import { focusUrl } from '../Shortcuts/focus-pane.ts'
import styles from './CollectionTree.module.css'
import { cutName } from './cut-name.ts'
import { focusTree } from './tree-focus.ts'

export interface CollectionTreeRowProps {
  readonly id: string
  readonly row: TreeRow
  readonly top: number
  /** Whether the active tab shows it. */
  readonly isOpen: boolean
  /** Whether it is folded and contains what the active tab shows. */
  readonly holdsOpen: boolean
  /** Whether it has the keyboard focus. */
  readonly isActive: boolean
  /** Whether its menu is open. */
  readonly hasMenu: boolean
  /** Whether its name is being typed. */
  readonly isRenaming: boolean
  /** Where the entry dragged over it would go. */
  readonly dropIndicator: DropTarget['indicator'] | null
  readonly onActivate: () => void
  /** Opens it in a tab that stays. */
  readonly onKeepOpen: () => void
  readonly onMenu: (row: TreeRow, x: number, y: number) => void
}

/** One row of the tree: a collection, a folder or a request. */
export function CollectionTreeRow(props: CollectionTreeRowProps) {
  const { id, row, top, isOpen, holdsOpen, isActive, hasMenu, isRenaming, dropIndicator } = props
  const { onActivate, onKeepOpen, onMenu } = props
  const containerTabs = useContainerTabs()
  const { node } = row
  const name = shownName(node.name)
  const problem = node.kind === 'request' ? node.problem : null
  const isDamaged = node.kind === 'request' && problem !== null && node.method === ''
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree holds the focus and takes the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree names its active row instead.
    <div
      id={id}
      role="treeitem"
      className={classNames(
        styles.row,
        node.kind === 'collection' && styles.collection,
        node.kind === 'folder' && styles.folder,
      )}
      style={{ transform: `translateY(${top}px)` }}
      aria-label={name}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isOpen}
      aria-expanded={canFold(node) ? row.isExpanded : undefined}
      aria-description={descriptionOf(node)}
      data-active={isActive || undefined}
      data-holds-open={holdsOpen || undefined}
      data-menu={hasMenu || undefined}
      data-renaming={isRenaming || undefined}
      data-drop={dropIndicator ?? undefined}
      data-node-id={node.id}
      draggable={node.kind !== 'collection' && node.kind !== 'example' && !isRenaming}
      title={isRenaming ? undefined : (problem ?? name)}
      onClick={isRenaming ? undefined : onActivate}
      onDoubleClick={() => {
        if (isRenaming) return
        if (node.kind === 'request') onKeepOpen()
        else if (node.kind !== 'example') void containerTabs.open({ ...row, node })
      }}
    >
      <RowStart row={row} />
      {isRenaming ? (
        <NameField node={node} />
      ) : (
        <>
          <CutName {...cutName(name)} />
          {isDamaged && <span className={styles.damaged}>Damaged</span>}
          {!isLeaf(node) && !row.isExpanded && (
            <span className={styles.count} aria-hidden="true">
              {countRequests(node).toLocaleString('en')}
            </span>
          )}
          <MoreActions onOpen={(x, y) => onMenu(row, x, y)} />
        </>
      )}
    </div>
  )
}

/** The lines of the containers around a row, the arrow of its examples in place of the last, and its badge. */
function RowStart({ row }: { readonly row: TreeRow }) {
  const foldsExamples = row.node.kind === 'request' && canFold(row.node)
  const guides = Array.from({ length: row.level - (foldsExamples ? 2 : 1) }, (_, level) => `guide-${level}`)
  return (
    <>
      {guides.map(guide => (
        <span key={guide} className="guide" />
      ))}
      {foldsExamples && <FoldExamples row={row} />}
      <RowBadge row={row} />
    </>
  )
}

/** The name while it is typed. */
function NameField({ node }: { readonly node: TreeNode }) {
  const sidebar = useSidebar()
  const loadExamples = useExampleCommands()
  const rename = async (name: string): Promise<string | null> => {
    if (node.kind !== 'example') return sidebar.rename(node.id, name)
    const examples = await loadExamples()
    const problem = await examples.rename(node, name)
    if (problem === null) sidebar.stopRename()
    return problem
  }
  const goOn = () => (sidebar.store.getState().newRequestId === node.id ? focusUrl() : focusTree())
  return <RenameField name={node.name} onRename={rename} onCancel={sidebar.stopRename} onEnded={goOn} />
}

/** What is before the name: a method, a status, or whether the entry is open. */
function RowBadge({ row: { node, isExpanded } }: { readonly row: TreeRow }) {
  const Chevron = isExpanded ? ChevronDown : ChevronRight
  if (node.kind === 'request') return <MethodBadge method={node.method} isColumn />
  if (node.kind === 'example')
    return (
      <span
        className={classNames(styles.status, statusClass(node.statusCode))}
        // CSS draws the text, so that it is not part of the row's name.
        data-status={node.statusCode === 0 ? '' : node.statusCode}
        aria-hidden="true"
      />
    )
  return (
    <span className="twist">
      <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}

type LeafNode = Exclude<TreeNode, LibraryContainer>

const isLeaf = (node: TreeNode): node is LeafNode => node.kind === 'request' || node.kind === 'example'

/** Whether there is something below an entry, or may be. */
const canFold = (node: TreeNode): boolean =>
  node.kind === 'request' ? node.examples !== undefined : node.kind !== 'example'

function statusClass(statusCode: number): 'success' | 'info' | 'warning' | 'danger' {
  if (statusCode >= 500) return 'danger'
  if (statusCode >= 400) return 'warning'
  return statusCode >= 300 ? 'info' : 'success'
}

function descriptionOf(node: TreeNode): string | undefined {
  if (node.kind === 'example') return node.statusCode === 0 ? 'Example' : `Example, ${node.statusCode}`
  if (node.kind !== 'request') return
  return [node.method === '' ? 'Damaged.' : node.method, node.problem ?? ''].join(' ').trim()
}

/** For the pointer: from the keyboard the arrow keys show and hide examples. */
function FoldExamples({ row: { node, isExpanded } }: { readonly row: TreeRow }) {
  const library = useLibrary()
  const Chevron = isExpanded ? ChevronDown : ChevronRight
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <button> would be a second stop of the Tab key in each row.
    // biome-ignore lint/a11y/useFocusableInteractive: see above.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <span
      role="button"
      aria-label={isExpanded ? 'Hide examples' : 'Show examples'}
      className={styles.fold}
      onClick={event => {
        event.stopPropagation()
        library.setExpanded(node.id, !isExpanded)
      }}
    >
      <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}

/** For the pointer: from the keyboard Shift F10 and the Menu key open the same menu. */
function MoreActions({ onOpen }: { readonly onOpen: (x: number, y: number) => void }) {
  function open(event: MouseEvent): void {
    event.stopPropagation()
    const box = event.currentTarget.getBoundingClientRect()
    onOpen(box.left, box.bottom)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <button> would be a second stop of the Tab key in each row.
    // biome-ignore lint/a11y/useFocusableInteractive: see above.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <span role="button" aria-label="More actions" className={styles.more} onClick={open}>
      <Ellipsis size={14} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
