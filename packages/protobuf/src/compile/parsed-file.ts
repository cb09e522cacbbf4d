import type { FileDescriptorProto } from '@bufbuild/protobuf/wkt'
import type { SourceText } from './source-text.ts'

/** A `.proto` file as its text has it: names of types as written, options not interpreted. */
export interface ParsedFile {
  readonly source: SourceText
  readonly proto: FileDescriptorProto
  readonly imports: readonly ParsedImport[]
  readonly options: readonly ParsedOption[]
  /** Where the name of a declaration is. */
  readonly nameOffsets: ReadonlyMap<object, number>
  /** Where the types of a field or a method are: type and extendee, or input and output. */
  readonly typeOffsets: ReadonlyMap<object, readonly number[]>
}

export interface ParsedImport {
  readonly path: string
  readonly offset: number
}

/** An option as written. */
export interface ParsedOption {
  readonly owner: OptionOwner
  /** The full name of the declaration that has the option, from which relative names are found. */
  readonly scope: string
  readonly name: readonly OptionNamePart[]
  /** The text of the value; of an aggregate with its braces. */
  readonly value: string
  readonly offset: number
}

/** A descriptor that can have options, and the type of those. */
export interface OptionOwner {
  readonly kind: OptionKind
  readonly proto: object
}

export type OptionKind =
  | 'file'
  | 'message'
  | 'field'
  | 'oneof'
  | 'extensionRange'
  | 'enum'
  | 'enumValue'
  | 'service'
  | 'method'

export interface OptionNamePart {
  readonly name: string
  readonly isExtension: boolean
}
