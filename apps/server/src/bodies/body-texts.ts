import type { FileBodyStore } from '@parley/appdata'
import { printJson } from '@parley/engine'
import type { Response } from '@parley/model'
import type { BodyText } from '../contract/index.ts'
import { decodePiece, isText, textEncodingOf } from './text-encoding.ts'

/** Above this a body is shown as it came; formatting must stay far below the 100 ms of a procedure. */
const maxFormattedBytes = 1024 * 1024

export interface BodyRange {
  readonly handle: string
  readonly view: 'pretty' | 'raw'
  readonly offset: number
  readonly maxBytes: number
}

/** Response bodies as text, by range. A formatted body is a body of its own beside the one that came. */
export class BodyTexts {
  readonly #bodies: FileBodyStore
  /** From a body to its formatted one; null where it cannot be formatted. */
  readonly #formatted = new Map<string, Promise<string | null>>()

  constructor(bodies: FileBodyStore) {
    this.#bodies = bodies
  }

  /** Null where the handle is not known. */
  async read({ handle, view, offset, maxBytes }: BodyRange, response: Response): Promise<BodyText | null> {
    const formatted = view === 'pretty' ? await this.#format(handle, response) : null
    const source = formatted ?? handle
    const bytes = await this.#bodies.read(source, offset, maxBytes)
    const totalBytes = this.#bodies.sizeBytes(source)
    if (bytes === null || totalBytes === null) return null
    const encoding = formatted === null ? textEncodingOf(response) : 'utf-8'
    const isLast = offset + bytes.byteLength >= totalBytes
    const piece = decodePiece(bytes, encoding, isLast)
    const nextOffset = offset + piece.usedBytes
    return {
      text: piece.text,
      nextOffset: nextOffset >= totalBytes || piece.usedBytes === 0 ? null : nextOffset,
      totalBytes,
      view: formatted === null ? 'raw' : 'pretty',
      language: formatted !== null || isJson(response) ? 'json' : 'text',
      isText: offset > 0 || isText(bytes, encoding),
    }
  }

  /** Gives up the formatted body with the body that it was made from. */
  async release(handle: string): Promise<void> {
    const formatted = await this.#formatted.get(handle)
    this.#formatted.delete(handle)
    if (formatted) await this.#bodies.release(formatted)
  }

  #format(handle: string, response: Response): Promise<string | null> {
    if (!response.content.isComplete) return Promise.resolve(null)
    const known = this.#formatted.get(handle)
    if (known !== undefined) return known
    const made = this.#formatNow(handle, response)
    this.#formatted.set(handle, made)
    return made
  }

  async #formatNow(handle: string, response: Response): Promise<string | null> {
    const sizeBytes = this.#bodies.sizeBytes(handle) ?? 0
    if (sizeBytes === 0 || sizeBytes > maxFormattedBytes || !isJson(response)) return null
    const bytes = await this.#bodies.read(handle, 0, sizeBytes)
    const printed = bytes === null ? null : printJson(decodePiece(bytes, textEncodingOf(response), true).text)
    if (printed === null) return null
    const writer = await this.#bodies.create()
    await writer.write(new TextEncoder().encode(printed))
    await writer.close()
    return writer.handle
  }
}

function isJson({ content }: Response): boolean {
  return /^(application|text)\/(json|[\w.+-]+\+json|x-ndjson)$/.test(content.mediaType)
}
