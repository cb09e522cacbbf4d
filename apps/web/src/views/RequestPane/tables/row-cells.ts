import type { ReactNode } from 'react'
import type { Suggest } from '../../../components/fields/suggestion.ts'
import type { Column } from './table-keys.ts'

/** The cells of a table whose items are more than key and value. */
export interface ExtraCells<Item> {
  /** The heads of the columns before and after Value; `kindHint` is in the empty row. */
  /** Whether the kind is chosen among phrases, which need more room than words. */
  readonly hasPhrases?: boolean
  readonly heads: { readonly kind: string; readonly kindHint: string; readonly type: string }
  renderKind(item: Item, onChange: (change: (item: Item) => Item) => void): ReactNode
  /** Null: the value is a text. */
  renderValue(item: Item, onChange: (change: (item: Item) => Item) => void, index: number): ReactNode | null
  /** The last cell; `onChange` merges what is typed there into one step of undo. */
  renderType(item: Item | null, onChange: (change: (item: Item) => Item) => void, index: number): ReactNode
}

/** The texts of a table; by default those of requests. */
export interface TableWords {
  readonly key: string
  /** Absent: Value. */
  readonly value?: string
  /** What a tick does. */
  readonly tick: string
  /** What suggests keys, and values of a key; absent: only variables are suggested. */
  readonly suggestKey?: Suggest
  readonly suggestValue?: (key: string) => Suggest | undefined
}

/** The texts of tables of variables. */
export const variableWords: TableWords = { key: 'Name', tick: 'Use' }

/** Further cells of a row, before the button that deletes it: one for each column. */
export interface RowActions<Item> {
  readonly columns: readonly { readonly column: Column; readonly label: string }[]
  /** Null: the cell is empty. */
  render(column: Column, item: Item, onChange: (change: (item: Item) => Item) => void): ReactNode | null
  /** Whether the value is hidden. */
  isMasked(item: Item): boolean
  /** The placeholder of an empty value. */
  placeholder(item: Item): string | undefined
}
