import { type MultipartPart, type PlainVariable, type Row, row } from '@parley/model'

/** The columns of a table that hold typed text. */
export type TextColumn = 'key' | 'value' | 'description'

/** What a table needs to know about the items that its rows show. */
export interface TableKind<Item> {
  /** What the empty row at the end becomes when something is typed in it. */
  readonly blank: Item
  text(item: Item, column: TextColumn): string
  withText(item: Item, column: TextColumn, text: string): Item
  isEnabled(item: Item): boolean
  withEnabled(item: Item, enabled: boolean): Item
  /** An item for a pasted or bulk-edited line. */
  fromRow(row: Row): Item
  /** Reads a text that is pasted into an empty row, in the form of what the table holds; null: it is in no such form. */
  readonly readPaste?: (text: string) => Promise<readonly Row[] | null>
}

/** Params, headers, cookies and URL-encoded fields. */
export const rowKind: TableKind<Row> = {
  blank: row('', ''),
  text: (item, column) => (column === 'description' ? descriptionText(item) : item[fieldOf(column)]),
  withText: (item, column, text) =>
    column === 'description' ? { ...item, description: text } : { ...item, [fieldOf(column)]: text },
  isEnabled: item => item.enabled,
  withEnabled: (item, enabled) => ({ ...item, enabled }),
  fromRow: pasted => pasted,
}

const pairs = () => import('./paste-pairs.ts')
export const paramKind: TableKind<Row> = {
  ...rowKind,
  readPaste: async text => (await pairs()).rowsFromQuery(text),
}
export const cookieKind: TableKind<Row> = {
  ...rowKind,
  readPaste: async text => (await pairs()).rowsFromCookies(text),
}
export const urlEncodedKind: TableKind<Row> = {
  ...rowKind,
  readPaste: async text => (await pairs()).rowsFromForm(text),
}

/** The rows of Form-data: text, or files, whose value is no text. */
export const partKind: TableKind<MultipartPart> = {
  blank: { kind: 'text', name: '', value: '', enabled: true },
  text(item, column) {
    if (column === 'description') return descriptionText(item)
    if (column === 'key') return item.name
    return item.kind === 'text' ? (item.values?.join(', ') ?? item.value) : ''
  },
  withText(item, column, text) {
    if (column === 'description') return { ...item, description: text }
    if (column === 'key') return { ...item, name: text }
    if (item.kind === 'file') return item
    const { values: _replaced, ...rest } = item
    return { ...rest, value: text }
  },
  isEnabled: item => item.enabled,
  withEnabled: (item, enabled) => ({ ...item, enabled }),
  fromRow: pasted => ({ kind: 'text', ...pasted }),
}

function fieldOf(column: 'key' | 'value'): 'name' | 'value' {
  return column === 'key' ? 'name' : 'value'
}

/** The text of a description, whatever its type. */
export function descriptionText({ description }: Pick<Row | PlainVariable, 'description'>): string {
  return typeof description === 'string' ? description : (description?.content ?? '')
}
