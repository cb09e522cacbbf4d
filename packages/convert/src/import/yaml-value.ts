import { failed, ok, type Result } from '@parley/model'
import { Composer, type CST, type Document, Lexer, LineCounter, Parser, type Scalar, visit } from 'yaml'
import type { ImportFailure } from './imported.ts'
import { exactNumber, isRawNumber, type JsonValue, maximumDepth } from './json-value.ts'

/** A document with more aliases than this is a bomb. */
const maximumAliases = 100

/** How scalars are read. */
export interface YamlOptions {
  /** Numbers become texts, exactly as typed. */
  readonly keepsNumbersAsWritten?: boolean
}

/**
 * Parses untrusted YAML (attacks IM5, IM6): aliases are limited, merge keys are ignored, the last of repeated
 * keys wins, dates stay texts, values that JSON cannot express become text, and numbers keep their text ({@link exactNumber}).
 */
export function parseYaml(
  text: string,
  { keepsNumbersAsWritten = false }: YamlOptions = {},
): Result<JsonValue, ImportFailure> {
  try {
    const lines = new LineCounter()
    const [document, ...others] = readDocuments(text, lines)
    if (document === undefined) throw new Error('There is no document in it')
    const other = others.find(one => one.contents !== null)
    if (other !== undefined) {
      const { line } = lines.linePos(other.range?.[0] ?? 0)
      return failed({ code: 'NOT_YAML', subject: `line ${line}: a second document, and a file holds one` })
    }
    const [error] = document.errors
    if (error !== undefined) {
      const { line, col } = lines.linePos(error.pos[0])
      return failed({ code: 'NOT_YAML', subject: `line ${line}, column ${col}: ${error.message}` })
    }
    visit(document, {
      Scalar(key, scalar) {
        if (key !== 'key' || keepsNumbersAsWritten) keepText(scalar, keepsNumbersAsWritten)
      },
    })
    const value: unknown = document.toJS({ maxAliasCount: maximumAliases })
    return ok(jsonOf(value, 0))
  } catch (error) {
    if (error instanceof RangeError) return failed({ code: 'TOO_DEEP', subject: String(maximumDepth) })
    return failed({ code: 'NOT_YAML', subject: error instanceof Error ? error.message : '' })
  }
}

/** A number of YAML that is one of JSON as well (RFC 8259, section 6), unlike `.5`, `+1` and `0x1f`. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

function keepText(scalar: Scalar, isText: boolean): void {
  const { value, source } = scalar
  if (typeof value !== 'number' || source === undefined) return
  if (isText) scalar.value = source
  else if (jsonNumber.test(source)) scalar.value = exactNumber(source)
}

/** Reads the documents. The pieces are composed here, so that too deep nesting is detected immediately. */
function readDocuments(text: string, lines: LineCounter): readonly Document[] {
  const parser = new Parser(lines.addNewLine)
  const tokens: CST.Token[] = []
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme))
    // The stack also contains the document and a few pending names and values.
    if (parser.stack.length > maximumDepth + 8) throw new RangeError('Too deep')
  }
  tokens.push(...parser.end())
  const composer = new Composer({ schema: 'core', merge: false, uniqueKeys: false, logLevel: 'silent' })
  return [...composer.compose(tokens, true, text.length)]
}

function jsonOf(value: unknown, depth: number): JsonValue {
  if (depth > maximumDepth) throw new RangeError('Too deep')
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' || isRawNumber(value)) return value
  if (Array.isArray(value)) return value.map(one => jsonOf(one, depth + 1))
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, jsonOf(one, depth + 1)]))
  }
  return value === undefined ? null : String(value)
}
