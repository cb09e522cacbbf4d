import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  TypeNameMetaFieldDef,
} from 'graphql'
import type { ExplorerStep, OperationKind } from './row-id.ts'

export type SchemaField = GraphQLField<unknown, unknown>

/** Returns the type of a root; null where the schema does not have it. */
export function rootType(schema: GraphQLSchema, kind: OperationKind): GraphQLNamedType | null {
  const types = {
    query: () => schema.getQueryType(),
    mutation: () => schema.getMutationType(),
    subscription: () => schema.getSubscriptionType(),
  }
  return types[kind]() ?? null
}

/** Returns the fields of a type as the explorer lists them: `__typename` is the last one. */
export function fieldsOf(type: GraphQLNamedType | null): readonly SchemaField[] {
  if (type === null || !isCompositeType(type)) return []
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
  return [...fields, TypeNameMetaFieldDef]
}

/** Returns a field of a type; null where the type does not have it. */
export function fieldOf(type: GraphQLNamedType | null, name: string): SchemaField | null {
  if (type === null || !isCompositeType(type)) return null
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  if (!isObjectType(type) && !isInterfaceType(type)) return null
  return type.getFields()[name] ?? null
}

/** Returns the types for which a selection can have a part of its own. */
export function possibleTypes(
  schema: GraphQLSchema,
  type: GraphQLNamedType | null,
): readonly GraphQLNamedType[] {
  return isAbstractType(type) ? schema.getPossibleTypes(type) : []
}

/** Returns the type that a step leads to; null where the schema does not have it. */
export function typeAfter(
  schema: GraphQLSchema,
  type: GraphQLNamedType | null,
  step: ExplorerStep,
): GraphQLNamedType | null {
  if ('on' in step) return possibleTypes(schema, type).find(({ name }) => name === step.on) ?? null
  const field = fieldOf(type, step.field)
  return field === null ? null : getNamedType(field.type)
}

/** Returns the name of the field that a new selection begins with: `id`, else a field without selection of its own. */
export function firstField(type: GraphQLNamedType): string {
  const simple = fieldsOf(type).filter(
    field =>
      isLeafType(getNamedType(field.type)) &&
      field.deprecationReason == null &&
      !field.args.some(isRequiredArgument),
  )
  const chosen = simple.find(({ name }) => name === 'id') ?? simple[0]
  return chosen?.name ?? TypeNameMetaFieldDef.name
}
