import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { TextEdit } from '../language/text-range.ts'
import { typeAfter } from './explorer-types.ts'
import { indentAt, indentUnitOf, lineBreakOf, locationOf, placeAfter } from './item-edits.ts'
import { type NewSelection, type NewSelectionOptions, newSelection } from './new-selection.ts'
import type { FoundSelection, QuerySelection } from './query-selection.ts'
import type { RowPath } from './row-id.ts'
import { declarationEdits, isShorthand, variableNames } from './variable-edits.ts'

/** The operation that a field is added to. */
export interface AddTarget {
  readonly selection: QuerySelection
  readonly operation: OperationDefinitionNode
  readonly schema: GraphQLSchema
  readonly root: GraphQLNamedType
}

/** Returns the edits that add the part of a path that an operation lacks; null for a path that the schema lacks. */
export function addToOperation(
  text: string,
  { selection, operation, schema, root }: AddTarget,
  { steps }: RowPath,
  hasAlias: boolean,
): readonly TextEdit[] | null {
  let type = root
  let set: SelectionSetNode = operation.selectionSet
  for (const [depth, step] of steps.entries()) {
    const found = ownNode(selection.follow(operation, root, steps.slice(0, depth + 1)))
    if (found === null) {
      const write = (options: NewSelectionOptions) => newSelection(schema, type, steps.slice(depth), options)
      const field = steps.slice(depth).find(one => 'field' in one)
      const alias = hasAlias && field !== undefined ? freeAlias(text, field.field) : null
      return withDeclarations(text, operation, selectionEdit(text, selection.document, set, alias, write))
    }
    const next = typeAfter(schema, type, step)
    if (next === null) return null
    type = next
    if (found.content === null) {
      const write = (options: NewSelectionOptions) =>
        newSelection(schema, type, steps.slice(depth + 1), options)
      return withDeclarations(text, operation, firstSelectionEdit(selection.document, found, write))
    }
    set = found.content
  }
  return null
}

/** For a field that has no selection yet. */
function firstSelectionEdit(
  document: DocumentNode,
  { node }: FoundSelection,
  write: (options: NewSelectionOptions) => NewSelection | null,
): SelectionEdit | null {
  const takenNames = variableNames(document)
  const added = write({ indent: null, indentUnit: '', lineBreak: '', takenNames, alias: null })
  if (added === null || node === null) return null
  const { end } = locationOf(node)
  return { added, edit: { from: end, to: end, insert: ` { ${added.text} }` } }
}

function ownNode(found: readonly FoundSelection[]): FoundSelection | null {
  return found.find(({ node }) => node !== null) ?? null
}

interface SelectionEdit {
  readonly edit: TextEdit
  readonly added: NewSelection
}

function selectionEdit(
  text: string,
  document: DocumentNode,
  set: SelectionSetNode,
  alias: string | null,
  write: (options: NewSelectionOptions) => NewSelection | null,
): SelectionEdit | null {
  const last = set.selections.at(-1)
  if (last === undefined) return null
  const { startToken, endToken } = locationOf(set)
  const isOnOneLine = startToken.line === endToken.line
  const at = placeAfter(text, last)
  const lineBreak = lineBreakOf(text)
  const indent = indentOfItem(text, set)
  const indentUnit = indentUnitOf(indent)
  const takenNames = variableNames(document)
  const added = write({ indent: isOnOneLine ? null : indent, indentUnit, lineBreak, takenNames, alias })
  if (added === null) return null
  return {
    added,
    edit: { from: at, to: at, insert: `${isOnOneLine ? ' ' : lineBreak + indent}${added.text}` },
  }
}

/** The white space before the last field, where it begins its line; else one level more than that of the bracket. */
function indentOfItem(text: string, set: SelectionSetNode): string {
  const last = locationOf(set.selections.at(-1) ?? set)
  if (last.startToken.prev?.line !== last.startToken.line) return indentAt(text, last.start)
  const outer = indentAt(text, locationOf(set).start)
  return outer + indentUnitOf(outer)
}

function freeAlias(text: string, field: string): string {
  let number = 2
  while (new RegExp(`\\b${field}${number}\\b`).test(text)) number += 1
  return `${field}${number}`
}

function withDeclarations(
  text: string,
  operation: OperationDefinitionNode,
  change: SelectionEdit | null,
): readonly TextEdit[] | null {
  return change === null ? null : [...declarationEdits(text, operation, change.added.variables), change.edit]
}

/**
 * Returns the edits that add an operation with the fields of a path at the end of a text. Where there are other
 * operations it gets a name, and so does one that has none.
 */
export function addNewOperation(
  text: string,
  document: DocumentNode | null,
  schema: GraphQLSchema,
  root: GraphQLNamedType,
  { kind, steps }: RowPath,
): readonly TextEdit[] {
  const lineBreak = lineBreakOf(text)
  const options = { indent: '  ', indentUnit: '  ', lineBreak, takenNames: new Set<string>(), alias: null }
  const added = newSelection(schema, root, steps, options)
  if (added === null) return []
  const operations = (document?.definitions ?? []).filter(one => one.kind === Kind.OPERATION_DEFINITION)
  const names = new Set(operations.map(({ name }) => name?.value ?? ''))
  const name = operations.length === 0 ? '' : ` ${freeName(kind, names)}`
  const list = added.variables.map(one => `$${one.name}: ${one.type}`).join(', ')
  const head = `${kind}${name}${list === '' ? '' : `${name === '' ? ' ' : ''}(${list})`}`
  const operation = `${head} {${lineBreak}  ${added.text}${lineBreak}}`
  const insert = `${gapAfter(text, lineBreak)}${operation}`
  const unnamed = operations.filter(one => one.name === undefined)
  return [...unnamed.map(one => namingEdit(one, names)), { from: text.length, to: text.length, insert }]
}

function gapAfter(text: string, lineBreak: string): string {
  if (/^\s*$/.test(text)) return ''
  const ends = /(?:\r\n|\r|\n)[ \t]*(\r\n|\r|\n)?[ \t]*$/.exec(text)
  if (ends === null) return lineBreak + lineBreak
  return ends[1] === undefined ? lineBreak : ''
}

function namingEdit(operation: OperationDefinitionNode, names: Set<string>): TextEdit {
  const { start } = locationOf(operation)
  const name = freeName(operation.operation, names)
  if (isShorthand(operation)) return { from: start, to: start, insert: `query ${name} ` }
  const at = start + operation.operation.length
  return { from: at, to: at, insert: ` ${name}` }
}

/** Returns a name like `Query2` and takes it. */
function freeName(kind: string, names: Set<string>): string {
  const base = kind.replace(/^./, first => first.toUpperCase())
  let name = base
  for (let number = 2; names.has(name); number += 1) name = `${base}${number}`
  names.add(name)
  return name
}
