import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
  print,
} from 'graphql'
import { fieldOf as outputField } from './explorer-types.ts'

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

/** An argument of a field. */
export interface DescribedArgument extends Omit<TypeMember, 'argumentsText' | 'typeName'> {
  readonly typeName: string
  /** As it is written in a schema; empty if there is none, and long ones are cut. */
  readonly defaultText: string
}

/** What the docs show of a field, an input field or an enum value. */
export interface MemberDescription extends Omit<TypeMember, 'argumentsText'> {
  /** Of an input field, as that of an argument. */
  readonly defaultText: string
  /** The first arguments. */
  readonly arguments: readonly DescribedArgument[]
  /** The number of all arguments. */
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

/**
 * Describes a field, an input field or an enum value, named `Book.title`; null for one that the schema does not have.
 */
export function describeMember(schema: GraphQLSchema, path: string): MemberDescription | null {
  const [typeName = '', name = ''] = path.split('.')
  const type = schema.getType(typeName)
  if (type === undefined) return null
  if (isEnumType(type)) {
    const value = type.getValue(name)
    return value ? { ...memberOf(value), ...withoutArguments, typeText: '', typeName: null } : null
  }
  if (isInputObjectType(type)) {
    const field = type.getFields()[name]
    return field === undefined ? null : { ...withoutArguments, ...argumentOf(field) }
  }
  const field = outputField(type, name)
  if (field === null) return null
  return {
    ...fieldOf(field),
    defaultText: '',
    arguments: field.args.slice(0, maximumMembers).map(argumentOf),
    total: field.args.length,
  }
}

const withoutArguments = { defaultText: '', arguments: [], total: 0 } as const

function argumentOf(argument: GraphQLArgument | GraphQLInputField): DescribedArgument {
  return { ...fieldOf(argument), defaultText: shorten(defaultOf(argument)) }
}

function defaultOf({ defaultValue, type, astNode }: GraphQLArgument | GraphQLInputField): string {
  if (defaultValue === undefined) return ''
  if (astNode?.defaultValue) return print(astNode.defaultValue)
  try {
    const value = astFromValue(defaultValue, type)
    return value ? print(value) : ''
  } catch {
    // Only the server knows how its own scalars are written.
    return JSON.stringify(defaultValue)
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
