import { setTimeout as sleep } from 'node:timers/promises'
import type { FileBodyStore } from '@parley/appdata'
import { type TextEncoding, textEncodingOf } from '@parley/engine'
import type { Response } from '@parley/model'
import type { BodyBytes, BodyFormat, BodyMatches, BodyRows, BodyTable, BodyText } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import { detectFormat } from './body-format.ts'
import { BodyFormatter } from './body-formatter.ts'
import { decodePiece, isText, sampleBytes } from './decode-text.ts'
import type { PrintableFormat } from './format-job.ts'
import { JsonTable } from './json-table.ts'
import { RowIndex } from './row-index.ts'
import { RowSearch } from './row-search.ts'

/** The most bytes that one character takes in any encoding. */
const maxCharacterBytes = 4
/** A call returns within 100 ms; what is not ready by then goes on, and the page asks again. */
const maxWaitMs = 60
/** What is not printed by pieces needs many times its size in memory. */
const maxBeautifiedBytes = 20 * 1024 * 1024

/** So many values of a body are remembered as tables. */
const keptTables = 8

/** A body, and how it is to be read. */
export interface BodyView {
  readonly handle: string
  readonly view: 'pretty' | 'raw'
  readonly format: BodyFormat | 'auto'
}

export interface BodyRange extends BodyView {
  readonly offset: number
  readonly maxBytes: number
}

/** What came with a body. */
export interface ReceivedBody {
  readonly response: Pick<Response, 'content'>
  /** Whether more of it may still come. */
  readonly isGrowing: boolean
}

/** A file that is read as text: a body as it came, or one laid out from it. */
interface TextSource {
  readonly handle: string
  readonly encoding: TextEncoding
  readonly rows: RowIndex
  search: RowSearch | null
  /** Of a body that is JSON, by the place of the value; the one asked for last is the last one. */
  readonly tables: Map<number, JsonTable>
}

/** What `view` turned out to be. */
interface OpenedView {
  readonly source: TextSource
  readonly view: 'pretty' | 'raw'
  readonly format: BodyFormat
  readonly isText: boolean
  readonly isFormatting: boolean
}

/**
 * Response bodies as text, by range, by rows, and searched. A body that was laid out is a body of its own
 * beside the one that came.
 */
export class BodyTexts {
  readonly #bodies: FileBodyStore
  readonly #formatter: BodyFormatter
  /** By handle and format: the laid-out body's handle, or null where there is none. */
  readonly #formatted = new Map<string, Promise<string | null>>()
  /** By handle. */
  readonly #sources = new Map<string, TextSource>()

  constructor(bodies: FileBodyStore, formatter = new BodyFormatter()) {
    this.#bodies = bodies
    this.#formatter = formatter
  }

  /** A body is about to come. */
  prepare(): void {
    this.#formatter.prepare()
  }

  /**
   * Null where the handle is not known. A character that is longer than `maxBytes` comes whole. The
   * text of a growing body ends before a character that has not come whole.
   */
  async read(range: BodyRange, received: ReceivedBody): Promise<BodyText | null> {
    const opened = await this.#open(range, received)
    if (opened === null) return null
    const { source, view, format, isText, isFormatting } = opened
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
    }
  }

  /** Some rows of a view, and how many it has as far as is known. Null where the handle is not known. */
  async readRows(
    range: BodyView & { readonly firstRow: number; readonly maxRows: number },
    received: ReceivedBody,
  ): Promise<BodyRows | null> {
    const opened = await this.#open(range, received)
    if (opened === null) return null
    const { source, view, format, isText, isFormatting } = opened
    await Promise.race([source.rows.extend(), wait()])
    return {
      rows: await source.rows.rows(range.firstRow, range.maxRows),
      totalRows: source.rows.rowCount,
      totalBytes: this.#bodies.sizeBytes(source.handle) ?? 0,
      isWhole: source.rows.isAtEnd && !received.isGrowing && !isFormatting,
      view,
      format,
      isText,
      isFormatting,
    }
  }

  /** How often a text stands in a view as far as is known, and one of these places. Null where the handle is not known. */
  async find(
    query: BodyView & { readonly text: string; readonly ordinal: number },
    received: ReceivedBody,
  ): Promise<BodyMatches | null> {
    const opened = await this.#open(query, received)
    if (opened === null) return null
    const { source } = opened
    if (source.search?.text !== query.text) {
      source.search?.stop()
      source.search = new RowSearch(source.rows, query.text)
    }
    const { search, rows } = source
    await Promise.race([rows.extend().then(() => search.extend()), wait()])
    const match = await search.match(query.ordinal)
    return {
      matchCount: search.matchCount,
      isWhole: rows.isAtEnd && search.isAtEnd && !received.isGrowing && !opened.isFormatting,
      match,
    }
  }

  /** Rows of a value of a JSON body as a table. Null where the handle is not known. */
  async readTable(
    query: { handle: string; at: number; firstRow: number; maxRows: number },
    received: ReceivedBody,
  ): Promise<BodyTable | null> {
    const opened = await this.#open({ handle: query.handle, view: 'pretty', format: 'json' }, received)
    if (opened === null) return null
    if (opened.isFormatting) return { state: 'making', knownRows: 0 }
    if (opened.view !== 'pretty') return { state: 'none' }
    const table = this.#table(opened.source, query.at)
    await Promise.race([table.index(), wait()])
    if (!table.isWhole) return { state: 'making', knownRows: table.rowCount }
    const rows = await table.rows(query.firstRow, query.maxRows)
    return { state: 'made', columns: table.columns, totalRows: table.rowCount, rows }
  }

  /** Bytes as they came. Null where the handle is not known. */
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

  /** Gives up a body, and those that were laid out from it. */
  async release(handle: string): Promise<void> {
    const formatted = [...this.#formatted].filter(([key]) => key.startsWith(`${handle}/`))
    for (const [key] of formatted) this.#formatted.delete(key)
    for (const [, made] of formatted) {
      const other = await made
      if (other !== null) await this.#forget(other)
    }
    await this.#forget(handle)
  }

  async close(): Promise<void> {
    await this.#formatter.close()
  }

  async #forget(handle: string): Promise<void> {
    this.#sources.get(handle)?.search?.stop()
    this.#sources.delete(handle)
    await this.#bodies.release(handle)
  }

  async #open({ handle, view, format }: BodyView, received: ReceivedBody): Promise<OpenedView | null> {
    const start = await this.#bodies.read(handle, 0, sampleBytes)
    if (start === null) return null
    const encoding = textEncodingOf(start, received.response.content)
    const startText = decodePiece(start.subarray(encoding.markBytes), encoding.name, false).text
    const given = format === 'auto' ? detectFormat(received.response.content, startText) : format
    const formatted =
      view === 'pretty' && !received.isGrowing && received.response.content.isComplete
        ? await this.#formattedHandle(handle, given, encoding)
        : null
    const isFormatting = formatted === 'later'
    const other = formatted === 'later' ? null : formatted
    return {
      source: other === null ? this.#source(handle, encoding) : this.#source(other, utf8),
      view: other === null ? 'raw' : 'pretty',
      format: given,
      isText: isText(start, encoding.name),
      isFormatting,
    }
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
    for (const [other, { isWhole }] of tables) if (tables.size > keptTables && isWhole) tables.delete(other)
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

  #formattedHandle(
    handle: string,
    format: BodyFormat,
    encoding: TextEncoding,
  ): Promise<string | null | 'later'> {
    if (!isPrintable(format)) return Promise.resolve(null)
    const key = `${handle}/${format}`
    let made = this.#formatted.get(key)
    if (made === undefined) {
      made = this.#format(handle, format, encoding).catch(error => {
        // A full disk, for one: the body as it came can still be read.
        logFault('formatting a body', error)
        return null
      })
      this.#formatted.set(key, made)
    }
    return Promise.race([made, wait().then(() => 'later' as const)])
  }

  async #format(handle: string, format: PrintableFormat, encoding: TextEncoding): Promise<string | null> {
    const sizeBytes = this.#bodies.sizeBytes(handle) ?? 0
    const isLimited = format === 'html' || format === 'javascript'
    if (sizeBytes === 0 || (isLimited && sizeBytes > maxBeautifiedBytes)) return null
    const sourcePath = await this.#bodies.path(handle)
    if (sourcePath === null) return null
    const { name, markBytes } = encoding
    return this.#bodies.createBy(targetPath =>
      this.#formatter.format({ sourcePath, targetPath, format, encoding: name, markBytes }),
    )
  }
}

const utf8: TextEncoding = { name: 'utf-8', markBytes: 0 }

function isPrintable(format: BodyFormat): format is PrintableFormat {
  return format !== 'yaml' && format !== 'text'
}

function wait(): Promise<void> {
  return sleep(maxWaitMs, undefined, { ref: false })
}
