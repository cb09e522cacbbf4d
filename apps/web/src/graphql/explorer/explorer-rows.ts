import { type GraphQLNamedType, type GraphQLSchema, getNamedType, isCompositeType } from 'graphql'
import { isBlank, parseDocument } from '../language/parse-document.ts'
import { fieldsOf, possibleTypes, rootType, type SchemaField } from './explorer-types.ts'
import { contentsOf, type FoundSelection, type OpenSelection, QuerySelection } from './query-selection.ts'
import { type ExplorerStep, operationKinds, type RowPath, rowIdOf } from './row-id.ts'

/** A row of the explorer's tree. */
export interface ExplorerRow {
  readonly id: string
  /** 0 for Query, Mutation and Subscription. */
  readonly depth: number
  /** `type` is the part of a selection for one type. */
  readonly kind: 'root' | 'field' | 'type'
  readonly name: string
  /** The type of a field as written; empty for others. */
  readonly typeText: string
  /** Empty if there is none; long ones are cut. */
  readonly description: string
  readonly deprecationReason: string | null
  /** `fragment`: ticked within a named fragment, where it cannot be unticked. Null for a root. */
  readonly state: 'ticked' | 'unticked' | 'fragment' | null
  /** The number of the fields of a root; null for others. */
  readonly fieldCount: number | null
  readonly isExpandable: boolean
  readonly isExpanded: boolean
}

export interface ExplorerRows {
  /** The rows that were asked for. */
  readonly rows: readonly ExplorerRow[]
  /** The number of all rows. */
  readonly total: number
  /** The number of the row that was looked for; null if there is none. */
  readonly foundAt: number | null
  /** Whether the query does not parse, so that nothing can be ticked. */
  readonly isReadOnly: boolean
}

/** Which rows to list. */
export interface ExplorerView {
  readonly query: string
  /** The cursor, which chooses the operation. */
  readonly position: number
  /** The IDs of the expanded rows. */
  readonly expanded: readonly string[]
  readonly from: number
  readonly count: number
  /** The ID of a row whose number is wanted. */
  readonly find?: string
}

const longestDescription = 300

/** Lists the rows of the explorer. Only the window is made; the rows of what is not expanded are not visited. */
export function explorerRows(schema: GraphQLSchema, view: ExplorerView): ExplorerRows {
  const { document } = parseDocument(view.query)
  const list = new RowList(schema, view)
  const selection = document === null ? null : new QuerySelection(document, schema)
  for (const kind of operationKinds) {
    const type = rootType(schema, kind)
    if (type === null) continue
    const operation = selection?.operation(kind, view.position) ?? null
    const open = operation === null ? [] : [{ set: operation.selectionSet, isInFragment: false }]
    list.addRoot({ kind, steps: [] }, type, selection, open)
  }
  const { rows, total, foundAt } = list
  return { rows, total, foundAt, isReadOnly: document === null && !isBlank(view.query) }
}

class RowList {
  readonly rows: ExplorerRow[] = []
  total = 0
  foundAt: number | null = null
  readonly #find: string | undefined
  readonly #schema: GraphQLSchema
  readonly #expanded: ReadonlySet<string>
  readonly #from: number
  readonly #to: number

  constructor(schema: GraphQLSchema, { expanded, from, count, find }: ExplorerView) {
    this.#find = find
    this.#schema = schema
    this.#expanded = new Set(expanded)
    this.#from = from
    this.#to = from + count
  }

  addRoot(
    path: RowPath,
    type: GraphQLNamedType,
    selection: QuerySelection | null,
    open: readonly OpenSelection[],
  ): void {
    const id = rowIdOf(path)
    this.#add(id, () => ({
      kind: 'root',
      name: type.name,
      depth: 0,
      typeText: '',
      description: shorten(type.description),
      deprecationReason: null,
      state: null,
      fieldCount: fieldsOf(type).length,
      isExpandable: true,
    }))
    if (this.#expanded.has(id)) this.#addContent(path, type, selection, open)
  }

  #add(id: string, row: () => Omit<ExplorerRow, 'id' | 'isExpanded'>): void {
    if (this.total >= this.#from && this.total < this.#to)
      this.rows.push({ ...row(), id, isExpanded: this.#expanded.has(id) })
    if (id === this.#find) this.foundAt = this.total
    this.total += 1
  }

  #addContent(
    path: RowPath,
    type: GraphQLNamedType,
    selection: QuerySelection | null,
    open: readonly OpenSelection[],
  ): void {
    const selected = selection === null ? [] : selection.selected(open, type)
    const found = Map.groupBy(selected, ({ step }) => nameOf(step))
    for (const field of fieldsOf(type)) {
      const step = { field: field.name }
      this.#addField(extend(path, step), field, selection, found.get(nameOf(step)) ?? [])
    }
    for (const possible of possibleTypes(this.#schema, type)) {
      const step = { on: possible.name }
      this.#addType(extend(path, step), possible, selection, found.get(nameOf(step)) ?? [])
    }
  }

  #addField(
    path: RowPath,
    field: SchemaField,
    selection: QuerySelection | null,
    found: readonly FoundSelection[],
  ): void {
    const id = rowIdOf(path)
    const type = getNamedType(field.type)
    const isExpandable = isCompositeType(type)
    this.#add(id, () => ({
      kind: 'field',
      name: field.name,
      depth: path.steps.length,
      typeText: String(field.type),
      description: shorten(field.description),
      deprecationReason: field.deprecationReason == null ? null : shorten(field.deprecationReason),
      state: stateOf(found),
      fieldCount: null,
      isExpandable,
    }))
    if (isExpandable && this.#expanded.has(id)) this.#addContent(path, type, selection, contentsOf(found))
  }

  #addType(
    path: RowPath,
    type: GraphQLNamedType,
    selection: QuerySelection | null,
    found: readonly FoundSelection[],
  ): void {
    const id = rowIdOf(path)
    this.#add(id, () => ({
      kind: 'type',
      name: type.name,
      depth: path.steps.length,
      typeText: '',
      description: shorten(type.description),
      deprecationReason: null,
      state: stateOf(found),
      fieldCount: null,
      isExpandable: true,
    }))
    if (this.#expanded.has(id)) this.#addContent(path, type, selection, contentsOf(found))
  }
}

function extend({ kind, steps }: RowPath, step: ExplorerStep): RowPath {
  return { kind, steps: [...steps, step] }
}

function nameOf(step: ExplorerStep): string {
  return 'on' in step ? `on:${step.on}` : step.field
}

function stateOf(found: readonly FoundSelection[]): ExplorerRow['state'] {
  if (found.some(({ node }) => node !== null)) return 'ticked'
  return found.length > 0 ? 'fragment' : 'unticked'
}

function shorten(text: string | null | undefined): string {
  const whole = text ?? ''
  return whole.length > longestDescription ? `${whole.slice(0, longestDescription)}…` : whole
}
