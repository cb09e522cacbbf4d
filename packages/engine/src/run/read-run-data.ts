import { failed, formatSize, ok, parseExactly, type Result } from '@parley/model'
import { nextTurn } from '../basics/text/turns.ts'
import type { ScopeValue, VariableScope } from '../prepare/variables/scope.ts'
import { jsonListParts } from './json-list-parts.ts'
import { type CsvCell, CsvFault, csvFormatOf, csvRecordAt, csvRecords, csvText } from './read-csv.ts'

/** Why a data file could not be used. */
export interface RunDataFault {
  readonly code: 'NOT_JSON' | 'NOT_A_LIST' | 'NOT_A_ROW' | 'NO_ROWS' | 'TOO_MANY_ROWS' | 'NOT_CSV'
  /** The line in the file; null if the error concerns the whole file. */
  readonly line: number | null
  /** What is wrong, as a sentence for users. */
  readonly sentence: string
}

/**
 * Reads a data file and returns one scope per iteration. The file is a JSON list of objects, or CSV with
 * names in its first line (RFC 4180). Values keep their types for scripts: the JSON types, and in CSV
 * unquoted numbers, `true`, `false` and `null`.
 */
export function readRunData(text: string, limits = runDataLimits): RunData {
  const reading = dataSteps(text, limits)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}

/** The scopes of a data file, or why it has none. */
type RunData = Result<readonly VariableScope[], RunDataFault>

/**
 * Reads a data file like {@link readRunData}, but not in one go, so that nothing else waits for a long one.
 * @param pause - called after each step, and awaited; a host may have a quicker one
 */
export async function readRunDataInSteps(
  text: string,
  pause: () => Promise<void> = nextTurn,
  limits = runDataLimits,
): Promise<RunData> {
  const isLong = text.length > limits.inOneGo
  // What brought the text has just worked on it in one go.
  if (isLong) await pause()
  const reading = dataSteps(text, limits)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
    if (isLong) await pause()
  }
}

/** How data files are read. Tests read short files in shorter steps. */
interface RunDataLimits {
  /** A text of at most this number of UTF-16 units is read in one go. */
  readonly inOneGo: number
  /** After how many UTF-16 units of a longer one something else has its turn. */
  readonly stepCharacters: number
  /** The scopes of more rows would not fit into the memory. */
  readonly mostRows: number
  /** Longer rows are not parsed, as one row is parsed in one go. In UTF-16 units. */
  readonly longestRow: number
}

/** The limits of every run. */
const runDataLimits: RunDataLimits = {
  inOneGo: 65_536,
  stepCharacters: 16_384,
  mostRows: 1_000_000,
  longestRow: 4 * 1024 * 1024,
}

function* dataSteps(text: string, limits: RunDataLimits): Generator<void, RunData> {
  const { stepCharacters, mostRows } = limits
  const plain = text.replace(/^\ufeff/, '')
  const begin = /^\s*([[{])/.exec(plain)
  const scopes: VariableScope[] = []
  let step = 0
  const rows =
    begin === null
      ? csvRows(plain, limits)
      : begin[1] === '['
        ? jsonRows(plain, limits)
        : notAList(plain, limits)
  for (;;) {
    const { done, value } = rows.next()
    if (done) {
      if (value !== null) return value
      return scopes.length === 0 ? fault('NO_ROWS', null, 'It has no rows.') : ok(scopes)
    }
    if (value.row !== null) scopes.push(value.row)
    if (scopes.length > mostRows)
      return fault('TOO_MANY_ROWS', null, `It has more than ${mostRows.toLocaleString('en')} rows.`)
    if (value.end <= (step + 1) * stepCharacters) continue
    step = Math.floor((value.end - 1) / stepCharacters)
    yield
  }
}

type DataRow = readonly (readonly [string, ScopeValue])[]

/**
 * A row of a long file, which is read again each time its values are asked for: a million rows of values would fill the
 * memory, and the collection of such garbage stops everything else.
 */
class RowOfFile implements VariableScope {
  readonly #readRow: (start: number, end: number) => DataRow
  readonly #start: number
  readonly #end: number

  constructor(readRow: (start: number, end: number) => DataRow, start: number, end: number) {
    this.#readRow = readRow
    this.#start = start
    this.#end = end
  }

  get name() {
    return 'iteration' as const
  }

  get values(): VariableScope['values'] {
    return new Map(this.#readRow(this.#start, this.#end))
  }
}

/** Yields rows and where they end, also places without a row; returns why the rest cannot be read. */
type Rows = Generator<
  { readonly row: VariableScope | null; readonly end: number },
  Result<never, RunDataFault> | null
>

// biome-ignore lint/correctness/useYield: It has no rows.
function* notAList(text: string, { inOneGo }: RunDataLimits): Rows {
  const notList = fault('NOT_A_LIST', null, 'It is not a list of rows, such as [{"name": "value"}].')
  if (text.length > inOneGo) return notList
  const parsed = parsedJson(text)
  return parsed.ok ? notList : parsed
}

function parsedJson(text: string): Result<unknown, RunDataFault> {
  try {
    return ok(parseExactly(text))
  } catch (error) {
    // Too deep for the stack; the row that it is in says so.
    if (error instanceof RangeError) return ok(JSON.parse(text))
    return notJson(error instanceof Error ? error.message : '')
  }
}

function notJson(reason: string): Result<never, RunDataFault> {
  return fault('NOT_JSON', null, `It is not JSON: ${reason}.`)
}

function* jsonRows(text: string, limits: RunDataLimits): Rows {
  if (text.length > limits.inOneGo) return yield* rowsInParts(text, limits)
  const parsed = parsedJson(text)
  if (!parsed.ok) return parsed
  for (const [at, value] of (Array.isArray(parsed.value) ? parsed.value : []).entries()) {
    const row = jsonRow(value, at)
    if (!row.ok) return row
    yield { row: { name: 'iteration', values: new Map(row.value) }, end: 0 }
  }
  return null
}

/** Reads a long list row by row. */
function* rowsInParts(text: string, { stepCharacters, longestRow }: RunDataLimits): Rows {
  let count = 0
  const readAgain = (start: number, end: number) => rowOfJson(parseExactly(text.slice(start, end)))
  for (const { start, end, kind } of jsonListParts(text, stepCharacters)) {
    if (kind === 'fault') return notJson('the list does not end, or text follows it')
    if (kind === 'pause') {
      yield { row: null, end }
      continue
    }
    if (end - start > longestRow)
      return fault('NOT_A_ROW', null, `Row ${count + 1} is longer than ${formatSize(longestRow)}.`)
    const parsed = parsedJson(text.slice(start, end))
    if (!parsed.ok) return parsed
    const row = jsonRow(parsed.value, count)
    if (!row.ok) return row
    count += 1
    yield { row: new RowOfFile(readAgain, start, end), end }
  }
  return null
}

function jsonRow(row: unknown, at: number): Result<DataRow, RunDataFault> {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return fault('NOT_A_ROW', null, `Row ${at + 1} is not an object of names and values.`)
  if (isTooDeep(row)) return fault('NOT_A_ROW', null, `Row ${at + 1} is nested too deeply.`)
  return ok(rowOfJson(row))
}

function rowOfJson(row: unknown): DataRow {
  return Object.entries(Object(row)).map(([name, value]) => [name, scopeValue(value)] as const)
}

/** JSON can be parsed at any depth, but some versions of V8 write it only as deep as their stack allows. */
const mostLevels = 1000

function isTooDeep(row: object): boolean {
  const inside = (value: object): readonly object[] =>
    Object.values(value).filter(one => typeof one === 'object' && one !== null)
  let level: readonly object[] = [row]
  for (let depth = 0; depth <= mostLevels && level.length > 0; depth += 1) level = level.flatMap(inside)
  return level.length > 0
}

function* csvRows(text: string, { longestRow }: RunDataLimits): Rows {
  try {
    const format = csvFormatOf(text, longestRow)
    let names: readonly string[] | null = null
    const readAgain = (at: number) =>
      rowOfCells(names ?? [], csvRecordAt(text, { at, line: 1 }, format).cells)
    for (const { line, cells, start, end } of csvRecords(text, format)) {
      if (cells.length === 0) {
        yield { row: null, end }
        continue
      }
      if (names === null) {
        const long = cells.findIndex(({ raw }) => raw.length > longestName)
        if (long !== -1) return fault('NOT_CSV', line, `The name of column ${long + 1} is too long.`)
        names = cells.map(cell => csvText(cell).trim())
        const empty = names.indexOf('')
        if (empty !== -1) return fault('NOT_CSV', line, `Column ${empty + 1} has no name.`)
        const twice = sameNames(names)
        if (twice !== null) return fault('NOT_CSV', line, twice)
        continue
      }
      if (cells.length > names.length)
        return fault('NOT_CSV', line, `Line ${line} has ${cells.length} values for ${names.length} names.`)
      yield { row: new RowOfFile(readAgain, start, end), end }
    }
    return names === null ? fault('NO_ROWS', null, 'It is empty.') : null
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    return fault('NOT_CSV', error.line, error.message)
  }
}

/** In UTF-16 units. No name is as long, and nobody could use it. */
const longestName = 16_384

function rowOfCells(names: readonly string[], cells: readonly CsvCell[]): DataRow {
  return cells.map(
    (cell, at) => [names[at] ?? '', cell.isQuoted ? scopeValue(csvText(cell)) : typedCell(cell.raw)] as const,
  )
}

/** Names two columns with one name, as the value of one would be lost; null if all differ. */
function sameNames(names: readonly string[]): string | null {
  const columns = new Map<string, number>()
  for (const [at, name] of names.entries()) {
    const first = columns.get(name)
    if (first !== undefined)
      return `Columns ${first + 1} and ${at + 1} have the same name, “${name}”. Rename one of them.`
    columns.set(name, at)
  }
  return null
}

/** `007` and `1e400` remain texts, because as numbers they would change. */
function typedCell(text: string): ScopeValue {
  const trimmed = text.trim()
  const words: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }
  if (Object.hasOwn(words, trimmed)) return scopeValue(words[trimmed])
  return trimmed !== '' && String(Number(trimmed)) === trimmed && Number.isFinite(Number(trimmed))
    ? scopeValue(Number(trimmed))
    : scopeValue(text)
}

/**
 * Stored like variables: strings unchanged, objects and arrays as JSON (behaviour, Value stored as text). What is sent has all digits of a number;
 * a script gets the nearest number.
 */
function scopeValue(value: unknown): ScopeValue {
  if (typeof value === 'string') return { text: value, isLiteral: false }
  const json = JSON.stringify(value)
  const text = typeof value === 'object' && value !== null ? json : String(value)
  return { text, isLiteral: false, json }
}

function fault(
  code: RunDataFault['code'],
  line: number | null,
  sentence: string,
): Result<never, RunDataFault> {
  return failed({ code, line, sentence })
}
