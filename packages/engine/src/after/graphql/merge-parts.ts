import { MultipartMixedReader, mixedBoundary } from '../../exchange/graphql/multipart-mixed.ts'
import { IncrementalMerge } from './merge-incremental.ts'

/** How much of an incremental response could be merged. */
export interface MergedParts {
  readonly partCount: number
  /** Parts of which at least a piece could not be merged, for example as it names a place that does not exist. */
  readonly unmergedCount: number
  /** Whether the server announced parts that have not arrived. */
  readonly isAwaitingParts: boolean
}

/** Merges the parts of an incremental response (`multipart/mixed`) from text that arrives in pieces. */
export class PartsMerger {
  readonly #reader: MultipartMixedReader
  readonly #merge = new IncrementalMerge()
  #partCount = 0
  #unmergedCount = 0

  constructor(boundary: string) {
    this.#reader = new MultipartMixedReader(boundary)
  }

  write(text: string): void {
    for (const part of this.#reader.write(text)) {
      this.#partCount += 1
      if (this.#merge.add(part) !== null) this.#unmergedCount += 1
    }
  }

  /** The response so far as JSON; null before its first part. */
  get text(): string | null {
    return this.#merge.text
  }

  get parts(): MergedParts {
    return {
      partCount: this.#partCount,
      unmergedCount: this.#unmergedCount,
      isAwaitingParts: this.#merge.hasNext && !this.#reader.isEnded,
    }
  }
}

/** The first part of a response to a query; events of a subscription have a `payload`. */
const firstPart =
  /^\s*--[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n\s*\{\s*"(?:data|errors|hasNext|pending|incremental|extensions)"/

/**
 * Returns the boundary of an incremental response (`@defer` and `@stream`); null for any other one.
 * @param start the beginning of the body, with the first name of its first part
 */
export function incrementalBoundary(contentType: string, start: string): string | null {
  return firstPart.test(start) ? mixedBoundary(contentType) : null
}

/** Returns the parts of a `multipart/mixed` response merged to one; any other response as it is. */
export function mergedResponse(contentType: string, text: string): string {
  const boundary = incrementalBoundary(contentType, text)
  if (boundary === null) return text
  const merger = new PartsMerger(boundary)
  merger.write(text)
  return merger.text ?? text
}
