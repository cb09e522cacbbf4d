import type { TextFormat } from '@parley/engine'

export interface BodyText {
  readonly text: string
  /** The offset of the next piece; null at the end. */
  readonly nextOffset: number | null
  /** The size of the whole view. */
  readonly totalBytes: number
  /** The view that was returned: raw instead of pretty if a body cannot be formatted. */
  readonly view: 'pretty' | 'raw'
  readonly format: BodyFormat
  /** False if the bytes are not text. */
  readonly isText: boolean
  /** Whether the body is still being formatted: this is the raw view, ask again for the pretty one. */
  readonly isFormatting: boolean
  /** Offsets are valid in one revision only. */
  readonly revision: number
}

/** How the parts of an incremental GraphQL response were merged. */
export interface BodyMerge {
  readonly partCount: number
  /** Parts of which at least a piece could not be merged. */
  readonly unmergedCount: number
  /** Whether the server announced parts that have not arrived. */
  readonly isAwaitingParts: boolean
  /** Why the body is shown as received; null: it is merged. */
  readonly problem: 'noParts' | 'tooLarge' | 'failed' | null
}

/** The formats in which bodies are formatted and coloured (behaviour 2.3). */
export type BodyFormat = TextFormat

/** A line of a body, or a part of a line that is too long for one row. */
export interface BodyRow {
  /** The text without its line break. */
  readonly text: string
  /** The line number, from 1; null if the row continues the line before. */
  readonly line: number | null
}

export interface BodyRows {
  /** The rows from the requested one on; fewer than requested at the end, or if they are long. */
  readonly rows: readonly BodyRow[]
  /** The number of rows known so far. */
  readonly totalRows: number
  /** The size of the whole view. */
  readonly totalBytes: number
  /** False while there may be more rows, or pretty ones instead: ask again. */
  readonly isWhole: boolean
  readonly view: 'pretty' | 'raw'
  readonly format: BodyFormat
  readonly isText: boolean
  readonly isFormatting: boolean
  /** Changes when earlier rows change: the response is merged from parts, and another one has arrived. */
  readonly revision: number
  /** Null for a body that is not merged from parts. */
  readonly merge: BodyMerge | null
}

/** A row that can be folded. */
export interface BodyFoldStart {
  readonly row: number
  /** The position after the character that opens it. */
  readonly at: number
}

export interface BodyFoldStarts {
  /** False while folds are being found: ask again. */
  readonly isWhole: boolean
  readonly starts: readonly BodyFoldStart[]
}

/** What folds at a row: from there to just before what closes it, in a later row. */
export interface BodyFold extends BodyFoldStart {
  readonly endRow: number
  readonly endAt: number
  /** What its children are called; null if they are not counted. */
  readonly noun: 'item' | 'key' | null
  readonly count: number
}

/** A position in a view: the row that it begins in, and the position in that row. */
export interface BodyMatch {
  readonly row: number
  readonly start: number
  readonly length: number
}

export interface BodyMatches {
  /** The number of matches known so far. */
  readonly matchCount: number
  /** False while there may be more matches: ask again. */
  readonly isWhole: boolean
  /** The requested match; null if it is not known. */
  readonly match: BodyMatch | null
  /** Why the text is no regular expression; null: it is, or is not meant as one. */
  readonly problem: string | null
}

/** The outcome of filtering a JSON body. The matches are read as the view that names the filter. */
export type BodyFilterState =
  /** Ask again. */
  | { readonly state: 'making' }
  | { readonly state: 'made'; readonly matchCount: number }
  | { readonly state: 'refused'; readonly refusal: BodyFilterRefusal }

export interface BodyFilterRefusal {
  readonly code:
    | 'BAD_FILTER'
    | 'NOT_JSON'
    | 'NOT_WHOLE'
    | 'TOO_LARGE'
    | 'TOO_SLOW'
    | 'TOO_MUCH_MEMORY'
    | 'TOO_MANY_MATCHES'
    | 'TOO_DEEP'
    | 'FAILED'
  /** What is wrong, followed by what to do. */
  readonly message: string
  /** The 0-based position in the filter; null if the filter itself is not the problem. */
  readonly position: number | null
}

export interface BodyBytes {
  readonly base64: string
  readonly totalBytes: number
}

/**
 * The content of a table cell: a scalar as written, the beginning of a long text, or how many values it
 * contains.
 */
export type JsonCell =
  | { readonly kind: 'string' | 'number' | 'word'; readonly text: string }
  | {
      readonly kind: 'object' | 'array'
      /** How many direct children the value has. */
      readonly count: number
      /** The offset of the value, to read it as a table of its own. */
      readonly at: number
    }

export interface JsonTableRow {
  /** An index or a key. */
  readonly label: string
  /** A cell for each column after the first; null if the row has none. */
  readonly cells: readonly (JsonCell | null)[]
}

/**
 * A value of a JSON body as rows and columns. `none`: the body is not JSON, or too large to be read as JSON.
 */
export type BodyTable =
  | { readonly state: 'none' }
  /** Ask again. */
  | { readonly state: 'making'; readonly knownRows: number }
  | {
      readonly state: 'made'
      readonly columns: readonly string[]
      readonly totalRows: number
      /** The rows from the requested one on; fewer than requested at the end, or if they are large. */
      readonly rows: readonly JsonTableRow[]
    }
