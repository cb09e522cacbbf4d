import {
  type DescEnum,
  type DescExtension,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  type FileRegistry,
  ScalarType,
} from '@bufbuild/protobuf'
import { FieldDescriptorProto_Label } from '@bufbuild/protobuf/wkt'
import { commentOf } from './comment-of.ts'

/** Returns a service, method, message, field, enum or extension as a `.proto` file declares it; null if there is none. */
export function describeSymbol(registry: FileRegistry, name: string): string | null {
  const fullName = name.replace(/^\./, '').replace('/', '.')
  const found = registry.get(fullName)
  if (found !== undefined) return linesOf(found).join('\n')
  const dot = fullName.lastIndexOf('.')
  const parent = registry.get(fullName.slice(0, Math.max(dot, 0)))
  const member = fullName.slice(dot + 1)
  if (parent?.kind === 'service') {
    const method = parent.methods.find(one => one.name === member)
    return method === undefined ? null : methodLines(method).join('\n')
  }
  if (parent?.kind === 'message') {
    const field = parent.fields.find(one => one.name === member)
    return field === undefined ? null : fieldLines(field).join('\n')
  }
  return null
}

function linesOf(desc: DescService | DescMessage | DescEnum | DescExtension): readonly string[] {
  switch (desc.kind) {
    case 'service':
      return declaration(desc, `service ${desc.name}`, desc.methods.flatMap(methodLines))
    case 'message':
      return messageLines(desc)
    case 'enum':
      return enumLines(desc)
    case 'extension':
      return [`extend ${desc.extendee.typeName} {`, ...indented(fieldLines(desc)), '}']
  }
}

function declaration(
  desc: DescService | DescMessage | DescEnum,
  head: string,
  members: readonly string[],
): readonly string[] {
  const own = desc.deprecated ? ['option deprecated = true;', ...members] : members
  return [
    ...commentLines(desc),
    ...(own.length === 0 ? [`${head} {}`] : [`${head} {`, ...indented(own), '}']),
  ]
}

function messageLines(desc: DescMessage): readonly string[] {
  const members = desc.members.flatMap(member =>
    member.kind === 'oneof' && !isSynthetic(member.fields)
      ? [`oneof ${member.name} {`, ...indented(member.fields.flatMap(fieldLines)), '}']
      : (member.kind === 'oneof' ? member.fields : [member]).flatMap(fieldLines),
  )
  const nested = [...desc.nestedEnums.flatMap(enumLines), ...desc.nestedMessages.flatMap(messageLines)]
  return declaration(desc, `message ${desc.name}`, [...members, ...nested])
}

/** A field with `optional` of proto3 is in a oneof of its own. */
function isSynthetic(fields: readonly DescField[]): boolean {
  return fields.some(({ proto }) => proto.proto3Optional)
}

function enumLines(desc: DescEnum): readonly string[] {
  const values = desc.values.flatMap(value => [
    ...commentLines(value),
    `${value.name} = ${value.number}${value.deprecated ? ' [deprecated = true]' : ''};`,
  ])
  return declaration(desc, `enum ${desc.name}`, values)
}

function methodLines(method: DescMethod): readonly string[] {
  const { clientStreaming, serverStreaming } = method.proto
  const input = `${clientStreaming ? 'stream ' : ''}.${method.input.typeName}`
  const output = `${serverStreaming ? 'stream ' : ''}.${method.output.typeName}`
  const end = method.deprecated ? ' { option deprecated = true; }' : ';'
  return [...commentLines(method), `rpc ${method.name} (${input}) returns (${output})${end}`]
}

function fieldLines(field: DescField | DescExtension): readonly string[] {
  const end = field.deprecated ? ' [deprecated = true]' : ''
  return [...commentLines(field), `${declaredField(field)}${end};`]
}

/** Returns a field as it is declared, without its options: `repeated int64 ids = 2`. */
export function declaredField(field: DescField | DescExtension): string {
  return `${labelOf(field)}${typeOf(field)} ${field.name} = ${field.number}`
}

function labelOf(field: DescField | DescExtension): string {
  if (field.fieldKind === 'map') return ''
  if (field.fieldKind === 'list') return 'repeated '
  if (field.proto.label === FieldDescriptorProto_Label.REQUIRED) return 'required '
  return field.proto.proto3Optional ? 'optional ' : ''
}

function typeOf(field: DescField | DescExtension): string {
  const element =
    field.message === undefined
      ? field.enum === undefined
        ? scalarName(field.scalar)
        : `.${field.enum.typeName}`
      : `.${field.message.typeName}`
  return field.fieldKind === 'map' ? `map<${scalarName(field.mapKey)}, ${element}>` : element
}

function scalarName(type: ScalarType): string {
  return ScalarType[type].toLowerCase()
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map(line => `  ${line}`)
}

function commentLines(desc: Parameters<typeof commentOf>[0]): readonly string[] {
  const comment = commentOf(desc)
  return comment === '' ? [] : comment.split('\n').map(line => `//${line === '' ? '' : ` ${line}`}`)
}
