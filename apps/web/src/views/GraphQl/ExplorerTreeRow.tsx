import { ChevronDown, ChevronRight } from 'lucide-react'
import { Checkbox } from '../../components/buttons/Checkbox.tsx'
import { classNames } from '../../components/class-names.ts'
import type { ExplorerRow } from '../../graphql/explorer/explorer-rows.ts'
import styles from './ExplorerTree.module.css'

export interface ExplorerTreeRowProps {
  readonly id: string
  readonly row: ExplorerRow
  readonly top: number
  /** The keyboard is on it. */
  readonly isActive: boolean
  /** Whether the query does not parse. */
  readonly isReadOnly: boolean
  readonly onFocus: () => void
  readonly onExpand: () => void
  readonly onToggle: () => void
  readonly onDocs: () => void
}

/**
 * One row of the explorer: a root, a field, or the part of a selection for one type. It is named by its field; what
 * else it shows is drawn, and part of its description.
 */
export function ExplorerTreeRow(props: ExplorerTreeRowProps) {
  const { id, row, top, isActive, isReadOnly, onFocus, onExpand, onToggle, onDocs } = props
  const { state } = row
  const Chevron = row.isExpanded ? ChevronDown : ChevronRight
  const description = descriptionOf(row)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree holds the focus and takes the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree names its active row instead.
    <div
      id={id}
      role="treeitem"
      className={classNames(styles.row, row.kind === 'root' && styles.root)}
      style={{ transform: `translateY(${top}px)`, paddingLeft: Math.max(0, row.depth - 1) * 16 }}
      aria-label={row.name}
      aria-level={row.depth + 1}
      aria-expanded={row.isExpandable ? row.isExpanded : undefined}
      aria-checked={state === null ? undefined : state === 'fragment' ? 'mixed' : state === 'ticked'}
      aria-description={description}
      data-active={isActive || undefined}
      data-deprecated={row.deprecationReason === null ? undefined : ''}
      title={description}
      onClick={event => {
        onFocus()
        const isOnControl = event.target instanceof Element && event.target.closest('input, button') !== null
        if (!isOnControl && row.isExpandable) onExpand()
      }}
    >
      {row.kind !== 'root' && (
        <span className="twist">
          {row.isExpandable && <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />}
        </span>
      )}
      {state !== null && (
        <Checkbox
          label={row.name}
          isSelected={state === 'ticked'}
          isIndeterminate={state === 'fragment'}
          isDisabled={isReadOnly}
          isTabStop={false}
          onChange={onToggle}
        />
      )}
      <span className={styles.name} data-before={row.kind === 'type' ? '… on ' : ''}>
        {row.name}
        {row.typeText !== '' && <span className={styles.type} data-text={row.typeText} />}
      </span>
      {row.fieldCount !== null && (
        <span className={styles.count} data-text={row.fieldCount.toLocaleString('en')} />
      )}
      <DocsButton name={row.name} onClick={onDocs} />
    </div>
  )
}

/** Shows the docs of a row; the tree has a key for it. */
function DocsButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.docs}
      aria-label={`Docs of ${name}`}
      title="Docs (F1)"
      data-text="Docs"
      onClick={onClick}
    />
  )
}

function descriptionOf({ typeText, deprecationReason, description }: ExplorerRow): string {
  const deprecation = deprecationReason === null ? '' : `Deprecated: ${deprecationReason}`
  return [typeText, deprecation, description].filter(text => text !== '').join('\n')
}
