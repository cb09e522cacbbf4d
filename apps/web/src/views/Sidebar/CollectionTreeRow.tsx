import { shownName } from '@parley/model'
import type { LibraryNode } from '@parley/server/contract'
import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react'
import type { MouseEvent } from 'react'
import { classNames } from '../../components/class-names.ts'
import { RenameField } from '../../components/fields/RenameField.tsx'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import type { DropTarget } from '../../library/drop-target.ts'
import { countRequests, type TreeRow } from '../../library/flatten-tree.ts'
import { useSidebar } from '../../wiring/use-stores.ts'
import styles from './CollectionTree.module.css'

export interface CollectionTreeRowProps {
  readonly id: string
  readonly row: TreeRow
  readonly top: number
  /** Whether the active tab shows it. */
  readonly isOpen: boolean
  /** Whether it has the keyboard focus. */
  readonly isActive: boolean
  /** Whether its name is being typed. */
  readonly isRenaming: boolean
  /** Where the entry dragged over it would go. */
  readonly dropIndicator: DropTarget['indicator'] | null
  readonly onActivate: () => void
  /** Opens the page of a collection or folder. */
  readonly onOpen: () => void
  readonly onMenu: (row: TreeRow, x: number, y: number) => void
  /** Called after the name was typed, to return the focus. */
  readonly onRenamed: () => void
}

/** One row of the tree: a collection, a folder or a request. */
export function CollectionTreeRow(props: CollectionTreeRowProps) {
  const { id, row, top, isOpen, isActive, isRenaming, dropIndicator, onActivate, onOpen, onMenu, onRenamed } =
    props
  const sidebar = useSidebar()
  const { node } = row
  const name = shownName(node.name)
  const problem = node.kind === 'request' ? node.problem : null
  const isDamaged = node.kind === 'request' && problem !== null && node.method === ''
  const guides = Array.from({ length: row.level - 1 }, (_, level) => `guide-${level}`)
  const Chevron = row.isExpanded ? ChevronDown : ChevronRight
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
      aria-expanded={node.kind === 'request' ? undefined : row.isExpanded}
      aria-description={descriptionOf(node)}
      data-active={isActive || undefined}
      data-renaming={isRenaming || undefined}
      data-drop={dropIndicator ?? undefined}
      data-node-id={node.id}
      draggable={node.kind !== 'collection' && !isRenaming}
      title={isRenaming ? undefined : (problem ?? name)}
      onClick={isRenaming ? undefined : onActivate}
      onDoubleClick={isRenaming || node.kind === 'request' ? undefined : onOpen}
    >
      {guides.map(guide => (
        <span key={guide} className={styles.guide} />
      ))}
      {node.kind === 'request' ? (
        <MethodBadge method={node.method} isColumn />
      ) : (
        <span className={styles.twist}>
          <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />
        </span>
      )}
      {isRenaming ? (
        <RenameField
          name={node.name}
          onRename={name => sidebar.rename(node.id, name)}
          onCancel={sidebar.stopRename}
          onEnded={onRenamed}
        />
      ) : (
        <>
          <span className={styles.name}>{name}</span>
          {isDamaged && <span className={styles.damaged}>Damaged</span>}
          {node.kind !== 'request' && !row.isExpanded && (
            <span className={styles.count} aria-hidden="true">
              {countRequests(node)}
            </span>
          )}
          <MoreActions onOpen={(x, y) => onMenu(row, x, y)} />
        </>
      )}
    </div>
  )
}

function descriptionOf(node: LibraryNode): string | undefined {
  if (node.kind !== 'request') return
  return [node.method === '' ? 'Damaged.' : node.method, node.problem ?? ''].join(' ').trim()
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
