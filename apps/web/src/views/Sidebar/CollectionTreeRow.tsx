import { ChevronDown, ChevronRight } from 'lucide-react'
import { classNames } from '../../components/class-names.ts'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { countRequests, type TreeRow } from '../../library/flatten-tree.ts'
import styles from './CollectionTree.module.css'

export interface CollectionTreeRowProps {
  readonly id: string
  readonly row: TreeRow
  readonly top: number
  /** The active tab shows it. */
  readonly isOpen: boolean
  /** The keyboard is on it. */
  readonly isActive: boolean
  readonly onActivate: () => void
}

/** One row of the tree: a collection, a folder or a request. */
export function CollectionTreeRow({ id, row, top, isOpen, isActive, onActivate }: CollectionTreeRowProps) {
  const { node } = row
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
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isOpen}
      aria-expanded={node.kind === 'http' ? undefined : row.isExpanded}
      aria-description={node.kind === 'http' ? node.method : undefined}
      data-active={isActive || undefined}
      title={node.name}
      onClick={onActivate}
    >
      {guides.map(guide => (
        <span key={guide} className={styles.guide} />
      ))}
      {node.kind === 'http' ? (
        <MethodBadge method={node.method} isColumn />
      ) : (
        <span className={styles.twist}>
          <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />
        </span>
      )}
      <span className={styles.name}>{node.name}</span>
      {node.kind !== 'http' && !row.isExpanded && (
        <span className={styles.count} aria-hidden="true">
          {countRequests(node)}
        </span>
      )}
    </div>
  )
}
