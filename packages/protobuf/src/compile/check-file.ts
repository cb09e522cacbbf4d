import {
  type DescriptorProto,
  type FieldDescriptorProto,
  FieldDescriptorProto_Type,
} from '@bufbuild/protobuf/wkt'
import type { ParsedFile } from './parsed-file.ts'
import type { ProtoProblem } from './proto-problem.ts'
import type { Symbols } from './symbols.ts'
import { visitFields, visitMessages } from './visit-fields.ts'

/** Returns what a linked file declares that no message can have: numbers used twice or reserved, and values that are missing. */
export function checkFile(parsed: ParsedFile, symbols: Symbols): readonly ProtoProblem[] {
  const problems: ProtoProblem[] = []
  const report = (proto: object, message: string) =>
    problems.push(parsed.source.problemAt(parsed.nameOffsets.get(proto) ?? 0, message))
  visitMessages(parsed.proto, message => checkNumbers(message, report))
  visitFields(parsed.proto, field => {
    checkDefault(field, symbols, report)
    checkExtension(field, symbols, report)
  })
  return problems
}

type Report = (proto: object, message: string) => void

function checkNumbers(message: DescriptorProto, report: Report): void {
  const names = new Map<number, string>()
  for (const field of message.field) {
    const { name, number } = field
    const other = names.get(number)
    if (other !== undefined) report(field, `The number ${number} of ${name} is already used by ${other}.`)
    names.set(number, name)
    if (number >= 19_000 && number <= 19_999)
      report(
        field,
        `The numbers from 19000 to 19999 are reserved for Protocol Buffers. ${name} has ${number}.`,
      )
    if (message.reservedName.includes(name)) report(field, `The name ${name} is reserved.`)
    if (message.reservedRange.some(({ start, end }) => number >= start && number < end))
      report(field, `The number ${number} of ${name} is reserved.`)
    if (message.extensionRange.some(({ start, end }) => number >= start && number < end))
      report(field, `The number ${number} of ${name} is reserved for extensions.`)
  }
}

function checkDefault(field: FieldDescriptorProto, symbols: Symbols, report: Report): void {
  if (field.defaultValue === '' || field.type !== FieldDescriptorProto_Type.ENUM) return
  const type = symbols.get(field.typeName.slice(1))
  if (type?.kind !== 'enum' || type.proto.value.some(({ name }) => name === field.defaultValue)) return
  report(field, `The enum ${type.proto.name} has no value ${field.defaultValue}.`)
}

function checkExtension(field: FieldDescriptorProto, symbols: Symbols, report: Report): void {
  const extended = symbols.get(field.extendee.slice(1))
  if (extended?.kind !== 'message') return
  const { name, extensionRange } = extended.proto
  if (extensionRange.some(({ start, end }) => field.number >= start && field.number < end)) return
  report(field, `${name} does not reserve the number ${field.number} for extensions.`)
}
