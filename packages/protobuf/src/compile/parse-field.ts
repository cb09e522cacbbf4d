import { create } from '@bufbuild/protobuf'
import { protoCamelCase } from '@bufbuild/protobuf/reflect'
import {
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt'
import type { FileParser } from './file-parser.ts'
import { escapeBytes } from './string-literal.ts'
import { integerOf } from './token-reader.ts'

const scalarTypes: ReadonlyMap<string, FieldDescriptorProto_Type> = new Map([
  ['double', FieldDescriptorProto_Type.DOUBLE],
  ['float', FieldDescriptorProto_Type.FLOAT],
  ['int64', FieldDescriptorProto_Type.INT64],
  ['uint64', FieldDescriptorProto_Type.UINT64],
  ['int32', FieldDescriptorProto_Type.INT32],
  ['fixed64', FieldDescriptorProto_Type.FIXED64],
  ['fixed32', FieldDescriptorProto_Type.FIXED32],
  ['bool', FieldDescriptorProto_Type.BOOL],
  ['string', FieldDescriptorProto_Type.STRING],
  ['bytes', FieldDescriptorProto_Type.BYTES],
  ['uint32', FieldDescriptorProto_Type.UINT32],
  ['sfixed32', FieldDescriptorProto_Type.SFIXED32],
  ['sfixed64', FieldDescriptorProto_Type.SFIXED64],
  ['sint32', FieldDescriptorProto_Type.SINT32],
  ['sint64', FieldDescriptorProto_Type.SINT64],
])

const labels: ReadonlyMap<string, FieldDescriptorProto_Label> = new Map([
  ['optional', FieldDescriptorProto_Label.OPTIONAL],
  ['required', FieldDescriptorProto_Label.REQUIRED],
  ['repeated', FieldDescriptorProto_Label.REPEATED],
])

const fieldNumbers = [1n, 536_870_911n] as const
/** Extensions of a message in the message set format may have any number. */
const extensionNumbers = [1n, 2_147_483_646n] as const

/** Reads `optional`, `required` or `repeated`; undefined if the field has none. */
export function parseLabel({ tokens }: FileParser): FieldDescriptorProto_Label | undefined {
  const label = labels.get(tokens.token.text)
  if (label !== undefined) tokens.next()
  return label
}

/** Returns a new field with a type, which is its full name later if it is no scalar type. */
export function parseType(parser: FileParser): FieldDescriptorProto {
  const { tokens } = parser
  const type = scalarTypes.get(tokens.token.text)
  if (type !== undefined) {
    tokens.next()
    return create(FieldDescriptorProtoSchema, { type })
  }
  const { text, start } = tokens.path('a type')
  const field = create(FieldDescriptorProtoSchema, { typeName: text })
  parser.typeOffsets.set(field, [start])
  return field
}

/** Reads name and number. */
export function parseNameAndNumber(
  parser: FileParser,
  field: FieldDescriptorProto,
  isExtension = false,
): void {
  const { tokens } = parser
  const name = tokens.identifier('the name of a field')
  field.name = name.text
  field.jsonName = protoCamelCase(name.text)
  parser.named(field, name)
  tokens.expect('=')
  field.number = Number(
    tokens.integer('the number of the field', isExtension ? extensionNumbers : fieldNumbers),
  )
}

/** Reads the options of a field, its default and its name in JSON among them. */
export function parseFieldOptions(parser: FileParser, field: FieldDescriptorProto, scope: string): void {
  const { tokens } = parser
  parser.optionList({ kind: 'field', proto: field }, scope, name => {
    if (name !== 'default' && name !== 'json_name') return false
    tokens.next()
    tokens.expect('=')
    if (name === 'json_name') field.jsonName = tokens.string('the name of the field in JSON').text
    else field.defaultValue = parseDefault(parser, typeOfDefault(field))
    return true
  })
}

/** A type that is not known yet can have a default only if it is an enum. */
function typeOfDefault({ type, typeName }: FieldDescriptorProto): FieldDescriptorProto_Type {
  return typeName === '' ? type : FieldDescriptorProto_Type.ENUM
}

/** Returns the text of a default as descriptors have it. 64-bit numbers are exact. */
function parseDefault(parser: FileParser, type: FieldDescriptorProto_Type): string {
  const { tokens } = parser
  switch (type) {
    case FieldDescriptorProto_Type.STRING:
      return tokens.string('a string').text
    case FieldDescriptorProto_Type.BYTES:
      return escapeBytes(tokens.bytes('a string').bytes)
    case FieldDescriptorProto_Type.DOUBLE:
    case FieldDescriptorProto_Type.FLOAT:
      return parseFloatDefault(parser)
    case FieldDescriptorProto_Type.BOOL: {
      const { text } = tokens.token
      return text === 'true' || text === 'false' ? tokens.next().text : tokens.fail('true or false')
    }
    case FieldDescriptorProto_Type.INT32:
    case FieldDescriptorProto_Type.SINT32:
    case FieldDescriptorProto_Type.SFIXED32:
      return String(tokens.integer('a number', [-(2n ** 31n), 2n ** 31n - 1n], true))
    case FieldDescriptorProto_Type.INT64:
    case FieldDescriptorProto_Type.SINT64:
    case FieldDescriptorProto_Type.SFIXED64:
      return String(tokens.integer('a number', [-(2n ** 63n), 2n ** 63n - 1n], true))
    case FieldDescriptorProto_Type.UINT32:
    case FieldDescriptorProto_Type.FIXED32:
      return String(tokens.integer('a number', [0n, 2n ** 32n - 1n]))
    case FieldDescriptorProto_Type.UINT64:
    case FieldDescriptorProto_Type.FIXED64:
      return String(tokens.integer('a number', [0n, 2n ** 64n - 1n]))
    case FieldDescriptorProto_Type.ENUM:
    case FieldDescriptorProto_Type.MESSAGE:
      return tokens.identifier('the name of a value').text
    case FieldDescriptorProto_Type.GROUP:
      return parser.refuse('A message field cannot have a default.')
  }
}

function parseFloatDefault({ tokens }: FileParser): string {
  const sign = tokens.takes('-') ? '-' : ''
  const { kind, text } = tokens.token
  if (text === 'inf' || text === 'nan') return `${sign}${tokens.next().text}`
  if (kind !== 'integer' && kind !== 'float') tokens.fail('a number')
  const token = tokens.next()
  const value = kind === 'integer' ? Number(integerOf(token)) : Number(token.text)
  return `${sign}${Number.isFinite(value) ? value : 'inf'}`
}
