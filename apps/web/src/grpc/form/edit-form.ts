import { type JsonNode, readJsonTree, type TextRange } from '@parley/model'
import type { FormRow } from './form-rows.ts'
import type { FieldShape, MessageShape, ValueShape } from './message-shape.ts'

/** Returns the text of a message with another value in a row. A field that is not set is added; an empty number is none. */
export function withValue(text: string, row: FormRow, typed: string): string {
  const { node, part, control } = row
  if (control === 'number' && typed === '' && part === 'field') return withoutRow(text, row)
  const written = literalOf(control, typed, node)
  return node === null ? withMember(text, row, written) : splice(text, node, written)
}

/** Returns the text with a field that was not set, at what a new one begins with. */
export function withField(text: string, row: FormRow, shape: MessageShape): string {
  const { field, node } = row
  if (field === null || node !== null) return text
  return withMember(text, row, emptyField(field, shape))
}

/** Returns the text without a field, an item or an entry. */
export function withoutRow(text: string, { owner, at }: FormRow): string {
  const parts = owner === null ? [] : partsOf(owner)
  const [before, part, after] = [parts[at - 1], parts[at], parts[at + 1]]
  if (owner === null || part === undefined) return text
  if (after !== undefined) return splice(text, { from: part.from, to: after.from }, '')
  if (before !== undefined) return splice(text, { from: before.to, to: part.to }, '')
  return splice(text, { from: owner.from + 1, to: owner.to - 1 }, '')
}

/** Returns the text with one more item of a list, or one more entry of a map. */
export function withElement(text: string, row: FormRow, shape: MessageShape): string {
  const { field, node } = row
  if (field === null || field.several === null) return text
  const empty = emptyValue(field.value, shape)
  const keys = new Set(node?.kind === 'object' ? node.members.map(({ key }) => key) : [])
  const written = field.several === 'list' ? empty : `${JSON.stringify(unusedKey(keys))}: ${empty}`
  if (node?.kind === 'array' || node?.kind === 'object') return insertInto(text, node, written)
  return node === null
    ? withMember(text, row, field.several === 'list' ? `[${written}]` : `{${written}}`)
    : text
}

/** Returns the text with another key of an entry. */
export function withKey(text: string, { owner, at }: FormRow, key: string): string {
  const member = owner?.kind === 'object' ? owner.members[at] : undefined
  return member === undefined ? text : splice(text, member.keyRange, JSON.stringify(key))
}

/** Numbers stay as they are typed. What is none is written as a string, which the check of the message names. */
function literalOf(control: FormRow['control'], typed: string, node: JsonNode | null): string {
  if (control === 'bool') return typed === 'true' ? 'true' : 'false'
  if (control !== 'number' || !isNumber(typed)) return JSON.stringify(typed)
  // One that was put in quotes stays in them.
  return node?.kind === 'string' && isNumber(node.text) ? JSON.stringify(typed) : typed
}

/** Whether a text is a number of JSON, or a variable that may become one. */
function isNumber(typed: string): boolean {
  const { root, errorAt } = readJsonTree(typed, { allowsVariables: true })
  if (root === null || errorAt !== null || root.from > 0 || root.to < typed.length) return false
  return root.kind === 'number' || root.kind === 'variable'
}

function emptyField({ several, value }: FieldShape, shape: MessageShape): string {
  if (several !== null) return several === 'list' ? '[]' : '{}'
  return emptyValue(value, shape)
}

function emptyValue(value: ValueShape, { enums }: MessageShape): string {
  if (value.kind === 'message') return '{}'
  return value.kind === 'enum' ? JSON.stringify(enums.get(value.typeName)?.[0] ?? 0) : value.empty
}

/** Keys of numbers and texts can be numbers. */
function unusedKey(keys: ReadonlySet<string>): string {
  let number = keys.size
  while (keys.has(String(number))) number += 1
  return String(number)
}

/** Adds a field to its message, in the place of another one of its oneof. */
function withMember(text: string, { owner, field, rival }: FormRow, value: string): string {
  const member = `${JSON.stringify(field?.name ?? '')}: ${value}`
  if (owner === null) return `{\n  ${member}\n}`
  const replaced = partsOf(owner)[rival]
  return replaced === undefined ? insertInto(text, owner, member) : splice(text, replaced, member)
}

/** Adds a part at the end of a container, laid out as the one before it. */
function insertInto(text: string, owner: NonNullable<FormRow['owner']>, written: string): string {
  const parts = partsOf(owner)
  const last = parts.at(-1)
  if (last === undefined) {
    const indent = indentAt(text, owner.from)
    return splice(text, { from: owner.from + 1, to: owner.to - 1 }, `\n${indent}  ${written}\n${indent}`)
  }
  const between = text.slice(parts.at(-2)?.to ?? owner.from + 1, last.from)
  const space = between.slice(between.indexOf(',') + 1)
  return splice(text, { from: last.to, to: last.to }, `,${space === '' ? ' ' : space}${written}`)
}

function partsOf(owner: NonNullable<FormRow['owner']>): readonly TextRange[] {
  if (owner.kind === 'array') return owner.items
  return owner.members.map(({ keyRange, value }) => ({ from: keyRange.from, to: value.to }))
}

/** The blanks before the first character of a line. */
function indentAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position)
  return line.slice(0, line.length - line.trimStart().length)
}

function splice(text: string, { from, to }: TextRange, written: string): string {
  return text.slice(0, from) + written + text.slice(to)
}
