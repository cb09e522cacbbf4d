import { create } from '@bufbuild/protobuf'
import {
  type MethodDescriptorProto,
  MethodDescriptorProtoSchema,
  MethodOptionsSchema,
  type ServiceDescriptorProto,
  ServiceDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt'
import { type FileParser, nameIn } from './file-parser.ts'

/** Where the methods are in the descriptor of a service. */
const methodField = 2

/** Reads `service NAME { … }`. */
export function parseService(parser: FileParser, scope: string): ServiceDescriptorProto {
  const { tokens } = parser
  tokens.expect('service')
  const name = tokens.identifier('the name of a service')
  const service = parser.named(create(ServiceDescriptorProtoSchema, { name: name.text }), name)
  const inner = nameIn(scope, name.text)
  parser.block(() => {
    if (tokens.looksAt('option')) parser.optionStatement({ kind: 'service', proto: service }, inner)
    else
      parser.declare(methodField, service.method.length, () =>
        service.method.push(parseMethod(parser, inner)),
      )
  })
  return service
}

function parseMethod(parser: FileParser, scope: string): MethodDescriptorProto {
  const { tokens } = parser
  tokens.expect('rpc')
  const name = tokens.identifier('the name of a method')
  const method = parser.named(create(MethodDescriptorProtoSchema, { name: name.text }), name)
  const input = parseMethodType(parser)
  tokens.expect('returns')
  const output = parseMethodType(parser)
  method.inputType = input.text
  method.outputType = output.text
  if (input.isStream) method.clientStreaming = true
  if (output.isStream) method.serverStreaming = true
  parser.typeOffsets.set(method, [input.start, output.start])
  if (tokens.looksAt('{')) {
    method.options = create(MethodOptionsSchema)
    parser.block(() => parser.optionStatement({ kind: 'method', proto: method }, nameIn(scope, name.text)))
  } else tokens.expect(';')
  return method
}

function parseMethodType({ tokens }: FileParser) {
  tokens.expect('(')
  const isStream =
    tokens.looksAt('stream') && !/^\s*[.)]/.test(tokens.text.slice(tokens.token.end, tokens.token.end + 100))
  if (isStream) tokens.next()
  const type = tokens.path('a message')
  tokens.expect(')')
  return { ...type, isStream }
}
