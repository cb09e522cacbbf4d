export interface BodyText {
  readonly text: string
  /** Where the next piece begins; null at the end. */
  readonly nextOffset: number | null
  /** Of the whole view. */
  readonly totalBytes: number
  /** What was given: pretty falls back to raw where a body cannot be formatted. */
  readonly view: 'pretty' | 'raw'
  readonly format: BodyFormat
  /** False where the bytes are no text. */
  readonly isText: boolean
  /** It is being formatted: raw is given for now, and asking again will give pretty. */
  readonly isFormatting: boolean
}

/** How a body is formatted and coloured (spec 2.3). */
export type BodyFormat = 'json' | 'xml' | 'html' | 'javascript' | 'css' | 'yaml' | 'text'

/** A line of a body, or a part of one that is too long for a row. */
export interface BodyRow {
  /** Without its line break. */
  readonly text: string
  /** From 1; null where the row goes on with the line before. */
  readonly line: number | null
}

export interface BodyRows {
  /** From the asked row on; fewer than asked at the end, or where they are long. */
  readonly rows: readonly BodyRow[]
  /** As far as is known. */
  readonly totalRows: number
  /** Of the whole view. */
  readonly totalBytes: number
  /** False while there may be more rows, or pretty ones instead: asking again will tell. */
  readonly isWhole: boolean
  readonly view: 'pretty' | 'raw'
  readonly format: BodyFormat
  readonly isText: boolean
  readonly isFormatting: boolean
}

/** A row that can be folded. */
export interface BodyFoldStart {
  readonly row: number
  /** Behind the character that opens it. */
  readonly at: number
}

export interface BodyFoldStarts {
  /** False while they are being found: asking again will tell. */
  readonly isWhole: boolean
  readonly starts: readonly BodyFoldStart[]
}

/** What is folded at a row: from there to before what closes it, in a row below. */
export interface BodyFold extends BodyFoldStart {
  readonly endRow: number
  readonly endAt: number
  /** What its children are called; null where they are not counted. */
  readonly noun: 'item' | 'key' | null
  readonly count: number
}

/** A place in a view: the row it begins in, and where in it. */
export interface BodyMatch {
  readonly row: number
  readonly start: number
}

export interface BodyMatches {
  /** As far as is known. */
  readonly matchCount: number
  /** False while there may be more: asking again will tell. */
  readonly isWhole: boolean
  /** The one asked for; null where that many are not known. */
  readonly match: BodyMatch | null
}

/** What a filter of a JSON body brought. The matches are read as the view that names the filter. */
export type BodyFilterState =
  /** Asking again will tell. */
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
  /** What is wrong, then what to do. */
  readonly message: string
  /** Where in the filter, from 0; null where it is not the filter that is wrong. */
  readonly position: number | null
}

export interface BodyBytes {
  readonly base64: string
  readonly totalBytes: number
}

/** What a cell of a table shows: a scalar as it is written, of a long text the beginning, or how much is within. */
export type JsonCell =
  | { readonly kind: 'string' | 'number' | 'word'; readonly text: string }
  | {
      readonly kind: 'object' | 'array'
      /** How many values it holds itself. */
      readonly count: number
      /** Where it stands, to read it as a table of its own. */
      readonly at: number
    }

export interface JsonTableRow {
  /** An index or a key. */
  readonly label: string
  /** One for each column behind the first; null where the row has none. */
  readonly cells: readonly (JsonCell | null)[]
}

/** A value of a JSON body as rows and columns. `none`: the body is no JSON, or too large to be read as such. */
export type BodyTable =
  | { readonly state: 'none' }
  /** Asking again will tell. */
  | { readonly state: 'making'; readonly knownRows: number }
  | {
      readonly state: 'made'
      readonly columns: readonly string[]
      readonly totalRows: number
      /** From the asked row on; fewer than asked at the end, or where they are large. */
      readonly rows: readonly JsonTableRow[]
    }
