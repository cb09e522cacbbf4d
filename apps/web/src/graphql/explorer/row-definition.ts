import type { GraphQLSchema } from 'graphql'
import { rootType, typeAfter } from './explorer-types.ts'
import { readRowId } from './row-id.ts'

/** What a row of the explorer stands for. */
export interface RowDefinition {
  /** The type, or that of the field. */
  readonly typeName: string
  /** Null for a type. */
  readonly fieldName: string | null
}

/** Returns what a row of the explorer stands for; null for an ID that leads nowhere. */
export function definitionOfRow(schema: GraphQLSchema, rowId: string): RowDefinition | null {
  const path = readRowId(rowId)
  if (path === null) return null
  let type = rootType(schema, path.kind)
  for (const step of path.steps.slice(0, -1)) type = typeAfter(schema, type, step)
  if (type === null) return null
  const last = path.steps.at(-1)
  if (last !== undefined && 'on' in last) return { typeName: last.on, fieldName: null }
  return { typeName: type.name, fieldName: last?.field ?? null }
}
