import {
  create,
  type DescField,
  type DescMessage,
  fromBinary,
  type Registry,
  ScalarType,
  toJson,
  type UnknownField,
} from '@bufbuild/protobuf'
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect'
import { BinaryReader, base64Encode, WireType } from '@bufbuild/protobuf/wire'
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt'
import { failed, ok, type Result } from '@parley/model'
import { messageOf } from '../registry/open-registry.ts'
import { type JsonText, jsonTextOf, printJsonText } from './json-text.ts'
import { specialKind } from './read-message.ts'

/** How messages are shown. */
export interface MessageStyle {
  /** Whether fields that are not set are shown with their defaults. */
  readonly showsDefaults?: boolean
  /** Whether it has several lines. */
  readonly isIndented?: boolean
}

/**
 * Returns a message as JSON (the ProtoJSON format): 64-bit integers and bytes as text, enums by name, fields that the type
 * does not know by their numbers. Fails with a sentence if the bytes are no such message.
 */
export function decodeMessage(
  type: DescMessage,
  bytes: Uint8Array,
  registry: Registry,
  { showsDefaults = false, isIndented = false }: MessageStyle = {},
): Result<string, string> {
  try {
    const message = reflect(type, fromBinary(type, bytes))
    return ok(printJsonText(writeMessage(message, { registry, showsDefaults }), isIndented))
  } catch (error) {
    return failed(`The message cannot be read as ${type.typeName}: ${messageOf(error)}.`)
  }
}

interface Writing {
  readonly registry: Registry
  readonly showsDefaults: boolean
}

function writeMessage(message: ReflectMessage, writing: Writing): JsonText {
  const { desc } = message
  if (desc.typeName === 'google.protobuf.Any') return writeAny(message, writing)
  if (specialKind(desc) !== null) return writeSpecial(message)
  const members: (readonly [string, JsonText])[] = []
  for (const field of message.sortedFields)
    if (message.isSet(field) || (writing.showsDefaults && hasShownDefault(field)))
      members.push([field.jsonName, writeField(message, field, writing)])
  members.push(...writeUnknown(message, writing))
  return { members }
}

function hasShownDefault(field: DescField): boolean {
  if (field.fieldKind === 'list' || field.fieldKind === 'map') return true
  return field.fieldKind !== 'message' && field.presence === FeatureSet_FieldPresence.IMPLICIT
}

function writeField(message: ReflectMessage, field: DescField, writing: Writing): JsonText {
  switch (field.fieldKind) {
    case 'scalar':
      return writeScalar(field.scalar, message.get(field))
    case 'enum':
      return writeEnum(field, message.get(field))
    case 'message':
      return writeMessage(message.get(field), writing)
    case 'list':
      return { items: [...message.get(field)].map(item => writeElement(field, item, writing)) }
    case 'map':
      return {
        members: [...message.get(field)].map(([key, value]) => [
          String(key),
          writeElement(field, value, writing),
        ]),
      }
  }
}

function writeElement(
  field: DescField & { fieldKind: 'list' | 'map' },
  value: unknown,
  writing: Writing,
): JsonText {
  if (field.scalar !== undefined) return writeScalar(field.scalar, value)
  if (field.enum !== undefined) return writeEnum(field, value)
  return isReflected(value) ? writeMessage(value, writing) : 'null'
}

function isReflected(value: unknown): value is ReflectMessage {
  return typeof value === 'object' && value !== null && 'desc' in value
}

function writeEnum({ enum: type }: DescField, value: unknown): JsonText {
  if (type?.typeName === 'google.protobuf.NullValue') return 'null'
  const known = typeof value === 'number' ? type?.value[value] : undefined
  return known === undefined ? String(value) : JSON.stringify(known.name)
}

function writeScalar(type: ScalarType, value: unknown): JsonText {
  if (value instanceof Uint8Array) return JSON.stringify(base64Encode(value))
  if (typeof value === 'bigint') return `"${value}"`
  if (typeof value !== 'number') return JSON.stringify(value) ?? 'null'
  if (!Number.isFinite(value)) return JSON.stringify(String(value))
  if (Object.is(value, -0)) return '-0'
  return String(type === ScalarType.FLOAT ? shortestSingle(value) : value)
}

/** Returns the number with the fewest digits that is the same in single precision. */
function shortestSingle(value: number): number {
  for (let digits = 6; digits <= 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

function writeSpecial(message: ReflectMessage): JsonText {
  const [field] = message.fields
  if (specialKind(message.desc) === 'wrapper' && field?.fieldKind === 'scalar')
    return writeScalar(field.scalar, message.get(field))
  return jsonTextOf(toJson(message.desc, message.message))
}

/** The content of an unknown type is shown as its bytes. */
function writeAny(any: ReflectMessage, writing: Writing): JsonText {
  const [urlField, valueField] = any.fields
  const url = urlField === undefined ? '' : String(any.get(urlField))
  const bytes = valueField === undefined ? undefined : any.get(valueField)
  if (!(bytes instanceof Uint8Array) || (url === '' && bytes.byteLength === 0)) return { members: [] }
  const type = writing.registry.getMessage(url.slice(url.lastIndexOf('/') + 1))
  const typeMember = ['@type', JSON.stringify(url)] as const
  if (type === undefined) return { members: [typeMember, ['value', JSON.stringify(base64Encode(bytes))]] }
  const content = writeMessage(reflect(type, fromBinary(type, bytes)), writing)
  if (typeof content === 'string' || 'items' in content || specialKind(type) !== null)
    return { members: [typeMember, ['value', content]] }
  return { members: [typeMember, ...content.members] }
}

/** Extensions by their names, other fields by their numbers. */
function writeUnknown(
  message: ReflectMessage,
  { registry }: Writing,
): readonly (readonly [string, JsonText])[] {
  const unknown = message.getUnknown() ?? []
  if (unknown.length === 0) return []
  const isExtension = ({ no }: UnknownField) => registry.getExtensionFor(message.desc, no) !== undefined
  const extensions = create(message.desc)
  extensions.$unknown = unknown.filter(isExtension)
  const known = jsonTextOf(toJson(message.desc, extensions, { registry }))
  const byNumber = new Map<number, JsonText[]>()
  for (const field of unknown.filter(one => !isExtension(one)))
    byNumber.set(field.no, [...(byNumber.get(field.no) ?? []), writeUnknownValue(field)])
  return [
    ...(typeof known === 'object' && 'members' in known ? known.members : []),
    ...[...byNumber].map(([no, values]) => {
      const [first = 'null'] = values
      return [String(no), values.length === 1 ? first : { items: values }] as const
    }),
  ]
}

function writeUnknownValue({ wireType, data }: UnknownField): JsonText {
  const reader = new BinaryReader(data)
  switch (wireType) {
    case WireType.Varint:
      return `"${reader.uint64()}"`
    case WireType.Bit64:
      return `"${reader.fixed64()}"`
    case WireType.Bit32:
      return String(reader.fixed32())
    case WireType.LengthDelimited:
      return JSON.stringify(base64Encode(reader.bytes()))
    case WireType.StartGroup:
    case WireType.EndGroup:
      return JSON.stringify(base64Encode(data))
  }
}
