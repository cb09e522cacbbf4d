// biome-ignore-all lint/a11y/useSemanticElements: a grid of editable cells, which a <table> is not.
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls in the cells take the focus.
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from '../../../components/buttons/Checkbox.tsx'
import { classNames } from '../../../components/class-names.ts'
import { VariableInput } from '../../../components/fields/VariableInput.tsx'
import type { TableKind, TextColumn } from '../../../workbench/request/table-kind.ts'
import type { KnownVariables } from '../../../workbench/variables/describe-variable.ts'
import styles from './RowTable.module.css'
import type { ExtraCells, RowActions, TableWords } from './row-cells.ts'
import type { Column } from './table-keys.ts'

export interface RowTableRowProps<Item> {
  readonly index: number
  /** CSS px that rows which do not exist would fill above this one. */
  readonly gapBefore: number
  /** Its number among all rows, including the head, if not all rows are rendered. */
  readonly rowIndex: number | undefined
  /** Null for the empty row at the end. */
  readonly item: Item | null
  readonly kind: TableKind<Item>
  readonly known: KnownVariables
  readonly columns: readonly Column[]
  readonly extraCells: ExtraCells<Item> | undefined
  readonly actions: RowActions<Item> | undefined
  readonly words: TableWords
  readonly valueNote: ((item: Item) => ReactNode) | undefined
  /** Edits with the same `merge` are undone in one step. */
  readonly onChange: (change: (item: Item) => Item, merge: string | null) => void
  readonly onRemove: () => void
}

/** One row. Tab goes through Key and Value; all else is reached with the arrow keys. */
export function RowTableRow<Item>(props: RowTableRowProps<Item>) {
  const { index, gapBefore, rowIndex, item, kind, columns, extraCells, onChange, onRemove } = props
  const { actions, words, valueNote } = props
  const changeOnce = (change: (item: Item) => Item) => onChange(change, null)
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={classNames(styles.row, item !== null && !kind.isEnabled(item) && styles.off)}
      style={{ marginTop: gapBefore }}
    >
      <div role="gridcell" className={styles.tick} data-cell={`${index}:check`}>
        {item !== null && <Tick {...props} item={item} />}
      </div>
      <div role="gridcell" data-cell={`${index}:key`}>
        <TextCell {...props} column="key" label={words.key} isTabStop />
      </div>
      {extraCells !== undefined && (
        <div role="gridcell" data-cell={`${index}:kind`}>
          {item === null ? (
            <span className={styles.kindHint}>{extraCells.heads.kindHint}</span>
          ) : (
            extraCells.renderKind(item, changeOnce)
          )}
        </div>
      )}
      <div role="gridcell" data-cell={`${index}:value`}>
        {/* From the empty row's empty Key, Tab leaves the table. */}
        {(item !== null && extraCells?.renderValue(item, changeOnce, index)) || (
          <TextCell {...props} column="value" label={words.value ?? 'Value'} isTabStop={item !== null} />
        )}
        {item !== null && valueNote?.(item)}
      </div>
      {extraCells !== undefined && (
        <div role="gridcell" data-cell={`${index}:type`}>
          {extraCells.renderType(item, change => onChange(change, `${index}:type`), index)}
        </div>
      )}
      {columns.includes('description') && (
        <div role="gridcell" data-cell={`${index}:description`}>
          <TextCell {...props} column="description" label="Description" isTabStop={false} />
        </div>
      )}
      {actions?.columns.map(({ column }) => (
        <div key={column} role="gridcell" className={styles.action} data-cell={`${index}:${column}`}>
          {item !== null && actions.render(column, item, changeOnce)}
        </div>
      ))}
      <div role="gridcell" className={styles.bin} data-cell={`${index}:remove`}>
        {item !== null && (
          <button type="button" tabIndex={-1} aria-label="Remove" title="Remove" onClick={onRemove}>
            <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  )
}

/** Whether the row is sent. */
function Tick<Item>({ item, kind, words, onChange }: RowTableRowProps<Item> & { readonly item: Item }) {
  const name = kind.text(item, 'key')
  return (
    <Checkbox
      label={`${words.tick} ${name === '' ? 'row' : name}`}
      isSelected={kind.isEnabled(item)}
      isTabStop={false}
      onChange={() => onChange(old => kind.withEnabled(old, !kind.isEnabled(old)), null)}
    />
  )
}

interface TextCellProps<Item> extends RowTableRowProps<Item> {
  readonly column: TextColumn
  readonly label: string
  readonly isTabStop: boolean
}

function TextCell<Item>(props: TextCellProps<Item>) {
  const { index, item, kind, known, actions, words, onChange, column, label, isTabStop } = props
  const name = item === null ? '' : kind.text(item, 'key')
  return (
    <VariableInput
      label={label}
      value={item === null ? '' : kind.text(item, column)}
      known={column === 'description' ? null : known}
      placeholder={item === null ? label : column === 'value' ? actions?.placeholder(item) : undefined}
      isMasked={column === 'value' && item !== null && actions?.isMasked(item) === true}
      isTabStop={isTabStop}
      suggest={
        column === 'key' ? words.suggestKey : column === 'value' ? words.suggestValue?.(name) : undefined
      }
      onChange={text => onChange(old => kind.withText(old, column, text), `${index}:${column}`)}
    />
  )
}
