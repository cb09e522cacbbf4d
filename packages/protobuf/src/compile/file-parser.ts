import { create } from '@bufbuild/protobuf'
import {
  type FileDescriptorProto,
  type SourceCodeInfo_Location,
  SourceCodeInfo_LocationSchema,
} from '@bufbuild/protobuf/wkt'
import type { OptionNamePart, OptionOwner, ParsedImport, ParsedOption } from './parsed-file.ts'
import type { Token } from './scanner.ts'
import { ProtoSyntaxError, type SourceText } from './source-text.ts'
import { leadingComment, TokenReader } from './token-reader.ts'

/** How deep messages may be nested in each other, as in `protoc`. */
const deepestNesting = 32

/** What the parsers of the parts of a file share: its tokens, and what they record. */
export class FileParser {
  readonly tokens: TokenReader
  readonly source: SourceText
  readonly file: FileDescriptorProto
  readonly imports: ParsedImport[] = []
  readonly options: ParsedOption[] = []
  readonly locations: SourceCodeInfo_Location[] = []
  readonly nameOffsets = new Map<object, number>()
  readonly typeOffsets = new Map<object, readonly number[]>()
  readonly #path: number[] = []
  #depth = 0

  constructor(source: SourceText, file: FileDescriptorProto) {
    this.source = source
    this.file = file
    this.tokens = new TokenReader(source.text)
  }

  get syntax(): string {
    return this.file.syntax
  }

  /**
   * Reads a declaration that is at `index` of the list with this field number in its parent's descriptor, and records its
   * position and comment.
   */
  declare<Value>(field: number, index: number, read: () => Value): Value {
    const { token: first, previousEnd } = this.tokens
    this.#path.push(field, index)
    const value = read()
    this.#record(first, previousEnd)
    this.#path.pop()
    this.#path.pop()
    return value
  }

  /** Reads the body of a nested declaration. */
  nest(read: () => void): void {
    this.#depth += 1
    if (this.#depth > deepestNesting) this.refuse(`Messages are nested more than ${deepestNesting} deep.`)
    read()
    this.#depth -= 1
  }

  /** Reads `{`, statements and `}`. */
  block(readStatement: () => void): void {
    this.tokens.expect('{')
    while (!this.tokens.looksAt('}')) {
      if (this.tokens.token.kind === 'end') this.tokens.fail('"}"')
      if (!this.tokens.takes(';')) readStatement()
    }
    this.tokens.expect('}')
  }

  /** Records the position of a name, which problems refer to. */
  named<Proto extends object>(proto: Proto, { start }: Pick<Token, 'start'>): Proto {
    this.nameOffsets.set(proto, start)
    return proto
  }

  refuse(message: string, offset = this.tokens.token.start): never {
    throw new ProtoSyntaxError(offset, message)
  }

  /** Reads `option NAME = VALUE;`. */
  optionStatement(owner: OptionOwner, scope: string): void {
    this.tokens.expect('option')
    this.option(owner, scope)
    this.tokens.expect(';')
  }

  /** Reads `[NAME = VALUE, …]` if it is there. `readOwn` reads the value of a name that is no option. */
  optionList(owner: OptionOwner, scope: string, readOwn: (name: string) => boolean = () => false): void {
    if (!this.tokens.takes('[')) return
    do {
      if (!readOwn(this.tokens.token.text)) this.option(owner, scope)
    } while (this.tokens.takes(','))
    this.tokens.expect(']')
  }

  option(owner: OptionOwner, scope: string): void {
    const offset = this.tokens.token.start
    const name: OptionNamePart[] = []
    do {
      const isExtension = this.tokens.takes('(')
      const part = isExtension
        ? this.tokens.path('the name of an option').text
        : this.tokens.identifier('the name of an option').text
      if (isExtension) this.tokens.expect(')')
      name.push({ name: part, isExtension })
    } while (this.tokens.takes('.'))
    this.tokens.expect('=')
    this.options.push({ owner, scope, name, value: this.#optionValue(), offset })
  }

  #optionValue(): string {
    const { start, kind } = this.tokens.token
    if (this.tokens.looksAt('{')) return this.#aggregate()
    if (kind === 'string') {
      while (this.tokens.token.kind === 'string') this.tokens.next()
      return this.source.text.slice(start, this.tokens.previousEnd)
    }
    const isNegative = this.tokens.takes('-')
    const value = this.tokens.token
    if (!['identifier', 'integer', 'float'].includes(value.kind)) this.tokens.fail('the value of an option')
    this.tokens.next()
    return `${isNegative ? '-' : ''}${value.text}`
  }

  /** Returns the text of `{ … }` without comments, which the text format writes differently. */
  #aggregate(): string {
    const pieces: string[] = []
    let from = this.tokens.token.start
    let depth = 0
    do {
      const { text, kind, comments, start } = this.tokens.next()
      if (kind === 'end') this.tokens.fail('"}"')
      const [first] = comments
      if (first !== undefined && from < first.start) {
        pieces.push(this.source.text.slice(from, first.start))
        from = start
      }
      if (kind === 'symbol' && text === '{') depth += 1
      else if (kind === 'symbol' && text === '}') depth -= 1
    } while (depth > 0)
    return [...pieces, this.source.text.slice(from, this.tokens.previousEnd)].join(' ')
  }

  #record(first: Token, previousEnd: number): void {
    const start = this.source.positionOf(first.start)
    const end = this.source.positionOf(this.tokens.previousEnd)
    const span =
      start.line === end.line
        ? [start.line - 1, start.column - 1, end.column - 1]
        : [start.line - 1, start.column - 1, end.line - 1, end.column - 1]
    const leading = leadingComment(this.source.text, first, previousEnd)
    this.locations.push(
      create(SourceCodeInfo_LocationSchema, {
        path: [...this.#path],
        span,
        ...(leading === '' ? {} : { leadingComments: leading }),
      }),
    )
  }
}

/** Joins a scope and a name. */
export function nameIn(scope: string, name: string): string {
  return scope === '' ? name : `${scope}.${name}`
}
