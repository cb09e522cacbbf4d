import { failed, ok, type Result } from '@parley/model'
import {
  Composer,
  type CST,
  type Document,
  isScalar,
  Lexer,
  LineCounter,
  Parser,
  visit,
  YAMLParseError,
} from 'yaml'
import { type Damage, damage, maximumDocumentBytes } from './damage.ts'
import { readPlainYaml } from './read-plain-yaml.ts'
import { exactStrings } from './yaml-style.ts'

/** A file as text, as YAML with its comments, and as plain values. */
export interface ParsedYaml {
  readonly text: string
  readonly document: Document
  readonly value: unknown
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads the bytes of a file. Never throws, for any bytes (attacks ST13, IM6). */
export function readYaml(bytes: Uint8Array): Result<Omit<ParsedYaml, 'document'>, Damage> {
  const text = textOf(bytes)
  return text.ok ? readYamlText(text.value) : text
}

/** Reads the value of a text as {@link parseYamlText} does. */
export function readYamlText(text: string): Result<Omit<ParsedYaml, 'document'>, Damage> {
  const value = readPlainYaml(text)
  return value === undefined ? parseYamlText(text) : ok({ text, value })
}

function textOf(bytes: Uint8Array): Result<string, Damage> {
  if (bytes.byteLength > maximumDocumentBytes) return failed(damage('TOO_LARGE'))
  if (bytes.includes(0)) return failed(damage('NUL_BYTES'))
  try {
    return ok(decoder.decode(bytes))
  } catch {
    return failed(damage('NOT_TEXT'))
  }
}

/** Parses the text of a file. */
export function parseYamlText(text: string): Result<ParsedYaml, Damage> {
  if (/^<{7} .*$/m.test(text) && /^>{7} .*$/m.test(text)) {
    const line = text.slice(0, text.search(/^<{7} /m)).split('\n').length
    return failed(
      damage(
        'MERGE_MARKERS',
        undefined,
        `The file contains the conflict markers of an unfinished merge, from line ${line} on.`,
      ),
    )
  }
  const lines = new LineCounter()
  try {
    const document = documentOf(text, lines, endAtFault)
    const [error] = document.errors
    if (error !== undefined) return failed(notYaml(error, lines))
    const repeated = repeatedKey(document)
    if (repeated !== null)
      return failed(
        damage(
          'NOT_YAML',
          `The key “${repeated}” appears twice in the same place of the file.`,
          'A key appears twice in the same place of the file.',
        ),
      )
    const value: unknown = document.toJS()
    return value === null ? failed(damage('EMPTY')) : ok({ text, document, value })
  } catch (error) {
    if (error instanceof YAMLParseError) return failed(notYaml(error, lines))
    // The library throws a ReferenceError for too many aliases, and the engine a RangeError for too deep
    // nesting.
    if (error instanceof ReferenceError || error instanceof RangeError)
      return failed(damage('NOT_YAML', 'The file is nested too deeply or repeats itself too often.'))
    throw error
  }
}

function notYaml({ message, pos }: YAMLParseError, lines: LineCounter): Damage {
  const { line, col } = lines.linePos(pos[0])
  const place = `at line ${line}, column ${col}`
  const plain = `The file is not valid YAML: there is an error ${place}.`
  return damage('NOT_YAML', sentenceOf(`${message} ${place}`), plain)
}

/**
 * Makes a composer throw the first error of a text. The library goes on and makes an error for each fault, so that a text of
 * some megabytes with nothing but faults would take minutes.
 */
function endAtFault(composer: Composer): void {
  const { errors } = composer.streamInfo()
  let first: unknown
  errors.push = error => {
    // The library takes what is thrown for another fault, of the whole node.
    first ??= error
    throw first
  }
}

/**
 * Returns the document of a text, with its comments and errors.
 * @param lines - gets the lines of the text
 * @param prepare - called with the composer before it begins
 * @throws RangeError if it is nested too deeply
 */
export function documentOf(
  text: string,
  lines = new LineCounter(),
  prepare: (composer: Composer) => void = () => {},
): Document {
  const composer = new Composer({
    customTags: tags => [exactStrings, ...tags],
    // The library compares each key with all others; `repeatedKey` checks each key once.
    uniqueKeys: false,
    logLevel: 'error',
    compat: 'yaml-1.1',
  })
  prepare(composer)
  let other: number | null = null
  const tokens = firstDocument(tokensOf(text, lines), offset => {
    other = offset
  })
  const [document] = withoutStacks(() => [...composer.compose(tokens, true, text.length)])
  if (document === undefined) throw new Error('The library composes a document of every text')
  if (other !== null)
    document.errors.push(new YAMLParseError([other, other], 'MULTIPLE_DOCS', 'A file holds one document'))
  return document
}

/**
 * Yields the tokens of the first document of a text, up to what the parser refuses. What follows is not composed: it could be
 * a fault at each place.
 * @param onOther - called with the offset of a second document
 */
function* firstDocument(
  tokens: Iterable<CST.Token>,
  onOther: (offset: number) => void,
): Generator<CST.Token> {
  let isFound = false
  for (const token of tokens) {
    if (token.type === 'document' && isFound) return onOther(token.offset)
    isFound ||= token.type === 'document'
    yield token
    if (token.type === 'error') return
  }
}

/**
 * Runs a synchronous function whose errors record no stack. The library makes an error for each fault of a text, and
 * recording the stacks of half a million takes five sixths of the time.
 */
function withoutStacks<Value>(run: () => Value): Value {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return run()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Yields the tokens of a text. Checks the depth, because the composer is recursive. */
function* tokensOf(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > maximumDepth) throw new RangeError('Too deep')
  }
  yield* parser.end()
}

/** Deeper than any request, and far from the limit of the engine's stack. */
const maximumDepth = 500

/** Returns a key that appears twice in one map: a save would lose one of the two values. */
function repeatedKey(document: Document): string | null {
  let repeated: string | null = null
  visit(document, {
    Map(_, map) {
      const seen = new Set<string>()
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : String(key)
        if (seen.has(name)) {
          repeated = name
          return visit.BREAK
        }
        seen.add(name)
      }
      return undefined
    },
  })
  return repeated
}

/** Longer messages quote the file. */
const maximumMessageCharacters = 200

function sentenceOf(message: string): string {
  const line = message.replaceAll('\n', ' ')
  return `The file is not valid YAML: ${line.length > maximumMessageCharacters ? `${line.slice(0, maximumMessageCharacters)}…` : line}.`
}
