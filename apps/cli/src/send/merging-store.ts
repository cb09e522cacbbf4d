import { type BodyStore, type BodyWriter, incrementalBoundary, mergedResponse } from '@parley/engine'
import type { HeaderField, Response } from '@parley/model'

/** More is printed as received, as all parts are in memory until the last one. */
const longestMergedBytes = 64 * 1024 * 1024
/** A first part begins before this byte. */
const startBytes = 16 * 1024
/** Enough characters of a first part to see whether it is that of a GraphQL response. */
const startOfPart = 32

/** Passes on the parts of an incremental GraphQL response as one JSON text, once they have all arrived. */
export class MergingStore {
  /** What the transport writes the response to. */
  readonly bodyStore: BodyStore
  readonly #onTooLong: () => void
  #contentType = ''

  /**
   * @param target - takes the merged response, and any other one as it arrives
   * @param onTooLong - called if the parts are too long to be merged
   */
  constructor(target: BodyStore, onTooLong: () => void) {
    this.#onTooLong = onTooLong
    this.bodyStore = { create: async () => this.#merging(await target.create()) }
  }

  /** Call with the response before its content. */
  begin({ headers }: Pick<Response, 'headers'>): void {
    this.#contentType = fieldValue(headers, 'content-type')
  }

  #merging(writer: BodyWriter): BodyWriter {
    let held: Uint8Array[] | null = []
    let heldBytes = 0
    let isIncremental: boolean | null = null
    const release = async () => {
      const pieces = held ?? []
      held = null
      for (const piece of pieces) await writer.write(piece)
    }
    return {
      handle: writer.handle,
      write: async piece => {
        if (held === null) return writer.write(piece)
        // The caller may use its bytes again.
        held.push(piece.slice())
        heldBytes += piece.byteLength
        isIncremental ??= this.#isIncremental(held, heldBytes)
        if (isIncremental === null || (isIncremental && heldBytes <= longestMergedBytes)) return
        if (isIncremental) this.#onTooLong()
        await release()
      },
      close: async () => {
        if (held !== null && held.length > 0) {
          const bytes = Buffer.concat(held)
          held = null
          const text = bytes.toString()
          const merged = mergedResponse(this.#contentType, text)
          await writer.write(merged === text ? bytes : Buffer.from(merged))
        }
        await writer.close()
      },
    }
  }

  /** Null until enough has arrived to say. */
  #isIncremental(pieces: readonly Uint8Array[], sizeBytes: number): boolean | null {
    if (!/^\s*multipart\/mixed/i.test(this.#contentType)) return false
    const start = Buffer.concat(pieces).toString('utf8', 0, startBytes)
    if (incrementalBoundary(this.#contentType, start) !== null) return true
    return sizeBytes < startBytes && !hasStartOfPart(start) ? null : false
  }
}

function hasStartOfPart(text: string): boolean {
  const part = text.slice(/\n\r?\n/.exec(text)?.index ?? text.length).trimStart()
  return part.length >= startOfPart
}

function fieldValue(headers: readonly HeaderField[], name: string): string {
  return headers.find(field => field.name.toLowerCase() === name)?.value ?? ''
}
