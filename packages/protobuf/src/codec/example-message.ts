import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'
import { type JsonText, printJsonText } from './json-text.ts'
import { specialKind } from './read-message.ts'

/** Enough for any message that someone fills in by hand. */
const mostFields = 2_000

/**
 * Returns a message as JSON with every field at its default: enums by name, lists and maps with one element, the first
 * member of each oneof. A message within itself is left out.
 */
export function exampleMessage(type: DescMessage): string {
  return printJsonText(exampleOf(type, { path: new Set(), fieldsLeft: mostFields }), true)
}

interface Filling {
  readonly path: ReadonlySet<string>
  fieldsLeft: number
}

function exampleOf(type: DescMessage, filling: Filling): JsonText {
  const special = specialExamples[type.typeName]
  if (special !== undefined) return special
  const [wrapped] = type.fields
  if (specialKind(type) === 'wrapper' && wrapped?.fieldKind === 'scalar')
    return exampleOfScalar(wrapped.scalar)
  const path = new Set([...filling.path, type.typeName])
  const inner = { path, fieldsLeft: filling.fieldsLeft }
  const members: (readonly [string, JsonText])[] = []
  for (const field of type.fields) {
    const isShown = field.oneof === undefined || field.oneof.fields[0] === field
    if (!isShown || isWithin(field, path) || inner.fieldsLeft <= 0) continue
    inner.fieldsLeft -= 1
    members.push([field.jsonName, exampleOfField(field, inner)])
  }
  filling.fieldsLeft = inner.fieldsLeft
  return { members }
}

function isWithin({ message }: DescField, path: ReadonlySet<string>): boolean {
  return message !== undefined && path.has(message.typeName)
}

function exampleOfField(field: DescField, filling: Filling): JsonText {
  const element = exampleOfElement(field, filling)
  if (field.fieldKind === 'list') return { items: [element] }
  if (field.fieldKind !== 'map') return element
  const key = exampleOfScalar(field.mapKey)
  return { members: [[typeof key === 'string' ? key.replaceAll('"', '') : '', element]] }
}

function exampleOfElement(field: DescField, filling: Filling): JsonText {
  if (field.message !== undefined) return exampleOf(field.message, filling)
  if (field.enum !== undefined) return exampleOfEnum(field)
  return exampleOfScalar(field.scalar)
}

function exampleOfEnum({ enum: type }: DescField): JsonText {
  if (type?.typeName === 'google.protobuf.NullValue') return 'null'
  return JSON.stringify(type?.values[0]?.name ?? 0)
}

const longTypes: ReadonlySet<ScalarType> = new Set([
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
  ScalarType.SINT64,
])

function exampleOfScalar(type: ScalarType): JsonText {
  if (type === ScalarType.BOOL) return 'false'
  if (type === ScalarType.STRING || type === ScalarType.BYTES) return '""'
  return longTypes.has(type) ? '"0"' : '0'
}

const nothing: JsonText = { members: [] }

const specialExamples: Readonly<Record<string, JsonText>> = {
  'google.protobuf.Timestamp': '"1970-01-01T00:00:00Z"',
  'google.protobuf.Duration': '"0s"',
  'google.protobuf.FieldMask': '""',
  'google.protobuf.Struct': nothing,
  'google.protobuf.Value': 'null',
  'google.protobuf.ListValue': { items: [] },
  'google.protobuf.Any': nothing,
}
