import type { FileBodyStore } from '@parley/appdata'
import type { TextEncoding } from '@parley/engine'
import { type SearchOptions, searchPattern } from '@parley/engine/search'
import type { ThreadCaps } from '@parley/files'
import type { Response } from '@parley/model'
import type {
  BodyBytes,
  BodyFilterState,
  BodyFold,
  BodyFoldStarts,
  BodyFormat,
  BodyMatches,
  BodyMerge,
  BodyRows,
  BodyTable,
  BodyText,
} from '../contract/index.ts'
import { BodyFormatter } from './body-formatter.ts'
import { decodePiece } from './decode-text.ts'
import { type BodyFilter, BodyFilters, type FilteredBody } from './filters/body-filters.ts'
import { describeFilterRefusal } from './filters/describe-filter-refusal.ts'
import { BodyFolds } from './folds/body-folds.ts'
import { FormattedBodies } from './formatted-bodies.ts'
import { JsonTable } from './json-table.ts'
import { type KnownBody, readKnownBody } from './known-body.ts'
import { MergedBodies, type MergedBodiesOptions } from './merged/merged-bodies.ts'
import { RowIndex } from './row-index.ts'
import { RowSearch } from './row-search.ts'
import { valueOrLater, waitForCallLimit } from './value-or-later.ts'

/** The most bytes that one character takes in any encoding. */
const maxCharacterBytes = 4
/** How many tables of a body are cached. */
const maxCachedTables = 8

/** A body and how to read it. */
export interface BodyView {
  readonly handle: string
  readonly view: 'pretty' | 'raw'
  readonly format: BodyFormat | 'auto'
  /** A JSONPath that selects what is shown of a JSON body; absent or empty: everything. */
  readonly filter?: string
}

export interface BodyRange extends BodyView {
  readonly offset: number
  readonly maxBytes: number
}

/** The response that a body belongs to. */
export interface ReceivedBody {
  readonly response: Pick<Response, 'content'> & Partial<Pick<Response, 'headers'>>
  /** Whether the body is still being received. */
  readonly isGrowing: boolean
}

/** A file that is read as text: a body as received, or a formatted one. */
interface TextSource {
  readonly handle: string
  readonly encoding: TextEncoding
  readonly rows: RowIndex
  search: RowSearch | null
  /** Tables of a JSON body by the byte offset of the value, least recently used first. */
  readonly tables: Map<number, JsonTable>
}

/** A body derived from another one: formatted, filtered or merged. */
type MadeBody = { readonly revision?: number; readonly merge?: BodyMerge } & (
  | { readonly state: 'none' | 'later' | 'refused' }
  | { readonly state: 'made'; readonly handle: string; readonly isLate?: boolean }
)

/** The source that a `view` resolves to. */
interface OpenedView {
  readonly source: TextSource
  readonly view: 'pretty' | 'raw'
  readonly format: BodyFormat
  readonly isText: boolean
  readonly isFormatting: boolean
  readonly revision: number
  readonly merge: BodyMerge | null
}

/**
 * Reads response bodies as text, by range and by rows, and searches them. A formatted body is stored
 * separately, next to the received one.
 */
export class BodyTexts {
  readonly #bodies: FileBodyStore
  readonly #formatter: BodyFormatter
  readonly #filters: BodyFilters
  readonly #formatted: FormattedBodies
  readonly #merged: MergedBodies
  readonly #folds: BodyFolds
  /** By handle. */
  readonly #sources = new Map<string, TextSource>()

  constructor(
    bodies: FileBodyStore,
    {
      formatter = new BodyFormatter(),
      filtering = {},
      merging = {},
      secretsOf = async () => [],
    }: {
      readonly formatter?: BodyFormatter
      readonly filtering?: Partial<ThreadCaps>
      readonly merging?: Partial<ThreadCaps>
      /** Returns the secrets that a merged response may carry. */
      readonly secretsOf?: MergedBodiesOptions['secretsOf']
    } = {},
  ) {
    this.#bodies = bodies
    this.#formatter = formatter
    this.#formatted = new FormattedBodies(bodies, formatter, handle => this.#forget(handle))
    this.#merged = new MergedBodies(bodies, {
      onForget: handle => this.release(handle),
      secretsOf,
      caps: merging,
    })
    this.#folds = new BodyFolds(bodies)
    this.#filters = new BodyFilters(bodies, handle => this.#forget(handle), filtering)
  }

  /** Prepares for a body that is about to arrive. */
  prepare(): void {
    this.#formatter.prepare()
  }

  /**
   * Reads a range of a view; null if the handle is unknown. A character longer than `maxBytes` is returned
   * whole. The text of a growing body ends before an incomplete character.
   */
  async read(range: BodyRange, received: ReceivedBody): Promise<BodyText | null> {
    const opened = await this.#open(range, received)
    if (opened === null) return null
    const { source, view, format, isText, isFormatting, revision } = opened
    const from = Math.max(range.offset, source.encoding.markBytes)
    const piece = await this.#readPiece(source, from, range.maxBytes, received.isGrowing)
    if (piece === null) return null
    const nextOffset = from + piece.usedBytes
    return {
      text: piece.text,
      nextOffset: nextOffset >= piece.totalBytes || piece.usedBytes === 0 ? null : nextOffset,
      totalBytes: piece.totalBytes,
      view,
      format,
      isText,
      isFormatting,
      revision,
    }
  }

  /** Returns some rows of a view, and the number of rows known so far. Null if the handle is unknown. */
  async readRows(
    range: BodyView & { readonly firstRow: number; readonly maxRows: number },
    received: ReceivedBody,
  ): Promise<BodyRows | null> {
    const opened = await this.#open(range, received)
    if (opened === null) return null
    const { source, view, format, isText, isFormatting, revision, merge } = opened
    await Promise.race([source.rows.extend(), waitForCallLimit()])
    return {
      rows: await source.rows.rows(range.firstRow, range.maxRows),
      totalRows: source.rows.rowCount,
      totalBytes: this.#bodies.sizeBytes(source.handle) ?? 0,
      isWhole: source.rows.isAtEnd && !received.isGrowing && !isFormatting,
      view,
      format,
      isText,
      isFormatting,
      revision,
      merge,
    }
  }

  /** Returns the rows of a formatted body that can be folded. Null if the handle is unknown. */
  async readFoldStarts(
    range: BodyView & { readonly firstRow: number; readonly maxRows: number },
    received: ReceivedBody,
  ): Promise<BodyFoldStarts | null> {
    const opened = await this.#open(range, received)
    if (opened === null) return null
    const folds = await this.#foldsOf(opened)
    if (folds === 'later') return { isWhole: false, starts: [] }
    return { isWhole: true, starts: (await folds?.starts(range.firstRow, range.maxRows)) ?? [] }
  }

  /** Returns what folds at a row; null if nothing does, or if this is not known yet. */
  async readFold(
    query: BodyView & { readonly row: number },
    received: ReceivedBody,
  ): Promise<BodyFold | null> {
    const opened = await this.#open(query, received)
    const folds = opened && (await this.#foldsOf(opened))
    return folds === null || folds === 'later' ? null : folds.fold(query.row)
  }

  /**
   * Returns how many matches of a text are known in a view, and the match that was asked for. Null if the
   * handle is unknown.
   */
  async find(
    query: BodyView & SearchOptions & { readonly text: string; readonly ordinal: number },
    received: ReceivedBody,
  ): Promise<BodyMatches | null> {
    const opened = await this.#open(query, received)
    if (opened === null) return null
    const { source } = opened
    const { text, isCaseSensitive, isWholeWord, isRegularExpression } = query
    const key = JSON.stringify([text, isCaseSensitive, isWholeWord, isRegularExpression])
    const pattern = await searchPattern(text, query)
    if (!pattern.ok) return { matchCount: 0, isWhole: true, match: null, problem: pattern.failure }
    if (source.search?.key !== key) {
      source.search?.stop()
      const kind = isRegularExpression ? 'expression' : 'text'
      source.search = new RowSearch(source.rows, key, pattern.value, kind)
    }
    const { search, rows } = source
    // What is indexed already is searched meanwhile, so that the first matches need not wait for the last rows.
    const searching = Promise.all([rows.extend(), search.extend()]).then(() => search.extend())
    await Promise.race([searching, waitForCallLimit()])
    const match = await search.match(query.ordinal)
    return {
      matchCount: search.matchCount,
      isWhole: rows.isAtEnd && search.isAtEnd && !received.isGrowing && !opened.isFormatting,
      match,
      problem: null,
    }
  }

  /** Filters a JSON body. Null if the handle is unknown. */
  async filter(
    query: BodyView & { readonly filter: string },
    received: ReceivedBody,
  ): Promise<BodyFilterState | null> {
    const body = await this.#body(query, received)
    if (body === null) return null
    if (received.isGrowing) return { state: 'making' }
    const filtered = await this.#filtered(query, body, received)
    if (filtered === 'later') return { state: 'making' }
    return filtered.state === 'made' ? { state: 'made', matchCount: filtered.matchCount } : filtered
  }

  /** Returns rows of a value of a JSON body as a table. Null if the handle is unknown. */
  async readTable(
    query: { handle: string; at: number; firstRow: number; maxRows: number },
    received: ReceivedBody,
  ): Promise<BodyTable | null> {
    const opened = await this.#open({ handle: query.handle, view: 'pretty', format: 'json' }, received)
    if (opened === null) return null
    if (opened.isFormatting) return { state: 'making', knownRows: 0 }
    if (opened.view !== 'pretty') return { state: 'none' }
    const table = this.#table(opened.source, query.at)
    await Promise.race([table.index(), waitForCallLimit()])
    if (!table.isWhole) return { state: 'making', knownRows: table.rowCount }
    const rows = await table.rows(query.firstRow, query.maxRows)
    return { state: 'made', columns: table.columns, totalRows: table.rowCount, rows }
  }

  /** Returns bytes of a body as received. */
  async readBytes({
    handle,
    offset,
    maxBytes,
  }: Pick<BodyRange, 'handle' | 'offset' | 'maxBytes'>): Promise<BodyBytes | null> {
    const bytes = await this.#bodies.read(handle, offset, maxBytes)
    const totalBytes = this.#bodies.sizeBytes(handle)
    if (bytes === null || totalBytes === null) return null
    return { base64: Buffer.from(bytes).toString('base64'), totalBytes }
  }

  /** Deletes a body and the bodies that were formatted or filtered from it. */
  async release(handle: string): Promise<void> {
    await this.#merged.release(handle)
    await this.#formatted.release(handle)
    await this.#filters.release(handle)
    await this.#forget(handle)
  }

  async close(): Promise<void> {
    const owners = [this.#formatter, this.#filters, this.#merged, this.#folds]
    await Promise.all(owners.map(one => one.close()))
  }

  async #forget(handle: string): Promise<void> {
    this.#sources.get(handle)?.search?.stop()
    this.#sources.delete(handle)
    this.#folds.forget(handle)
    await this.#bodies.release(handle)
  }

  /**
   * Opens a view. Also null if its filter was refused: the unfiltered body must not look like a result of the
   * filter.
   */
  async #open(query: BodyView, received: ReceivedBody): Promise<OpenedView | null> {
    const body = await this.#body(query, received)
    const made = body && (await this.#made(query, body, received))
    if (body === null || made === null || made.state === 'refused') return null
    const isMade = made.state === 'made'
    return {
      source: isMade ? this.#source(made.handle, utf8) : this.#source(query.handle, body.encoding),
      view: isMade ? query.view : 'raw',
      format: body.format,
      isText: body.isText,
      isFormatting: made.state === 'later' || (made.state === 'made' && made.isLate === true),
      revision: made.revision ?? 0,
      merge: made.merge ?? null,
    }
  }

  async #foldsOf({ source, view, format, isFormatting }: OpenedView) {
    if (isFormatting) return 'later'
    return view === 'pretty' ? this.#folds.of(source, format) : null
  }

  /** Returns the formatted or filtered body that a view shows instead of the received one. */
  async #made(
    { handle, view, filter = '' }: BodyView,
    body: KnownBody,
    received: ReceivedBody,
  ): Promise<MadeBody> {
    if (filter !== '') {
      const filtered = await this.#filtered({ handle, view, filter }, body, received)
      return filtered === 'later' ? { state: 'later' } : filtered
    }
    if (view === 'pretty' && body.boundary !== null && body.format === 'json')
      return this.#mergedBody(handle, body, received)
    if (view === 'raw' || received.isGrowing || !received.response.content.isComplete)
      return { state: 'none' }
    const formatted = await valueOrLater(this.#formatted.formattedBody(handle, body.format, body.encoding))
    if (formatted === 'later') {
      const beginning = this.#formatted.beginningOf(handle, body.format)
      return beginning === null ? formatting : { state: 'made', handle: beginning, isLate: true }
    }
    return formatted === null ? { state: 'none' } : { state: 'made', handle: formatted }
  }

  async #mergedBody(
    handle: string,
    { boundary, encoding }: KnownBody,
    { isGrowing }: ReceivedBody,
  ): Promise<MadeBody> {
    if (boundary === null) return { state: 'none' }
    const { latest, isLate } = await this.#merged.merged({ handle, boundary, encoding, isGrowing })
    if (latest === null) return { state: 'later' }
    const { revision, merge } = latest
    if (latest.handle === null) return { state: isLate && !isGrowing ? 'later' : 'none', revision, merge }
    return { state: 'made', handle: latest.handle, isLate: isLate && !isGrowing, revision, merge }
  }

  #body({ handle, format }: Pick<BodyView, 'handle' | 'format'>, { response }: ReceivedBody) {
    return readKnownBody(this.#bodies, { handle, format, response })
  }

  /** Returns the merged response; null if the parts cannot be merged. */
  async #wholeMerged(
    handle: string,
    body: KnownBody,
    received: ReceivedBody,
  ): Promise<{ readonly handle: string; readonly encoding: TextEncoding } | 'later' | null> {
    const made = await this.#mergedBody(handle, body, received)
    if (made.state === 'later' || (made.state === 'made' && made.isLate === true)) return 'later'
    return made.state === 'made' ? { handle: made.handle, encoding: utf8 } : null
  }

  #source(handle: string, encoding: TextEncoding): TextSource {
    const known = this.#sources.get(handle)
    if (known !== undefined && known.encoding.name === encoding.name) return known
    known?.search?.stop()
    const source = {
      handle,
      encoding,
      rows: new RowIndex(this.#bodies, handle, encoding),
      search: null,
      tables: new Map<number, JsonTable>(),
    }
    this.#sources.set(handle, source)
    return source
  }

  #table({ handle, tables }: TextSource, at: number): JsonTable {
    const table = tables.get(at) ?? new JsonTable(this.#bodies, handle, at)
    tables.delete(at)
    tables.set(at, table)
    for (const [other, { isWhole }] of tables)
      if (tables.size > maxCachedTables && isWhole) tables.delete(other)
    return table
  }

  async #readPiece({ handle, encoding }: TextSource, from: number, maxBytes: number, isGrowing: boolean) {
    const bytes = await this.#bodies.read(handle, from, Math.max(maxBytes, maxCharacterBytes))
    const totalBytes = this.#bodies.sizeBytes(handle)
    if (bytes === null || totalBytes === null) return null
    const decode = (length: number) => {
      const part = bytes.subarray(0, length)
      return decodePiece(part, encoding.name, !isGrowing && from + part.byteLength >= totalBytes)
    }
    const piece = decode(maxBytes)
    return { totalBytes, ...(piece.usedBytes === 0 ? decode(maxCharacterBytes) : piece) }
  }

  async #filtered(
    { handle, view, filter }: BodyFilter & { readonly handle: string },
    body: KnownBody,
    received: ReceivedBody,
  ): Promise<Exclude<FilteredBody, { state: 'superseded' }> | 'later'> {
    const { format, encoding, boundary } = body
    const { response } = received
    if (!response.content.isComplete)
      return { state: 'refused', refusal: describeFilterRefusal({ code: 'NOT_WHOLE' }) }
    if (format !== 'json') return { state: 'refused', refusal: describeFilterRefusal({ code: 'NOT_JSON' }) }
    const whole = boundary === null ? { handle, encoding } : await this.#wholeMerged(handle, body, received)
    if (whole === 'later') return 'later'
    if (whole === null) return { state: 'refused', refusal: describeFilterRefusal({ code: 'NOT_JSON' }) }
    const applied = this.#filters.apply(whole.handle, { filter, view }, whole.encoding)
    const filtered = await valueOrLater(applied)
    return filtered !== 'later' && filtered.state === 'superseded' ? 'later' : filtered
  }
}

const formatting = { state: 'later' } as const satisfies MadeBody

const utf8: TextEncoding = { name: 'utf-8', markBytes: 0 }
