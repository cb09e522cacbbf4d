import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql'

/** A field, a possible type or an enum value of a type. */
export interface TypeMember {
  readonly name: string
  /** `(first: Int = 10)`; empty for a member without arguments. */
  readonly argumentsText: string
  /** As written; empty for others than fields. */
  readonly typeText: string
  /** The name of the type that the member leads to; null if it leads to none. */
  readonly typeName: string | null
  /** Empty if there is none; long ones are cut. */
  readonly description: string
  readonly deprecationReason: string | null
}

/** What the explorer shows of a type. */
export interface TypeDescription {
  readonly name: string
  readonly kind: 'type' | 'interface' | 'union' | 'enum' | 'input' | 'scalar'
  /** Empty if there is none; long ones are cut. */
  readonly description: string
  /** The first members. */
  readonly members: readonly TypeMember[]
  /** The number of all members. */
  readonly total: number
}

const maximumMembers = 1_000
const longestDescription = 2_000

/** Describes a type of the schema; null for one that it does not have. */
export function describeType(schema: GraphQLSchema, name: string): TypeDescription | null {
  const type = schema.getType(name)
  if (type === undefined) return null
  const members = membersOf(type)
  return {
    name,
    kind: kindOf(type),
    description: shorten(type.description),
    members: members.slice(0, maximumMembers),
    total: members.length,
  }
}

function kindOf(type: GraphQLNamedType): TypeDescription['kind'] {
  if (isScalarType(type)) return 'scalar'
  if (isEnumType(type)) return 'enum'
  if (isInputObjectType(type)) return 'input'
  if (isUnionType(type)) return 'union'
  return isInterfaceType(type) ? 'interface' : 'type'
}

function membersOf(type: GraphQLNamedType): readonly TypeMember[] {
  if (isEnumType(type))
    return type
      .getValues()
      .map(value => ({ ...memberOf(value), argumentsText: '', typeText: '', typeName: null }))
  if (isUnionType(type))
    return type.getTypes().map(one => ({
      ...memberOf(one),
      argumentsText: '',
      typeText: '',
      typeName: one.name,
    }))
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map(field => ({ ...fieldOf(field), argumentsText: '' }))
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).map(field => ({
    ...fieldOf(field),
    argumentsText: field.args.length === 0 ? '' : `(${field.args.map(textOfArgument).join(', ')})`,
  }))
}

interface Described {
  readonly name: string
  readonly description?: string | null | undefined
  readonly deprecationReason?: string | null | undefined
}

function memberOf({ name, description, deprecationReason }: Described) {
  const reason = deprecationReason == null ? null : shorten(deprecationReason)
  return { name, description: shorten(description), deprecationReason: reason }
}

function fieldOf(field: Described & { readonly type: { toString(): string } }) {
  const typeText = String(field.type)
  return { ...memberOf(field), typeText, typeName: typeText.replace(/[[\]!]/g, '') }
}

function textOfArgument({ name, type }: { readonly name: string; readonly type: unknown }): string {
  return `${name}: ${type}`
}

function shorten(text: string | null | undefined): string {
  const whole = text ?? ''
  return whole.length > longestDescription ? `${whole.slice(0, longestDescription)}…` : whole
}
