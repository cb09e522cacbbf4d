import { create } from '@bufbuild/protobuf'
import {
  type DescriptorProto,
  DescriptorProto_ExtensionRangeSchema,
  DescriptorProto_ReservedRangeSchema,
  type EnumDescriptorProto,
  EnumDescriptorProto_EnumReservedRangeSchema,
} from '@bufbuild/protobuf/wkt'
import type { FileParser } from './file-parser.ts'

const maxFieldNumber = 536_870_911
const maxInt32 = 2_147_483_647

const fieldNumbers = { least: 1, most: maxFieldNumber } as const
const enumNumbers = { least: -maxInt32 - 1, most: maxInt32 } as const
/** Extensions of a message in the message set format may have any number. */
const extensionNumbers = { least: 1, most: maxInt32 - 1 } as const

interface Range {
  readonly start: number
  /** Inclusive; null for `max`. */
  readonly end: number | null
}

/** Reads `reserved …;` of a message. */
export function parseReserved(parser: FileParser, message: DescriptorProto): void {
  parser.tokens.expect('reserved')
  if (readReservedNames(parser, message.reservedName)) return
  for (const { start, end } of readRanges(parser, fieldNumbers))
    message.reservedRange.push(
      create(DescriptorProto_ReservedRangeSchema, { start, end: (end ?? maxFieldNumber) + 1 }),
    )
  parser.tokens.expect(';')
}

/** Reads `reserved …;` of an enum, whose ranges include their ends. */
export function parseEnumReserved(parser: FileParser, proto: EnumDescriptorProto): void {
  parser.tokens.expect('reserved')
  if (readReservedNames(parser, proto.reservedName)) return
  for (const { start, end } of readRanges(parser, enumNumbers))
    proto.reservedRange.push(
      create(EnumDescriptorProto_EnumReservedRangeSchema, { start, end: end ?? maxInt32 }),
    )
  parser.tokens.expect(';')
}

/** Reads `extensions …;`. Its options apply to each of its ranges. */
export function parseExtensions(parser: FileParser, message: DescriptorProto, scope: string): void {
  parser.tokens.expect('extensions')
  const ranges = readRanges(parser, extensionNumbers).map(({ start, end }) =>
    create(DescriptorProto_ExtensionRangeSchema, { start, end: (end ?? maxFieldNumber) + 1 }),
  )
  message.extensionRange.push(...ranges)
  const written = parser.options.length
  const [first, ...others] = ranges
  if (first !== undefined) parser.optionList({ kind: 'extensionRange', proto: first }, scope)
  for (const option of parser.options.slice(written))
    for (const proto of others) parser.options.push({ ...option, owner: { kind: 'extensionRange', proto } })
  parser.tokens.expect(';')
}

/** Editions write names without quotes. */
function readReservedNames({ tokens }: FileParser, names: string[]): boolean {
  const { kind } = tokens.token
  if (kind !== 'string' && kind !== 'identifier') return false
  do {
    names.push(kind === 'string' ? tokens.string('a name').text : tokens.identifier().text)
  } while (tokens.takes(','))
  tokens.expect(';')
  return true
}

function readRanges(
  parser: FileParser,
  { least, most }: { readonly least: number; readonly most: number },
): readonly Range[] {
  const { tokens } = parser
  const limits = [BigInt(least), BigInt(most)] as const
  const ranges: Range[] = []
  do {
    const { start: offset } = tokens.token
    const start = Number(tokens.integer('a number', limits, true))
    const isRange = tokens.takes('to')
    const end = !isRange
      ? start
      : tokens.takes('max')
        ? null
        : Number(tokens.integer('a number', limits, true))
    if (end !== null && end < start) parser.refuse('The range ends before it begins.', offset)
    ranges.push({ start, end })
  } while (tokens.takes(','))
  return ranges
}
