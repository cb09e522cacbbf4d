import { type MultipartPart, type PlainVariable, type Row, row, variableText } from '@parley/model'

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

/** The variables of a collection or folder, none of which is secret. */
export const plainVariableKind: TableKind<PlainVariable> = {
  blank: { secret: false, name: '', value: { text: '' }, enabled: true },
  text(item, column) {
    if (column === 'description') return descriptionText(item)
    return column === 'key' ? item.name : variableText(item)
  },
  withText(item, column, text) {
    if (column === 'description') return { ...item, description: text }
    return column === 'key' ? { ...item, name: text } : withVariableText(item, text)
  },
  isEnabled: item => item.enabled,
  withEnabled: (item, enabled) => ({ ...item, enabled }),
  fromRow: ({ name, value, enabled, description }) => ({
    secret: false,
    name,
    value: { text: value },
    enabled,
    ...(description === undefined ? {} : { description }),
  }),
}

/** If there are variants, the selected one is edited. */
function withVariableText(item: PlainVariable, text: string): PlainVariable {
  const { variants } = item
  if (variants === undefined || variants.length === 0) return { ...item, value: { ...item.value, text } }
  const chosen = variants.find(variant => variant.selected) ?? variants[0]
  return {
    ...item,
    variants: variants.map(one => (one === chosen ? { ...one, value: { ...one.value, text } } : one)),
  }
}

function fieldOf(column: 'key' | 'value'): 'name' | 'value' {
  return column === 'key' ? 'name' : 'value'
}

/** The text of a description, whatever its type. */
export function descriptionText({ description }: Pick<Row | PlainVariable, 'description'>): string {
  return typeof description === 'string' ? description : (description?.content ?? '')
}
