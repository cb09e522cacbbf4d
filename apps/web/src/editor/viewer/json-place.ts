import { type RowSource, readFolded, rowsIn, type ViewerRow } from './row-source.ts'

/** A step to a value in JSON: the name of a member, or the index of an item. */
export type JsonStep = string | number

/** A value of formatted JSON. */
export interface JsonPlace {
  /** The row that it begins in. */
  readonly row: number
  /** Its path; null if a name in it is too long to be in one row. */
  readonly steps: readonly JsonStep[] | null
}

/** How many rows are read at once, and in all: beyond them reading takes seconds. */
const rowsAtOnce = 4000
const mostRows = 200_000

/**
 * Finds the value that a row of formatted JSON is of, and its path, from the indentation of the rows above. A row that ends
 * a value is of that value. Null if more than 200,000 rows would have to be read.
 */
export async function jsonPlaceOf(source: RowSource, row: number): Promise<JsonPlace | null> {
  const search = new PlaceSearch()
  for (let end = row + 1; end > 0; ) {
    const first = Math.max(0, end - rowsAtOnce)
    if (row - first > mostRows) return null
    const rows = await rowsIn(source, first, end)
    for (let at = end - 1; at >= first; at -= 1) {
      const read = rows[at - first]
      if (read === undefined) return null
      if (search.take(at, read)) return search.place
    }
    end = first
  }
  return search.place
}

/** Takes the rows from that of a value up to the root. */
class PlaceSearch {
  #row: number | null = null
  #indent = Number.POSITIVE_INFINITY
  /** The name of the member that the value on the way is, or null; and how many values are before it in its parent. */
  #name: string | null = null
  #before = 0
  #steps: JsonStep[] | null = []

  get place(): JsonPlace | null {
    return this.#row === null ? null : { row: this.#row, steps: this.#steps }
  }

  /** Returns whether this was the last row that is needed. */
  take(row: number, { text, label }: ViewerRow): boolean {
    // The rest of the row above.
    if (label === '') return false
    const content = text.trimStart()
    const indent = text.length - content.length
    const isEnd = content.startsWith('}') || content.startsWith(']')
    if (this.#row === null) {
      // From the end of a value on only its beginning counts.
      if (indent > this.#indent) return false
      this.#indent = indent
      if (isEnd) return false
      this.#row = row
      this.#name = nameIn(content)
      return indent === 0
    }
    if (indent > this.#indent || (indent === this.#indent && isEnd)) return false
    if (indent === this.#indent) this.#before += 1
    else this.#goUp(indent, content)
    return this.#indent === 0
  }

  #goUp(indent: number, content: string): void {
    const step = content.endsWith('[') ? this.#before : content.endsWith('{') ? this.#name : null
    this.#steps = step === null || this.#steps === null ? null : [step, ...this.#steps]
    this.#indent = indent
    this.#name = nameIn(content)
    this.#before = 0
  }
}

/** Returns where the name of a member ends in a row, with its quotes; 0 if the row begins with no name. */
function endOfName(content: string): number {
  if (!content.startsWith('"')) return 0
  for (let at = 1; at < content.length; at += 1) {
    if (content[at] === '\\') at += 1
    else if (content[at] === '"') return content[at + 1] === ':' ? at + 1 : 0
  }
  return 0
}

function nameIn(content: string): string | null {
  const end = endOfName(content)
  return end === 0 ? null : String(parsed(content.slice(0, end)))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

/**
 * Reads the value that begins in a row of formatted JSON: a text without its quotes and escapes, everything else as it is
 * written, without the indentation of its place.
 */
export async function readJsonValue(source: RowSource, row: number): Promise<string> {
  const [first] = await rowsIn(source, row, row + 1)
  const content = first?.text.trimStart() ?? ''
  const indent = (first?.text.length ?? 0) - content.length
  const name = endOfName(content)
  const value = content.slice(name === 0 ? 0 : name + 2)
  if (value !== '{' && value !== '[') return readScalar(source, row, value)
  const { folds } = source
  // The fold is known once the starts are.
  await folds?.readStarts(row, 1)
  const fold = (await folds?.readFold(row)) ?? null
  if (fold === null) return value
  const lines = `${value}${await readFolded(source, fold)}${value === '{' ? '}' : ']'}`.split('\n')
  return lines.map((line, at) => (at === 0 ? line : line.slice(indent))).join('\n')
}

/** A long text takes several rows. */
async function readScalar(source: RowSource, row: number, start: string): Promise<string> {
  const pieces = [start]
  for (let next = row + 1; next < source.totalRows; next += rowsAtOnce) {
    const rows = await rowsIn(source, next, Math.min(source.totalRows, next + rowsAtOnce))
    const end = rows.findIndex(({ label }) => label !== '')
    pieces.push(...rows.slice(0, end < 0 ? undefined : end).map(({ text }) => text))
    if (end >= 0 || rows.length === 0) break
  }
  const joined = pieces.join('')
  const value = joined.endsWith(',') ? joined.slice(0, -1) : joined
  return value.startsWith('"') ? String(parsed(value)) : value
}
