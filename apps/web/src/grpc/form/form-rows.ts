import { type JsonNode, readJsonTree } from '@parley/model'
import type { FieldShape, MessageShape, ValueShape } from './message-shape.ts'

type JsonContainer = Extract<JsonNode, { readonly kind: 'object' | 'array' }>

/** A row of the form of a message. */
export interface FormRow {
  /** The names and numbers that lead to it, such as `offers.0.cents`. Keys of maps are numbers too. */
  readonly path: string
  readonly depth: number
  /** The name of a field, the number of an item, or the key of an entry. */
  readonly label: string
  /** `unknown` is a member that the type does not have. */
  readonly part: 'field' | 'item' | 'entry' | 'unknown'
  /** `raw` is a value that only the text can change. */
  readonly control: 'text' | 'number' | 'bool' | 'enum' | 'message' | 'list' | 'map' | 'raw'
  /** What the control shows: a text, a number as it is written, the number of items. */
  readonly value: string
  /** The field that it belongs to; null for an unknown member. */
  readonly field: FieldShape | null
  /** Null while the field is not set. */
  readonly node: JsonNode | null
  /** What contains it; null in a text that is blank. */
  readonly owner: JsonContainer | null
  /** Its number in there; -1 while it is not set. */
  readonly at: number
  /** Another field of the same oneof that is set, by its number in the owner; -1: none. */
  readonly rival: number
}

/** The form of a message, or why there is none. */
export type MessageForm =
  | { readonly rows: readonly FormRow[]; readonly isCut: boolean }
  | { readonly problem: 'tooLong' | 'noJson' | 'noObject' }

/** A longer text is edited as text, as the whole of it is read at each key. */
export const longestFormText = 65_536
/** More rows than anybody goes through. */
const mostRows = 5_000
const longestRaw = 200

/** Returns the form of a message: the fields of its type, and below each that is set what it contains. */
export function messageForm(shape: MessageShape, text: string): MessageForm {
  if (text.length > longestFormText) return { problem: 'tooLong' }
  const { root, errorAt } = readJsonTree(text, { allowsVariables: true })
  const isBlank = text.trim() === ''
  if (errorAt !== null && !isBlank) return { problem: 'noJson' }
  if (root !== null && root.kind !== 'object') return { problem: 'noObject' }
  const form = new FormRows(shape, text)
  form.addFields(shape.root, root, { path: '', depth: 0 })
  return { rows: form.rows.slice(0, mostRows), isCut: form.isFull }
}

interface Place {
  readonly path: string
  readonly depth: number
}

type RowOfValue = Pick<FormRow, 'label' | 'part' | 'owner' | 'at' | 'rival'>

class FormRows {
  readonly rows: FormRow[] = []
  readonly #shape: MessageShape
  readonly #text: string

  constructor(shape: MessageShape, text: string) {
    this.#shape = shape
    this.#text = text
  }

  get isFull(): boolean {
    return this.rows.length > mostRows
  }

  addFields(
    typeName: string,
    owner: Extract<JsonNode, { readonly kind: 'object' }> | null,
    place: Place,
  ): void {
    const fields = this.#shape.types.get(typeName) ?? []
    const byName = new Map(
      fields.flatMap(field => [[field.declaredName, field] as const, [field.name, field] as const]),
    )
    const setAt = new Map<FieldShape, number>()
    const unknown: number[] = []
    for (const [at, { key }] of (owner?.members ?? []).entries()) {
      const field = byName.get(key)
      if (field === undefined || setAt.has(field)) unknown.push(at)
      else setAt.set(field, at)
    }
    const chosen = new Map(
      [...setAt].flatMap(([{ oneof }, at]) => (oneof === null ? [] : [[oneof, at] as const])),
    )
    for (const field of fields) {
      if (this.isFull) return
      const at = setAt.get(field) ?? -1
      const rival = at < 0 && field.oneof !== null ? (chosen.get(field.oneof) ?? -1) : -1
      const row = { label: field.name, part: 'field', owner, at, rival } as const
      this.#addField(field, owner?.members[at]?.value ?? null, row, inner(place, field.name))
    }
    for (const at of unknown) this.#addUnknown(owner, at, place)
  }

  #addUnknown(owner: Extract<JsonNode, { readonly kind: 'object' }> | null, at: number, place: Place): void {
    const member = owner?.members[at]
    if (member === undefined || this.isFull) return
    const { key, value } = member
    const row = { label: key, part: 'unknown', owner, at, rival: -1 } as const
    this.#add(null, 'raw', value, row, inner(place, key))
  }

  #addField(field: FieldShape, node: JsonNode | null, row: RowOfValue, place: Place): void {
    const { several } = field
    if (several === null) {
      this.#addValue(field, node, row, place)
      return
    }
    const isFitting = node === null || node.kind === (several === 'list' ? 'array' : 'object')
    this.#add(field, isFitting ? several : 'raw', node, row, place)
    if (!isFitting) return
    for (const [at, { owner, label, value }] of elementsOf(node).entries()) {
      if (this.isFull) return
      const part = several === 'list' ? 'item' : 'entry'
      const { path, depth } = inner(place, String(at))
      this.#addValue(field, value, { label, part, owner, at, rival: -1 }, { path, depth: depth + 1 })
    }
  }

  #addValue(field: FieldShape, node: JsonNode | null, row: RowOfValue, place: Place): void {
    const control = this.#controlOf(field.value, node)
    this.#add(field, control, node, row, place)
    if (control === 'message' && node?.kind === 'object' && field.value.kind === 'message')
      this.addFields(field.value.typeName, node, { ...place, depth: place.depth + 1 })
  }

  #controlOf(shape: ValueShape, node: JsonNode | null): FormRow['control'] {
    if (shape.kind === 'json') return 'raw'
    const isKnown = shape.kind !== 'message' || this.#shape.types.has(shape.typeName)
    const isFitting = node === null || (fitting[shape.kind].has(node.kind) && isKnown)
    return isFitting ? shape.kind : 'raw'
  }

  #add(
    field: FieldShape | null,
    control: FormRow['control'],
    node: JsonNode | null,
    row: RowOfValue,
    place: Place,
  ): void {
    const value = node === null ? '' : this.#shown(control, node)
    this.rows.push({ ...row, ...place, field, control, node, value })
  }

  #shown(control: FormRow['control'], node: JsonNode): string {
    if (control === 'message') return ''
    if (node.kind === 'array' && control === 'list') return String(node.items.length)
    if (node.kind === 'object' && control === 'map') return String(node.members.length)
    if (node.kind === 'string' && control !== 'raw') return node.text
    return this.#text.slice(
      node.from,
      control === 'raw' ? Math.min(node.to, node.from + longestRaw) : node.to,
    )
  }
}

/** The kinds of JSON that a control can show and change. */
const fitting: Readonly<Record<Exclude<ValueShape['kind'], 'json'>, ReadonlySet<JsonNode['kind']>>> = {
  text: new Set(['string']),
  number: new Set(['number', 'string', 'variable']),
  bool: new Set(['boolean']),
  enum: new Set(['string', 'number']),
  message: new Set(['object']),
}

/** The items of a list, or the entries of a map. */
function elementsOf(node: JsonNode | null) {
  if (node?.kind === 'array')
    return node.items.map((value, at) => ({ owner: node, label: String(at), value }))
  return node?.kind === 'object'
    ? node.members.map(({ key, value }) => ({ owner: node, label: key, value }))
    : []
}

function inner({ path, depth }: Place, name: string): Place {
  return { path: path === '' ? name : `${path}.${name}`, depth }
}
