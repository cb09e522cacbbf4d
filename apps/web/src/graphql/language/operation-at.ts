import type { TextRange } from './text-range.ts'

/** An operation of a query. */
export interface QueryOperation extends TextRange {
  /** Null for an anonymous operation. */
  readonly name: string | null
  readonly kind: 'query' | 'mutation' | 'subscription'
}

/** Returns the operation at a position: the one that contains it, else the last one before it, else the first. */
export function operationAt<Operation extends TextRange>(
  operations: readonly Operation[],
  position: number,
): Operation | null {
  return operations.findLast(({ from }) => from <= position) ?? operations[0] ?? null
}
