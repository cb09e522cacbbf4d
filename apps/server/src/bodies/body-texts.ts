import type { FileBodyStore } from '@parley/appdata'
import { printJson, type TextEncoding, textEncodingOf } from '@parley/engine'
import type { Response } from '@parley/model'
import type { BodyText } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import { decodePiece, decodeStrictly, isText, sampleBytes } from './decode-text.ts'

/** Above this a body is shown as it came; formatting must stay far below the 100 ms of a procedure. */
export const maxFormattedBytes = 1024 * 1024

/** The most bytes that one character takes in any encoding. */
const maxCharacterBytes = 4

export interface BodyRange {
  readonly handle: string
  readonly view: 'pretty' | 'raw'
  readonly offset: number
  readonly maxBytes: number
}

/** What came with a body. */
export interface ReceivedBody {
  readonly response: Pick<Response, 'content'>
  /** Whether more of it may still come. */
  readonly isGrowing: boolean
}

/** Response bodies as text, by range. A formatted body is a body of its own beside the one that came. */
export class BodyTexts {
  readonly #bodies: FileBodyStore
  /** From a body to its formatted one; null where it cannot be formatted. */
  readonly #formatted = new Map<string, Promise<string | null>>()

  constructor(bodies: FileBodyStore) {
    this.#bodies = bodies
  }

  /**
   * Null where the handle is not known. A character that is longer than `maxBytes` comes whole. The
   * text of a growing body ends before a character that has not come whole.
   */
  async read(range: BodyRange, { response, isGrowing }: ReceivedBody): Promise<BodyText | null> {
    const formatted = range.view === 'pretty' ? await this.#format(range.handle, response) : null
    const source = formatted ?? range.handle
    const start = await this.#bodies.read(source, 0, sampleBytes)
    if (start === null) return null
    const encoding = formatted === null ? textEncodingOf(start, response.content) : utf8
    const from = Math.max(range.offset, encoding.markBytes)
    const piece = await this.#readPiece(source, from, range.maxBytes, encoding.name, isGrowing)
    if (piece === null) return null
    const nextOffset = from + piece.usedBytes
    return {
      text: piece.text,
      nextOffset: nextOffset >= piece.totalBytes || piece.usedBytes === 0 ? null : nextOffset,
      totalBytes: piece.totalBytes,
      view: formatted === null ? 'raw' : 'pretty',
      language: formatted !== null || isJson(response) ? 'json' : 'text',
      isText: isText(start, encoding.name),
    }
  }

  /** Gives up a body, and the formatted one that was made from it. */
  async release(handle: string): Promise<void> {
    const formatted = await this.#formatted.get(handle)
    this.#formatted.delete(handle)
    if (formatted) await this.#bodies.release(formatted)
    await this.#bodies.release(handle)
  }

  async #readPiece(source: string, from: number, maxBytes: number, encoding: string, isGrowing: boolean) {
    const bytes = await this.#bodies.read(source, from, Math.max(maxBytes, maxCharacterBytes))
    const totalBytes = this.#bodies.sizeBytes(source)
    if (bytes === null || totalBytes === null) return null
    const decode = (length: number) => {
      const part = bytes.subarray(0, length)
      return decodePiece(part, encoding, !isGrowing && from + part.byteLength >= totalBytes)
    }
    const piece = decode(maxBytes)
    return { totalBytes, ...(piece.usedBytes === 0 ? decode(maxCharacterBytes) : piece) }
  }

  #format(handle: string, response: ReceivedBody['response']): Promise<string | null> {
    if (!response.content.isComplete) return Promise.resolve(null)
    const known = this.#formatted.get(handle)
    if (known !== undefined) return known
    const made = this.#formatNow(handle, response).catch(error => {
      // A full disk, for one: the body as it came can still be read.
      logFault('formatting a body', error)
      return null
    })
    this.#formatted.set(handle, made)
    return made
  }

  async #formatNow(handle: string, response: ReceivedBody['response']): Promise<string | null> {
    const sizeBytes = this.#bodies.sizeBytes(handle) ?? 0
    if (sizeBytes === 0 || sizeBytes > maxFormattedBytes || !isJson(response)) return null
    const bytes = await this.#bodies.read(handle, 0, sizeBytes)
    if (bytes === null) return null
    const encoding = textEncodingOf(bytes, response.content)
    const text = decodeStrictly(bytes.subarray(encoding.markBytes), encoding.name, false)
    const printed = text === null ? null : printJson(text)
    if (printed === null) return null
    const writer = await this.#bodies.create()
    try {
      await writer.write(new TextEncoder().encode(printed))
    } finally {
      await writer.close()
    }
    return writer.handle
  }
}

const utf8: TextEncoding = { name: 'utf-8', markBytes: 0 }

function isJson({ content }: ReceivedBody['response']): boolean {
  return /^(application|text)\/(json|[\w.+-]+\+json|x-ndjson)$/.test(content.mediaType)
}
