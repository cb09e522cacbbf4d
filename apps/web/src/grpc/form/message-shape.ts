import {
  type DescField,
  type DescMessage,
  describeField,
  exampleMessage,
  isWrittenAsValue,
} from '@parley/protobuf'
import { typeWords } from '../complete-message.ts'

/** What a form needs to know of a type of messages, as plain data. */
export interface MessageShape {
  /** The name of the type of the whole message. */
  readonly root: string
  /** The fields of the types within it, by their names. A type that is not here is edited as text. */
  readonly types: ReadonlyMap<string, readonly FieldShape[]>
  /** The values of enums, by the names of their types. */
  readonly enums: ReadonlyMap<string, readonly string[]>
}

/** A field of a message. */
export interface FieldShape {
  /** As JSON names it, and as the definition does. */
  readonly name: string
  readonly declaredName: string
  /** As it is declared, without its name: `repeated string`. */
  readonly typeText: string
  /** Its comment; empty if there is none, and long ones are cut. */
  readonly description: string
  readonly isDeprecated: boolean
  /** The group of which only one field is set; null: it is in none. */
  readonly oneof: string | null
  /** Null for a single value. */
  readonly several: 'list' | 'map' | null
  readonly value: ValueShape
}

/** What a value, or each of several ones, is. */
export type ValueShape =
  /** `json` may be anything. */
  | { readonly kind: 'text' | 'number' | 'bool' | 'json'; readonly empty: string }
  | { readonly kind: 'enum'; readonly typeName: string }
  | { readonly kind: 'message'; readonly typeName: string }

/** How many fields and values of enums a shape has, more than anybody fills in by hand. */
const mostNames = 10_000
const longestDescription = 500

/** Returns the shape of a message with the types that it contains. */
export function messageShape(root: DescMessage): MessageShape {
  const types = new Map<string, readonly FieldShape[]>()
  const enums = new Map<string, readonly string[]>()
  // It grows while it is gone through.
  const reached = new Set([root])
  let namesLeft = mostNames
  for (const type of reached) {
    namesLeft -= type.fields.length
    if (namesLeft < 0) break
    types.set(type.typeName, type.fields.map(shapeOfField))
    for (const { message, enum: values } of type.fields) {
      if (message !== undefined && !isWrittenAsValue(message)) reached.add(message)
      if (values === undefined || enums.has(values.typeName) || values.values.length > namesLeft) continue
      namesLeft -= values.values.length
      enums.set(
        values.typeName,
        values.values.map(({ name }) => name),
      )
    }
  }
  return { root: root.typeName, types, enums }
}

function shapeOfField(field: DescField): FieldShape {
  const { signature, description, isDeprecated } = describeField(field)
  const { oneof, fieldKind } = field
  return {
    name: field.jsonName,
    declaredName: field.name,
    typeText: typeWords(signature),
    description: description.slice(0, longestDescription),
    isDeprecated,
    oneof: oneof === undefined || field.proto.proto3Optional ? null : oneof.name,
    several: fieldKind === 'list' || fieldKind === 'map' ? fieldKind : null,
    value: shapeOfValue(field),
  }
}

function shapeOfValue({ message, enum: values, scalar }: DescField): ValueShape {
  if (message !== undefined) return shapeOfMessage(message)
  if (values !== undefined) return { kind: 'enum', typeName: values.typeName }
  if (scalar === stringType || scalar === bytesType) return { kind: 'text', empty: '""' }
  return scalar === boolType ? { kind: 'bool', empty: 'false' } : { kind: 'number', empty: '0' }
}

/** A well-known type that is written as another value than an object is edited as that. */
function shapeOfMessage(message: DescMessage): ValueShape {
  const { typeName } = message
  if (typeName === 'google.protobuf.Any') return { kind: 'json', empty: '{}' }
  if (!isWrittenAsValue(message)) return { kind: 'message', typeName }
  const [wrapped] = message.fields
  if (message.fields.length === 1 && wrapped?.fieldKind === 'scalar') return shapeOfValue(wrapped)
  const empty = exampleMessage(message)
  return { kind: empty.startsWith('"') ? 'text' : 'json', empty }
}

/** `ScalarType.BOOL`, `STRING` and `BYTES` of descriptors. */
const boolType = 8
const stringType = 9
const bytesType = 12
