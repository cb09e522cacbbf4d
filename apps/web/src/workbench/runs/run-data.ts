import { readRunDataInSteps } from '@parley/engine'

/** A data file as it was selected, and its rows. */
export interface DataFile {
  readonly name: string
  readonly text: string
  readonly columns: readonly string[]
  /** The first rows, a value for each column; null if a row has none. */
  readonly rows: readonly (readonly (string | null)[])[]
  readonly totalRows: number
  /** Why it has no rows, as a sentence; null if it has some. */
  readonly problem: string | null
}

/** More than the server accepts. */
const maximumBytes = 20_000_000
/** The number of rows that are shown before the run. */
const shownRows = 20
const shownColumns = 50
const shownCharacters = 200

/** Reads a data file, CSV or JSON. */
export async function readDataFile(file: Pick<File, 'name' | 'size' | 'text'>): Promise<DataFile> {
  const refused = (problem: string) => ({ ...emptyDataFile(file.name), problem })
  if (file.size > maximumBytes)
    return refused('It is larger than 20 MB. Run it in parts, or with parley run.')
  // The browser reads it only now, and it may have been changed or removed since it was selected.
  const text = await file.text().catch(() => null)
  return text === null ? refused('It could not be read. Select it again.') : readDataText(file.name, text)
}

/** Reads the text of a data file, in steps between which the page goes on. */
export async function readDataText(name: string, text: string): Promise<DataFile> {
  const read = await readRunDataInSteps(text)
  if (!read.ok)
    return {
      ...emptyDataFile(name),
      text,
      problem: `${read.failure.sentence} Correct it and select it again.`,
    }
  const some = read.value.slice(0, shownRows)
  const columns = [...new Set(some.flatMap(({ values }) => [...values.keys()]))].slice(0, shownColumns)
  return {
    name,
    text,
    columns,
    rows: some.map(({ values }) =>
      columns.map(name => values.get(name)?.text.slice(0, shownCharacters) ?? null),
    ),
    totalRows: read.value.length,
    problem: null,
  }
}

function emptyDataFile(name: string): Omit<DataFile, 'problem'> {
  return { name, text: '', columns: [], rows: [], totalRows: 0 }
}
