import type { DocumentNode, GraphQLNamedType, GraphQLSchema } from 'graphql'
import { validationErrors } from '../language/diagnose-query.ts'
import { isBlank, type ParsedDocument, parseDocument } from '../language/parse-document.ts'
import { applyEdits, type TextEdit } from '../language/text-range.ts'
import { addNewOperation, addToOperation } from './add-field.ts'
import { rootType, typeAfter } from './explorer-types.ts'
import { QuerySelection } from './query-selection.ts'
import { removeSelections } from './remove-field.ts'
import { type RowPath, readRowId } from './row-id.ts'

/** Why a row cannot be ticked or unticked, with a sentence for the user. */
export interface ToggleProblem {
  readonly code: 'QUERY_NOT_PARSED' | 'ROW_NOT_FOUND' | 'FIELD_IN_FRAGMENT' | 'LAST_FIELD' | 'FIELD_CONFLICTS'
  readonly message: string
}

export type Toggled = { readonly edits: readonly TextEdit[] } | { readonly problem: ToggleProblem }

/** What a toggle needs to know about the query. */
export interface ToggleRequest {
  readonly query: string
  /** The cursor, which chooses the operation. */
  readonly position: number
  readonly rowId: string
}

const problems: Readonly<Record<Exclude<ToggleProblem['code'], 'QUERY_NOT_PARSED'>, ToggleProblem>> = {
  ROW_NOT_FOUND: {
    code: 'ROW_NOT_FOUND',
    message: 'The schema does not have this field. Refresh the schema.',
  },
  FIELD_IN_FRAGMENT: {
    code: 'FIELD_IN_FRAGMENT',
    message: 'This field comes from a fragment. Edit the fragment in the query.',
  },
  LAST_FIELD: {
    code: 'LAST_FIELD',
    message: 'An operation needs at least one field. Tick another field first, or delete the operation.',
  },
  FIELD_CONFLICTS: {
    code: 'FIELD_CONFLICTS',
    message: 'The query would no longer be valid with this field. Add it in the query.',
  },
}

/** @param from - where it stopped being a query, if that is known */
function notParsed(query: string, from: number | undefined): ToggleProblem {
  const place = from === undefined ? '' : ` (line ${query.slice(0, from).split('\n').length})`
  return { code: 'QUERY_NOT_PARSED', message: `The query has a syntax error${place}.` }
}

/**
 * Returns the edits that tick or untick a row of the explorer. They change the ticked fields, the declarations of their
 * variables and, for a second operation, a name that the first one lacks; all other text stays as it is.
 */
export function toggleRow(schema: GraphQLSchema, request: ToggleRequest): Toggled {
  const path = readRowId(request.rowId)
  const root = path === null ? null : rootType(schema, path.kind)
  if (path === null || root === null || path.steps.length === 0 || !isKnown(schema, root, path))
    return { problem: problems.ROW_NOT_FOUND }
  if (isBlank(request.query)) return { edits: addNewOperation(request.query, null, schema, root, path) }
  const parsed = parseDocument(request.query)
  if (parsed.document === null) return { problem: notParsed(request.query, parsed.problem?.from) }
  const selection = new QuerySelection(parsed.document, schema)
  const operation = selection.operation(path.kind, request.position)
  if (operation === null) {
    const edits = addNewOperation(request.query, parsed.document, schema, root, path)
    return keepsValid(request.query, parsed, schema, edits)
      ? { edits }
      : { problem: problems.FIELD_CONFLICTS }
  }
  const found = selection.follow(operation, root, path.steps)
  const nodes = found.flatMap(({ node }) => (node === null ? [] : [node]))
  if (nodes.length > 0) {
    const edits = removeSelections(request.query, parsed.document, operation, nodes)
    return edits === null ? { problem: problems.LAST_FIELD } : { edits }
  }
  if (found.length > 0) return { problem: problems.FIELD_IN_FRAGMENT }
  for (const alias of [false, true]) {
    const edits = addToOperation(request.query, { selection, operation, schema, root }, path, alias)
    if (edits !== null && keepsValid(request.query, parsed, schema, edits)) return { edits }
  }
  return { problem: problems.FIELD_CONFLICTS }
}

function isKnown(schema: GraphQLSchema, root: GraphQLNamedType, { steps }: RowPath): boolean {
  let type: GraphQLNamedType | null = root
  for (const step of steps) type = type === null ? null : typeAfter(schema, type, step)
  return type !== null
}

type Parsed = Extract<ParsedDocument, { readonly document: DocumentNode }>

/** Returns whether a query has no error after the edits that it did not have before. */
function keepsValid(
  text: string,
  before: Parsed,
  schema: GraphQLSchema,
  edits: readonly TextEdit[],
): boolean {
  const after = parseDocument(applyEdits(text, edits))
  if (after.document === null) return false
  const messages = validationErrors(before, schema).map(({ message }) => message)
  for (const { message } of validationErrors(after, schema)) {
    const at = messages.indexOf(message)
    if (at === -1) return false
    messages.splice(at, 1)
  }
  return true
}
