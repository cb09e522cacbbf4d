import { create } from '@bufbuild/protobuf'
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  MessageOptionsSchema,
  OneofDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt'
import { trimEndOf } from '@parley/model'
import { type FileParser, nameIn } from './file-parser.ts'
import { parseEnum } from './parse-enum.ts'
import { parseFieldOptions, parseLabel, parseNameAndNumber, parseType } from './parse-field.ts'
import { parseExtensions, parseReserved } from './parse-ranges.ts'

/** The field numbers of lists in descriptors, of which the paths of positions consist. */
const inMessage = { field: 2, nested: 3, enum: 4, extension: 6, oneof: 8 } as const

/** What holds the fields that a statement declares. */
interface FieldPlace {
  readonly fields: FieldDescriptorProto[]
  readonly nested: DescriptorProto[]
  /** The numbers of both lists in the descriptor. */
  readonly path: { readonly field: number; readonly nested: number }
  readonly scope: string
  readonly extendee?: { readonly text: string; readonly start: number }
  readonly oneofIndex?: number
}

/** Reads `message NAME { … }`. */
export function parseMessage(parser: FileParser, scope: string): DescriptorProto {
  parser.tokens.expect('message')
  const name = parser.tokens.identifier('the name of a message')
  const message = parser.named(create(DescriptorProtoSchema, { name: name.text }), name)
  parseBody(parser, message, nameIn(scope, name.text))
  return message
}

function parseBody(parser: FileParser, message: DescriptorProto, scope: string): void {
  const place: FieldPlace = {
    fields: message.field,
    nested: message.nestedType,
    path: inMessage,
    scope,
  }
  parser.nest(() => parser.block(() => parseMember(parser, message, place)))
  if (isMessageSet(parser, message)) widenExtensions(message)
  addSyntheticOneofs(message)
}

function parseMember(parser: FileParser, message: DescriptorProto, place: FieldPlace): void {
  const { scope } = place
  switch (parser.tokens.token.text) {
    case 'message':
      parser.declare(inMessage.nested, message.nestedType.length, () =>
        message.nestedType.push(parseMessage(parser, scope)),
      )
      return
    case 'enum':
      parser.declare(inMessage.enum, message.enumType.length, () =>
        message.enumType.push(parseEnum(parser, scope)),
      )
      return
    case 'extend':
      parseExtend(parser, {
        fields: message.extension,
        nested: message.nestedType,
        path: { field: inMessage.extension, nested: inMessage.nested },
        scope,
      })
      return
    case 'oneof':
      parseOneof(parser, message, place)
      return
    case 'option':
      parser.optionStatement({ kind: 'message', proto: message }, scope)
      return
    case 'reserved':
      parseReserved(parser, message)
      return
    case 'extensions':
      parseExtensions(parser, message, scope)
      return
  }
  parseField(parser, place)
}

/** Reads `extend TYPE { … }`. */
export function parseExtend(parser: FileParser, place: FieldPlace): void {
  parser.tokens.expect('extend')
  const extendee = parser.tokens.path('the message that is extended')
  parser.block(() => parseField(parser, { ...place, extendee }))
}

function parseOneof(parser: FileParser, message: DescriptorProto, place: FieldPlace): void {
  const oneofIndex = message.oneofDecl.length
  parser.declare(inMessage.oneof, oneofIndex, () => {
    parser.tokens.expect('oneof')
    const name = parser.tokens.identifier('the name of a oneof')
    const oneof = parser.named(create(OneofDescriptorProtoSchema, { name: name.text }), name)
    message.oneofDecl.push(oneof)
    parser.block(() => {
      if (parser.tokens.looksAt('option'))
        parser.optionStatement({ kind: 'oneof', proto: oneof }, nameIn(place.scope, name.text))
      else parseField(parser, { ...place, oneofIndex })
    })
  })
}

/** Reads a field, a group or a map. */
function parseField(parser: FileParser, place: FieldPlace): void {
  parser.declare(place.path.field, place.fields.length, () => {
    const { tokens } = parser
    const labelAt = tokens.token.start
    const label = parseLabel(parser)
    if (label !== undefined && place.oneofIndex !== undefined)
      parser.refuse('A field of a oneof cannot have a label.', labelAt)
    if (label === undefined && place.oneofIndex === undefined && parser.syntax === 'proto2' && !isMap(parser))
      tokens.fail('"optional", "required" or "repeated"')
    const field = isMap(parser) ? parseMap(parser, place, label) : parseTyped(parser, place)
    if (label !== undefined) field.label = label
    else if (field.label !== FieldDescriptorProto_Label.REPEATED)
      field.label = FieldDescriptorProto_Label.OPTIONAL
    if (label === FieldDescriptorProto_Label.OPTIONAL && parser.syntax === 'proto3')
      field.proto3Optional = true
    if (label === FieldDescriptorProto_Label.REQUIRED && parser.syntax !== 'proto2')
      parser.refuse('Only proto2 has required fields.', labelAt)
  })
}

function parseTyped(parser: FileParser, place: FieldPlace): FieldDescriptorProto {
  const isGroup = parser.tokens.looksAt('group')
  const field = isGroup ? parseGroupHead(parser) : parseType(parser)
  const nameAt = parser.tokens.token
  parseNameAndNumber(parser, field, place.extendee !== undefined)
  if (place.oneofIndex !== undefined) field.oneofIndex = place.oneofIndex
  if (place.extendee !== undefined) {
    field.extendee = place.extendee.text
    const [type = nameAt.start] = parser.typeOffsets.get(field) ?? []
    parser.typeOffsets.set(field, [type, place.extendee.start])
  }
  place.fields.push(field)
  if (!isGroup) {
    parseFieldOptions(parser, field, nameIn(place.scope, field.name))
    parser.tokens.expect(';')
    return field
  }
  const name = field.name
  if (!/^[A-Z]/.test(name)) parser.refuse('The name of a group begins with a capital letter.', nameAt.start)
  field.typeName = name
  field.name = name.toLowerCase()
  field.jsonName = field.name
  parser.typeOffsets.set(field, parser.typeOffsets.get(field) ?? [nameAt.start])
  parseFieldOptions(parser, field, nameIn(place.scope, field.name))
  const message = parser.named(create(DescriptorProtoSchema, { name }), nameAt)
  parser.declare(place.path.nested, place.nested.length, () => {
    place.nested.push(message)
    parseBody(parser, message, nameIn(place.scope, name))
  })
  return field
}

function parseGroupHead(parser: FileParser): FieldDescriptorProto {
  const { start } = parser.tokens.expect('group')
  if (parser.syntax !== 'proto2') parser.refuse('Only proto2 has groups.', start)
  return create(FieldDescriptorProtoSchema, { type: FieldDescriptorProto_Type.GROUP })
}

/** A type may be called `map` as well, but then no angle bracket follows. */
function isMap({ tokens }: FileParser): boolean {
  return tokens.looksAt('map') && /^\s*</.test(tokens.text.slice(tokens.token.end, tokens.token.end + 100))
}

const keyTypes: ReadonlySet<FieldDescriptorProto_Type> = new Set([
  FieldDescriptorProto_Type.INT64,
  FieldDescriptorProto_Type.UINT64,
  FieldDescriptorProto_Type.INT32,
  FieldDescriptorProto_Type.FIXED64,
  FieldDescriptorProto_Type.FIXED32,
  FieldDescriptorProto_Type.BOOL,
  FieldDescriptorProto_Type.STRING,
  FieldDescriptorProto_Type.UINT32,
  FieldDescriptorProto_Type.SFIXED32,
  FieldDescriptorProto_Type.SFIXED64,
  FieldDescriptorProto_Type.SINT32,
  FieldDescriptorProto_Type.SINT64,
])

/** Reads `map<KEY, VALUE> NAME = NUMBER;`, which is a list of entries on the wire. */
function parseMap(
  parser: FileParser,
  place: FieldPlace,
  label: FieldDescriptorProto_Label | undefined,
): FieldDescriptorProto {
  const { tokens } = parser
  const { start } = tokens.expect('map')
  if (label !== undefined || place.oneofIndex !== undefined || place.extendee !== undefined)
    parser.refuse('A map cannot have a label, be in a oneof, or be an extension.', start)
  tokens.expect('<')
  const keyAt = tokens.token.start
  const key = parseType(parser)
  if (!keyTypes.has(key.type) || key.typeName !== '')
    parser.refuse('The key of a map must be an integer, a bool or a string.', keyAt)
  tokens.expect(',')
  const value = parseType(parser)
  tokens.expect('>')
  const field = create(FieldDescriptorProtoSchema, {
    type: FieldDescriptorProto_Type.MESSAGE,
    label: FieldDescriptorProto_Label.REPEATED,
  })
  parseNameAndNumber(parser, field)
  place.fields.push(field)
  parseFieldOptions(parser, field, nameIn(place.scope, field.name))
  tokens.expect(';')
  const name = `${capitalized(field.name)}Entry`
  field.typeName = name
  parser.typeOffsets.set(field, [start])
  const entry = create(DescriptorProtoSchema, {
    name,
    field: [entryField(key, 'key', 1), entryField(value, 'value', 2)],
    options: create(MessageOptionsSchema, { mapEntry: true }),
  })
  parser.nameOffsets.set(entry, start)
  place.nested.push(entry)
  return field
}

function entryField(field: FieldDescriptorProto, name: string, number: number): FieldDescriptorProto {
  field.name = name
  field.jsonName = name
  field.number = number
  field.label = FieldDescriptorProto_Label.OPTIONAL
  return field
}

function capitalized(name: string): string {
  return trimEndOf(
    name.replace(/(?:^|_+)(.)/g, (_, first: string) => first.toUpperCase()),
    '_',
  )
}

function isMessageSet({ options }: FileParser, message: DescriptorProto): boolean {
  return options.some(
    ({ owner, name: [part], value }) =>
      owner.proto === message && part?.name === 'message_set_wire_format' && value === 'true',
  )
}

/** The extensions of a message set may have any number. */
function widenExtensions(message: DescriptorProto): void {
  for (const range of message.extensionRange) if (range.end === 536_870_912) range.end = 2_147_483_647
}

/** A field with `optional` of proto3 is the only member of a oneof, which follows those that are written. */
function addSyntheticOneofs(message: DescriptorProto): void {
  const taken = new Set([...message.field, ...message.oneofDecl].map(({ name }) => name))
  for (const field of message.field) {
    if (!field.proto3Optional) continue
    let name = field.name.startsWith('_') ? field.name : `_${field.name}`
    while (taken.has(name)) name = `X${name}`
    taken.add(name)
    field.oneofIndex = message.oneofDecl.length
    message.oneofDecl.push(create(OneofDescriptorProtoSchema, { name }))
  }
}
