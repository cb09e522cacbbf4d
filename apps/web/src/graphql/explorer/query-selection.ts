import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { operationAt } from '../language/operation-at.ts'
import { typeAfter } from './explorer-types.ts'
import type { ExplorerStep, OperationKind } from './row-id.ts'

/** A field or a typed part of the query. Those within a named fragment have no node: they are edited there. */
export interface FoundSelection {
  readonly step: ExplorerStep
  readonly node: FieldNode | InlineFragmentNode | null
  /** The selection that the node is in. */
  readonly parent: SelectionSetNode
  readonly content: SelectionSetNode | null
}

/** A selection of the query, and whether it is within a named fragment. */
export interface OpenSelection {
  readonly set: SelectionSetNode
  readonly isInFragment: boolean
}

/** Reads which fields of the schema a query selects. */
export class QuerySelection {
  readonly document: DocumentNode
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>

  constructor(document: DocumentNode, schema: GraphQLSchema) {
    this.document = document
    this.#schema = schema
    this.#fragments = new Map(
      document.definitions
        .filter(definition => definition.kind === Kind.FRAGMENT_DEFINITION)
        .map(definition => [definition.name.value, definition]),
    )
  }

  /** Returns the operation that a root of the explorer shows: the one at the cursor, else the last of its kind. */
  operation(kind: OperationKind, position: number): OperationDefinitionNode | null {
    const operations = this.document.definitions.filter(one => one.kind === Kind.OPERATION_DEFINITION)
    const ranges = operations.map(node => ({ node, from: node.loc?.start ?? 0, to: node.loc?.end ?? 0 }))
    const atCursor = operationAt(ranges, position)?.node
    if (atCursor?.operation === kind) return atCursor
    return operations.findLast(({ operation }) => operation === kind) ?? null
  }

  /** Returns what selections of one type select, in order. */
  selected(open: readonly OpenSelection[], type: GraphQLNamedType): readonly FoundSelection[] {
    return open.flatMap(one => this.#selectedIn(one, type, new Set()))
  }

  /** Returns what a path of steps from an operation leads to; empty where the query does not select it. */
  follow(
    operation: OperationDefinitionNode,
    root: GraphQLNamedType,
    steps: readonly ExplorerStep[],
  ): readonly FoundSelection[] {
    let open: readonly OpenSelection[] = [{ set: operation.selectionSet, isInFragment: false }]
    let type: GraphQLNamedType | null = root
    let found: readonly FoundSelection[] = []
    for (const step of steps) {
      if (type === null) return []
      found = this.selected(open, type).filter(one => isSameStep(one.step, step))
      open = contentsOf(found)
      type = typeAfter(this.#schema, type, step)
    }
    return found
  }

  #selectedIn(
    { set, isInFragment }: OpenSelection,
    type: GraphQLNamedType,
    passed: ReadonlySet<string>,
  ): readonly FoundSelection[] {
    return set.selections.flatMap((node): readonly FoundSelection[] => {
      const found = (step: ExplorerStep, content: SelectionSetNode | null): FoundSelection => ({
        step,
        node: isInFragment || node.kind === Kind.FRAGMENT_SPREAD ? null : node,
        parent: set,
        content,
      })
      if (node.kind === Kind.FIELD) return [found({ field: node.name.value }, node.selectionSet ?? null)]
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : undefined
      const part = node.kind === Kind.FRAGMENT_SPREAD ? fragment : node
      if (part === undefined || (fragment !== undefined && passed.has(fragment.name.value))) return []
      const condition = part.typeCondition?.name.value ?? type.name
      if (!this.#appliesTo(condition, type)) return [found({ on: condition }, part.selectionSet)]
      const inner = { set: part.selectionSet, isInFragment: isInFragment || fragment !== undefined }
      return this.#selectedIn(
        inner,
        type,
        fragment === undefined ? passed : new Set([...passed, fragment.name.value]),
      )
    })
  }

  /** Returns whether a fragment on a type applies to all of another type. */
  #appliesTo(condition: string, type: GraphQLNamedType): boolean {
    if (condition === type.name) return true
    const general = this.#schema.getType(condition)
    return isAbstractType(general) && 'getInterfaces' in type && this.#schema.isSubType(general, type)
  }
}

/** Returns the selections that what was found opens. */
export function contentsOf(found: readonly FoundSelection[]): readonly OpenSelection[] {
  return found.flatMap(({ content, node }) =>
    content === null ? [] : [{ set: content, isInFragment: node === null }],
  )
}

/** Returns whether two steps are the same. */
function isSameStep(a: ExplorerStep, b: ExplorerStep): boolean {
  return 'on' in a ? 'on' in b && a.on === b.on : 'field' in b && a.field === b.field
}
