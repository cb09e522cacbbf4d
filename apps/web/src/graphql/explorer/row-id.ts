/** The roots of the explorer, which are the kinds of operations. */
export type OperationKind = 'query' | 'mutation' | 'subscription'

export const operationKinds: readonly OperationKind[] = ['query', 'mutation', 'subscription']

/** A field, or the part of a selection for one type (`... on Book`). */
export type ExplorerStep = { readonly field: string } | { readonly on: string }

/** What the ID of a row says: `query/books/on:Book/title`. */
export interface RowPath {
  readonly kind: OperationKind
  readonly steps: readonly ExplorerStep[]
}

/** Returns the ID of a row. Names of GraphQL contain neither a slash nor a colon. */
export function rowIdOf({ kind, steps }: RowPath): string {
  return [kind, ...steps.map(step => ('on' in step ? `on:${step.on}` : step.field))].join('/')
}

/** Returns the path of a row's ID; null for a text that is no ID. */
export function readRowId(id: string): RowPath | null {
  const [root, ...names] = id.split('/')
  const kind = operationKinds.find(one => one === root)
  if (kind === undefined || names.includes('')) return null
  const steps = names.map(name => (name.startsWith('on:') ? { on: name.slice(3) } : { field: name }))
  return { kind, steps }
}

/** Returns the IDs of the rows around a row, outermost first. */
export function ancestorsOf(rowId: string): readonly string[] {
  const path = readRowId(rowId)
  if (path === null) return []
  const { kind, steps } = path
  return steps.map((_, at) => rowIdOf({ kind, steps: steps.slice(0, at) }))
}
