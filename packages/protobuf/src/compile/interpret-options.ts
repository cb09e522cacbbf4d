import {
  create,
  createFileRegistry,
  type DescMessage,
  type FileRegistry,
  type Message,
} from '@bufbuild/protobuf'
import { mergeFromText } from '@bufbuild/protobuf/txtpb'
import {
  EnumOptionsSchema,
  EnumValueOptionsSchema,
  ExtensionRangeOptionsSchema,
  FieldOptionsSchema,
  type FileDescriptorProto,
  FileDescriptorSetSchema,
  FileOptionsSchema,
  MessageOptionsSchema,
  MethodOptionsSchema,
  OneofOptionsSchema,
  ServiceOptionsSchema,
  UninterpretedOption_NamePartSchema,
  UninterpretedOptionSchema,
} from '@bufbuild/protobuf/wkt'
import type { OptionKind, ParsedFile, ParsedOption } from './parsed-file.ts'
import type { ProtoProblem } from './proto-problem.ts'
import type { Definition, Symbols } from './symbols.ts'

const schemas: Readonly<Record<OptionKind, DescMessage>> = {
  file: FileOptionsSchema,
  message: MessageOptionsSchema,
  field: FieldOptionsSchema,
  oneof: OneofOptionsSchema,
  extensionRange: ExtensionRangeOptionsSchema,
  enum: EnumOptionsSchema,
  enumValue: EnumValueOptionsSchema,
  service: ServiceOptionsSchema,
  method: MethodOptionsSchema,
}

const extensions: ReadonlySet<Definition['kind']> = new Set(['extension'])

/**
 * Sets the options of descriptors from their text. Those that every file has come first, as they decide how the types of the
 * others are read. An option that is not known is kept uninterpreted, and is a warning.
 */
export function interpretOptions(
  files: readonly ParsedFile[],
  all: readonly FileDescriptorProto[],
  symbols: Symbols,
): readonly ProtoProblem[] {
  const warnings: ProtoProblem[] = []
  const custom: (readonly [ParsedFile, ParsedOption])[] = []
  for (const file of files)
    for (const option of file.options)
      if (option.name.some(part => part.isExtension)) custom.push([file, option])
      else interpret(file, option, { symbols, warnings })
  if (custom.length === 0) return warnings
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...all] }))
  for (const [file, option] of custom) interpret(file, option, { symbols, warnings, registry })
  return warnings
}

interface Interpretation {
  readonly symbols: Symbols
  readonly warnings: ProtoProblem[]
  readonly registry?: FileRegistry
}

/** The text format of Protocol Buffers merges values as options are merged. */
function interpret(
  file: ParsedFile,
  option: ParsedOption,
  { symbols, warnings, registry }: Interpretation,
): void {
  const schema = schemas[option.owner.kind]
  const options = optionsOf(option.owner.proto, schema)
  const text = textOf(option, file.proto.name, symbols)
  try {
    if (text === null) throw new Error('it was not found')
    // A value that is refused must not leave a part of itself.
    mergeFromText(schema, create(schema), text, { registry })
    mergeFromText(schema, options, text, { registry })
  } catch {
    const name = option.name.map(part => (part.isExtension ? `(${part.name})` : part.name)).join('.')
    keepUninterpreted(options, option)
    warnings.push(file.source.problemAt(option.offset, `The option ${name} or its value is unknown.`))
  }
}

/** Returns `[full.name] { field: value }`; null if an extension was not found. */
function textOf({ name, value, scope }: ParsedOption, file: string, symbols: Symbols): string | null {
  const parts = name.map(part => {
    if (!part.isExtension) return part.name
    const fullName = symbols.resolve(part.name, scope, file, extensions)
    return fullName === null ? null : `[${fullName}]`
  })
  if (parts.includes(null)) return null
  const isAggregate = value.startsWith('{')
  const last = `${parts.at(-1)}${isAggregate ? ' ' : ': '}${value}`
  return parts.slice(0, -1).reduceRight((inner, part) => `${part} { ${inner} }`, last)
}

interface WithOptions {
  options?: Message
}

function optionsOf(owner: WithOptions, schema: DescMessage): Message {
  owner.options ??= create(schema)
  return owner.options
}

function keepUninterpreted(options: Message, { name, value }: ParsedOption): void {
  if (!('uninterpretedOption' in options) || !Array.isArray(options.uninterpretedOption)) return
  const isAggregate = value.startsWith('{')
  options.uninterpretedOption.push(
    create(UninterpretedOptionSchema, {
      name: name.map(({ name: namePart, isExtension }) =>
        create(UninterpretedOption_NamePartSchema, { namePart, isExtension }),
      ),
      ...(isAggregate ? { aggregateValue: value.slice(1, -1) } : { identifierValue: value }),
    }),
  )
}
