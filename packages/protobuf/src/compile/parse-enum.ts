import { create } from '@bufbuild/protobuf'
import {
  type EnumDescriptorProto,
  EnumDescriptorProtoSchema,
  EnumValueDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt'
import { type FileParser, nameIn } from './file-parser.ts'
import { parseEnumReserved } from './parse-ranges.ts'

/** Where the values are in the descriptor of an enum. */
const valueField = 2

const numbers = [-(2n ** 31n), 2n ** 31n - 1n] as const

/** Reads `enum NAME { … }`. */
export function parseEnum(parser: FileParser, scope: string): EnumDescriptorProto {
  const { tokens } = parser
  tokens.expect('enum')
  const name = tokens.identifier('the name of an enum')
  const proto = parser.named(create(EnumDescriptorProtoSchema, { name: name.text }), name)
  parser.block(() => {
    if (tokens.looksAt('reserved')) parseEnumReserved(parser, proto)
    else if (tokens.looksAt('option') && !isValueCalledOption(parser))
      parser.optionStatement({ kind: 'enum', proto }, nameIn(scope, name.text))
    else parser.declare(valueField, proto.value.length, () => parseValue(parser, proto, scope))
  })
  if (proto.value.length === 0) parser.refuse('An enum must have at least one value.', name.start)
  return proto
}

function isValueCalledOption({ tokens }: FileParser): boolean {
  return /^\s*=/.test(tokens.text.slice(tokens.token.end, tokens.token.end + 100))
}

/** The names of values are in the scope around the enum. */
function parseValue(parser: FileParser, proto: EnumDescriptorProto, scope: string): void {
  const { tokens } = parser
  const name = tokens.identifier('the name of a value')
  tokens.expect('=')
  const number = Number(tokens.integer('the number of the value', numbers, true))
  const value = parser.named(create(EnumValueDescriptorProtoSchema, { name: name.text, number }), name)
  proto.value.push(value)
  parser.optionList({ kind: 'enumValue', proto: value }, nameIn(scope, name.text))
  tokens.expect(';')
}
