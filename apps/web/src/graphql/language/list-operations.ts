import { Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql'
import type { QueryOperation } from './operation-at.ts'
import { isBlank, parseDocument } from './parse-document.ts'
import type { TextRange } from './text-range.ts'

const kinds: Readonly<Record<OperationTypeNode, QueryOperation['kind']>> = {
  [OperationTypeNode.QUERY]: 'query',
  [OperationTypeNode.MUTATION]: 'mutation',
  [OperationTypeNode.SUBSCRIPTION]: 'subscription',
}

/** Returns the operations of a query in order; null for a text that does not parse. */
export function listOperations(text: string): readonly QueryOperation[] | null {
  const { document } = parseDocument(text)
  if (document === null) return isBlank(text) ? [] : null
  return document.definitions
    .filter(definition => definition.kind === Kind.OPERATION_DEFINITION)
    .map(definition => ({
      ...rangeOfOperation(definition),
      // A name that is a variable is not masked.
      name: definition.name === undefined ? null : textOf(text, definition.name.loc),
      kind: kinds[definition.operation],
    }))
}

function rangeOfOperation({ loc }: OperationDefinitionNode): TextRange {
  return { from: loc?.start ?? 0, to: loc?.end ?? 0 }
}

function textOf(text: string, loc: { readonly start: number; readonly end: number } | undefined): string {
  return loc === undefined ? '' : text.slice(loc.start, loc.end)
}
