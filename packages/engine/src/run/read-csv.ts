import { formatSize } from '@parley/model'

/** One record of a CSV file; a quoted value may span several lines. */
export interface CsvRecord {
  /** The line where it begins, from 1. */
  readonly line: number
  /** Its end in the text, behind its line break. */
  readonly end: number
  readonly cells: readonly CsvCell[]
}

export interface CsvCell {
  readonly text: string
  readonly isQuoted: boolean
}

/** Thrown for invalid CSV; the message is for users. */
export class CsvFault extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * Reads CSV (RFC 4180). Empty lines are skipped. If the first line has no comma, but semicolons or tabs,
 * these separate the values, as spreadsheets write them in many countries.
 * @throws CsvFault if a quote is not closed or followed by text
 */
export function readCsv(text: string): readonly CsvRecord[] {
  return [...csvRecords(text)].filter(({ cells }) => cells.length > 0)
}

/**
 * Yields the records of CSV one after another, as {@link readCsv} reads them, and one without cells for each empty line.
 * @param longestQuoted - the most UTF-16 units of a quoted value, which is read in one go
 * @throws CsvFault
 */
export function* csvRecords(
  text: string,
  longestQuoted = Number.POSITIVE_INFINITY,
): Generator<CsvRecord, void> {
  const separator = separatorOf(/^[^\r\n]*/.exec(text)?.[0] ?? '')
  const unquoted = new RegExp(`[^${separator}\r\n]*`, 'y')
  let line = 1
  for (let at = 0; at < text.length; ) {
    const cells: CsvCell[] = []
    const begin = line
    for (;;) {
      const cell =
        text[at] === '"' ? quotedCell(text, { at, line, longestQuoted }) : plainCell(text, at, unquoted)
      cells.push(cell)
      if (cells.length > mostCells)
        throw new CsvFault(line, `Line ${line} has more than ${mostCells.toLocaleString('en')} values.`)
      line += cell.text.split('\n').length - 1
      at = cell.end
      if (text[at] !== separator) break
      at += 1
    }
    const lineBreak = /\r\n|\r|\n/y
    lineBreak.lastIndex = at
    const found = lineBreak.exec(text)
    if (found === null && at < text.length)
      throw new CsvFault(line, `Line ${line} has text after a closing quote.`)
    at += found?.[0].length ?? 0
    line += 1
    const isEmpty = cells.length === 1 && cells[0]?.text === '' && !cells[0].isQuoted
    yield { line: begin, end: at, cells: isEmpty ? [] : cells }
  }
}

/** As many columns as spreadsheets have. A record is read in one go. */
const mostCells = 16_384

function separatorOf(firstLine: string): string {
  if (firstLine.includes(',')) return ','
  return [';', '\t'].find(one => firstLine.includes(one)) ?? ','
}

interface CellAt extends CsvCell {
  /** The end position in the text. */
  readonly end: number
}

function plainCell(text: string, at: number, unquoted: RegExp): CellAt {
  unquoted.lastIndex = at
  const cell = unquoted.exec(text)?.[0] ?? ''
  return { text: cell, isQuoted: false, end: at + cell.length }
}

interface QuotedPlace {
  readonly at: number
  readonly line: number
  readonly longestQuoted: number
}

function quotedCell(text: string, { at, line, longestQuoted }: QuotedPlace): CellAt {
  for (let from = at + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote === -1) throw new CsvFault(line, `The quote in line ${line} is not closed.`)
    if (quote - at > longestQuoted)
      throw new CsvFault(line, `The value in line ${line} is longer than ${formatSize(longestQuoted)}.`)
    if (text[quote + 1] !== '"')
      return { text: text.slice(at + 1, quote).replaceAll('""', '"'), isQuoted: true, end: quote + 1 }
    from = quote + 2
  }
}
