import {
  type DocumentNode,
  type FieldNode,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql'
import type { TextEdit } from '../language/text-range.ts'
import { locationOf, removalOf } from './item-edits.ts'
import { removedDeclarationEdits } from './variable-edits.ts'

type Removable = FieldNode | InlineFragmentNode

/**
 * Returns the edits that take fields out of an operation. A selection that would become empty gets `__typename`; an
 * operation without a name goes with its last field. Null where the operation would be left without a field.
 */
export function removeSelections(
  text: string,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  nodes: readonly Removable[],
): readonly TextEdit[] | null {
  const removed = new Set<SelectionNode>(nodes)
  const edits: TextEdit[] = []
  for (const [set, owner] of ownersOf(operation)) {
    const gone = set.selections.filter(one => removed.has(one))
    if (gone.length === 0) continue
    if (gone.length < set.selections.length) {
      edits.push(...gone.map(one => removalOf(text, one)))
      continue
    }
    if (owner === null && isBare(operation, removed)) return [wholeOperation(text, document, operation)]
    const isPlaceholder = gone.every(one => one.kind === Kind.FIELD && one.name.value === placeholder)
    if (isPlaceholder && owner === null) return null
    if (isPlaceholder && owner !== null) return removeSelections(text, document, operation, [owner])
    const [first, ...others] = gone
    if (first === undefined) continue
    edits.push({ from: locationOf(first).start, to: locationOf(first).end, insert: placeholder })
    edits.push(...others.map(one => removalOf(text, one)))
  }
  return [...edits, ...removedDeclarationEdits(text, document, operation, [...removed])]
}

const placeholder = TypeNameMetaFieldDef.name

/** The selections of an operation with the node that each belongs to; null for the operation itself. */
function ownersOf(operation: OperationDefinitionNode): ReadonlyMap<SelectionSetNode, Removable | null> {
  const owners = new Map<SelectionSetNode, Removable | null>([[operation.selectionSet, null]])
  const addOwner = (node: Removable) => {
    if (node.selectionSet !== undefined) owners.set(node.selectionSet, node)
  }
  visit(operation, { Field: addOwner, InlineFragment: addOwner })
  return owners
}

/** Returns whether nothing of an operation is left without its fields. */
function isBare(operation: OperationDefinitionNode, removed: ReadonlySet<SelectionNode>): boolean {
  const { name, variableDefinitions = [], directives = [], loc } = operation
  if (name !== undefined || variableDefinitions.length > 0 || directives.length > 0) return false
  // Comments stay, so that the operation stays with them.
  for (let token = loc?.startToken ?? null; token !== null && token !== loc?.endToken; token = token.next)
    if (token.kind === 'Comment') return false
  return removed.size > 0
}

function wholeOperation(text: string, document: DocumentNode, operation: OperationDefinitionNode): TextEdit {
  const { start, end } = locationOf(operation)
  const isFirst = document.definitions[0] === operation
  const before = isFirst ? '' : (/\s*$/.exec(text.slice(0, start))?.[0] ?? '')
  const hasCommentBefore = operation.loc?.startToken.prev?.kind === 'Comment'
  return { from: hasCommentBefore ? start : start - before.length, to: end, insert: '' }
}
