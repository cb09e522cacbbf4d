import {
  type ASTNode,
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  type Token,
  TokenKind,
  visit,
} from 'graphql'
import type { TextEdit } from '../language/text-range.ts'
import { beginsLine, indentAt, lineBreakOf, locationOf, placeAfter, removalOf } from './item-edits.ts'

/** A variable that an operation does not declare yet. */
export interface NewVariable {
  readonly name: string
  /** As written: `ID!`. */
  readonly type: string
}

/** Returns the names of the variables in a node. */
export function variableNames(node: ASTNode): ReadonlySet<string> {
  const names = new Set<string>()
  visit(node, { Variable: variable => void names.add(variable.name.value) })
  return names
}

/** Returns the edits that declare variables of an operation. */
export function declarationEdits(
  text: string,
  operation: OperationDefinitionNode,
  variables: readonly NewVariable[],
): readonly TextEdit[] {
  if (variables.length === 0) return []
  const declarations = variables.map(({ name, type }) => `$${name}: ${type}`)
  const last = operation.variableDefinitions?.at(-1)
  if (last !== undefined) {
    const isOnLineOfItsOwn = beginsLine(text, locationOf(last).start)
    const separator = isOnLineOfItsOwn
      ? `${lineBreakOf(text)}${indentAt(text, locationOf(last).start)}`
      : ', '
    const at = isOnLineOfItsOwn ? placeAfter(text, last) : locationOf(last).end
    return [{ from: at, to: at, insert: declarations.map(one => `${separator}${one}`).join('') }]
  }
  const { start } = locationOf(operation)
  const list = `(${declarations.join(', ')})`
  if (isShorthand(operation)) return [{ from: start, to: start, insert: `query ${list} ` }]
  const at =
    operation.name === undefined ? start + operation.operation.length : locationOf(operation.name).end
  return [{ from: at, to: at, insert: operation.name === undefined ? ` ${list}` : list }]
}

/** Returns whether an operation is written without its kind: `{ books }`. */
export function isShorthand(operation: OperationDefinitionNode): boolean {
  return locationOf(operation).startToken.kind === TokenKind.BRACE_L
}

/**
 * Returns the edits that take out the declarations of variables that only removed nodes use. They stay where the
 * list has comments.
 */
export function removedDeclarationEdits(
  text: string,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  removed: readonly ASTNode[],
): readonly TextEdit[] {
  const declared = operation.variableDefinitions ?? []
  const candidates = new Set(removed.flatMap(node => [...variableNames(node)]))
  const used = usedElsewhere(document, operation, new Set(removed))
  const gone = declared.filter(
    ({ variable: { name } }) => candidates.has(name.value) && !used.has(name.value),
  )
  const first = declared[0]
  if (gone.length === 0 || first === undefined) return []
  if (gone.length < declared.length)
    return gone.map(node => (node === first ? removalOfFirst(text, node) : removalAfterOther(text, node)))
  const open = locationOf(first).startToken.prev
  const close = locationOf(declared.at(-1) ?? first).endToken.next
  if (open?.kind !== TokenKind.PAREN_L || close?.kind !== TokenKind.PAREN_R || hasComment(open, close))
    return []
  const from = open.start - (/[ \t]*$/.exec(text.slice(0, open.start))?.[0].length ?? 0)
  return [{ from, to: close.end, insert: '' }]
}

function usedElsewhere(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  removed: ReadonlySet<ASTNode>,
): ReadonlySet<string> {
  const names = new Set<string>()
  const others = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  for (const node of [operation, ...others])
    visit(node, {
      enter(one) {
        if (removed.has(one) || one.kind === Kind.VARIABLE_DEFINITION) return false
        if (one.kind === Kind.VARIABLE) names.add(one.name.value)
        return undefined
      },
    })
  return names
}

function removalOfFirst(text: string, node: ASTNode): TextEdit {
  const { start, end } = locationOf(node)
  if (beginsLine(text, start)) return removalOf(text, node)
  return { from: start, to: end + (/^[ \t,]*/.exec(text.slice(end))?.[0].length ?? 0), insert: '' }
}

function removalAfterOther(text: string, node: ASTNode): TextEdit {
  const { start, end } = locationOf(node)
  if (beginsLine(text, start)) return removalOf(text, node)
  return { from: start - (/[ \t,]*$/.exec(text.slice(0, start))?.[0].length ?? 0), to: end, insert: '' }
}

function hasComment(from: Token, to: Token): boolean {
  for (let token = from.next; token !== null && token !== to; token = token.next)
    if (token.kind === TokenKind.COMMENT) return true
  return false
}
