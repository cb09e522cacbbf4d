import { clearField, create } from '@bufbuild/protobuf'
import {
  Edition,
  FileDescriptorProtoSchema,
  type MethodDescriptorProto,
  MethodDescriptorProtoSchema,
  MethodOptionsSchema,
  type ServiceDescriptorProto,
  ServiceDescriptorProtoSchema,
  SourceCodeInfoSchema,
} from '@bufbuild/protobuf/wkt'
import { failed, ok, type Result } from '@parley/model'
import { FileParser, nameIn } from './file-parser.ts'
import { parseEnum } from './parse-enum.ts'
import { parseExtend, parseMessage } from './parse-message.ts'
import type { ParsedFile } from './parsed-file.ts'
import type { ProtoProblem } from './proto-problem.ts'
import { ProtoSyntaxError, SourceText } from './source-text.ts'

/** The field numbers of lists in the descriptor of a file. */
const inFile = { message: 4, enum: 5, service: 6, extension: 7 } as const

const editions: Readonly<Record<string, Edition>> = { '2023': Edition.EDITION_2023 }

/** Reads the text of a `.proto` file: proto2, proto3 or edition 2023. The first error of its grammar ends it. */
export function parseFile(name: string, text: string): Result<ParsedFile, ProtoProblem> {
  const source = new SourceText(name, text)
  try {
    const proto = create(FileDescriptorProtoSchema, { name })
    const parser = new FileParser(source, proto)
    parseSyntax(parser)
    while (parser.tokens.token.kind !== 'end') if (!parser.tokens.takes(';')) parseStatement(parser)
    // Descriptors name no syntax that is the default.
    if (proto.syntax === 'proto2') clearField(proto, FileDescriptorProtoSchema.field.syntax)
    proto.sourceCodeInfo = create(SourceCodeInfoSchema, { location: parser.locations })
    const { imports, options, nameOffsets, typeOffsets } = parser
    return ok({ source, proto, imports, options, nameOffsets, typeOffsets })
  } catch (error) {
    if (!(error instanceof ProtoSyntaxError)) throw error
    return failed(source.problemAt(error.offset, error.message))
  }
}

/** A file without a syntax is proto2. */
function parseSyntax(parser: FileParser): void {
  const { tokens, file } = parser
  file.syntax = 'proto2'
  if (tokens.takes('edition')) {
    tokens.expect('=')
    const { text, start } = tokens.string('an edition')
    const edition = editions[text]
    if (edition === undefined) parser.refuse(`The edition ${text} is not supported. Use 2023.`, start)
    file.syntax = 'editions'
    file.edition = edition
    tokens.expect(';')
  } else if (tokens.takes('syntax')) {
    tokens.expect('=')
    const { text, start } = tokens.string('a syntax')
    if (text !== 'proto2' && text !== 'proto3')
      parser.refuse(`The syntax ${text} is unknown. Use proto2 or proto3.`, start)
    file.syntax = text
    tokens.expect(';')
  }
}

function parseStatement(parser: FileParser): void {
  const { tokens, file } = parser
  switch (tokens.token.text) {
    case 'import':
      parseImport(parser)
      return
    case 'package':
      parsePackage(parser)
      return
    case 'option':
      parser.optionStatement({ kind: 'file', proto: file }, file.package)
      return
    case 'message':
      parser.declare(inFile.message, file.messageType.length, () =>
        file.messageType.push(parseMessage(parser, file.package)),
      )
      return
    case 'enum':
      parser.declare(inFile.enum, file.enumType.length, () =>
        file.enumType.push(parseEnum(parser, file.package)),
      )
      return
    case 'service':
      parser.declare(inFile.service, file.service.length, () =>
        file.service.push(parseService(parser, file.package)),
      )
      return
    case 'extend':
      parseExtend(parser, {
        fields: file.extension,
        nested: file.messageType,
        path: { field: inFile.extension, nested: inFile.message },
        scope: file.package,
      })
      return
  }
  tokens.fail('"message", "enum", "service", "extend", "import", "package" or "option"')
}

function parseImport({ tokens, file, imports }: FileParser): void {
  tokens.expect('import')
  const kind = tokens.takes('public') ? 'public' : tokens.takes('weak') ? 'weak' : ''
  const { text, start } = tokens.string('the path of a file')
  const index = file.dependency.length
  if (kind === 'public') file.publicDependency.push(index)
  if (kind === 'weak') file.weakDependency.push(index)
  file.dependency.push(text)
  imports.push({ path: text, offset: start })
  tokens.expect(';')
}

function parsePackage(parser: FileParser): void {
  const { tokens, file } = parser
  const { start } = tokens.expect('package')
  if (file.package !== '') parser.refuse('A file can have only one package.', start)
  file.package = tokens.path('the name of a package').text
  tokens.expect(';')
}

/** Where the methods are in the descriptor of a service. */
const methodField = 2

/** Reads `service NAME { … }`. */
function parseService(parser: FileParser, scope: string): ServiceDescriptorProto {
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
