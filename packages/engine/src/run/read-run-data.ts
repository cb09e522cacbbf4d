import { failed, ok, type Result } from '@parley/model'
import type { ScopeValue, VariableScope } from '../variables/scope.ts'
import { CsvFault, readCsv } from './read-csv.ts'

/** Why a data file could not be used. */
export interface RunDataFault {
  readonly code: 'NOT_JSON' | 'NOT_A_LIST' | 'NOT_A_ROW' | 'NO_ROWS' | 'NOT_CSV'
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
export function readRunData(text: string): Result<readonly VariableScope[], RunDataFault> {
  const plain = text.replace(/^\ufeff/, '')
  const rows = /^\s*[[{]/.test(plain) ? jsonRows(plain) : csvRows(plain)
  if (!rows.ok) return rows
  if (rows.value.length === 0) return fault('NO_ROWS', null, 'It has no rows.')
  return ok(rows.value.map(row => ({ name: 'iteration', values: new Map(row) })))
}

type DataRow = readonly (readonly [string, ScopeValue])[]

function jsonRows(text: string): Result<readonly DataRow[], RunDataFault> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    return fault('NOT_JSON', null, `It is not JSON: ${error instanceof Error ? error.message : ''}.`)
  }
  if (!Array.isArray(parsed))
    return fault('NOT_A_LIST', null, 'It is not a list of rows, such as [{"name": "value"}].')
  const rows: DataRow[] = []
  for (const [at, row] of parsed.entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      return fault('NOT_A_ROW', null, `Row ${at + 1} is not an object of names and values.`)
    try {
      rows.push(Object.entries(row).map(([name, value]) => [name, scopeValue(value)] as const))
    } catch (error) {
      // JSON can be parsed at any depth, but stringified only as deep as the stack allows.
      if (!(error instanceof RangeError)) throw error
      return fault('NOT_A_ROW', null, `Row ${at + 1} is nested too deeply.`)
    }
  }
  return ok(rows)
}

function csvRows(text: string): Result<readonly DataRow[], RunDataFault> {
  try {
    const [head, ...records] = readCsv(text)
    if (head === undefined) return fault('NO_ROWS', null, 'It is empty.')
    const names = head.cells.map(cell => cell.text.trim())
    const empty = names.indexOf('')
    if (empty !== -1) return fault('NOT_CSV', head.line, `Column ${empty + 1} has no name.`)
    for (const { line, cells } of records)
      if (cells.length > names.length)
        return fault('NOT_CSV', line, `Line ${line} has ${cells.length} values for ${names.length} names.`)
    return ok(
      records.map(({ cells }) =>
        cells.map(
          (cell, at) =>
            [names[at] ?? '', cell.isQuoted ? scopeValue(cell.text) : typedCell(cell.text)] as const,
        ),
      ),
    )
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    return fault('NOT_CSV', error.line, error.message)
  }
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

/** Stored like variables: strings unchanged, objects and arrays as JSON (product decisions). */
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
