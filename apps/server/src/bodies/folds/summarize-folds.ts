import { rowsPerMark } from '../row-index.ts'
import { splitRows } from '../split-rows.ts'
import type { FoldJob, FoldSummary } from './fold-job.ts'
import { createFoldScanner, type FoldScanner } from './fold-scanner.ts'

/** Reads a whole body once, in pieces, and summarizes the rows between its marks. */
export class FoldSummarizer {
  readonly #blocks: { depth: number; state: number; lowest: number; separators: number }[] = []
  readonly #scanner: FoldScanner
  #depth = 0
  #lowest = 0
  #separators = 0
  #wholeRows = 0
  #rest: Uint8Array = new Uint8Array()

  constructor(format: FoldJob['format']) {
    this.#scanner = createFoldScanner(format, {
      onOpen: () => {
        this.#depth += 1
      },
      onClose: () => {
        this.#depth -= 1
        if (this.#depth < this.#lowest) {
          this.#lowest = this.#depth
          this.#separators = 0
        }
      },
      onSeparator: () => {
        if (this.#depth === this.#lowest) this.#separators += 1
      },
    })
    this.#begin()
  }

  write(piece: Uint8Array): void {
    const bytes = this.#rest.byteLength === 0 ? piece : Buffer.concat([this.#rest, piece])
    this.#split(bytes, false)
  }

  end(): FoldSummary {
    this.#split(this.#rest, true)
    this.#endBlock()
    return {
      depths: Int32Array.from(this.#blocks, block => block.depth),
      states: Uint8Array.from(this.#blocks, block => block.state),
      lowestDepths: Int32Array.from(this.#blocks, block => block.lowest),
      separators: Int32Array.from(this.#blocks, block => block.separators),
    }
  }

  #split(bytes: Uint8Array, isLast: boolean): void {
    let scannedTo = 0
    const restStart = splitRows(bytes, 'utf-8', (_, end) => {
      this.#wholeRows += 1
      if (this.#wholeRows % rowsPerMark !== 0) return
      this.#scanner.write(bytes.subarray(scannedTo, end), 0)
      scannedTo = end
      this.#endBlock()
      this.#begin()
    })
    const end = isLast ? bytes.byteLength : restStart
    this.#scanner.write(bytes.subarray(scannedTo, end), 0)
    this.#rest = bytes.slice(end)
  }

  #begin(): void {
    this.#lowest = this.#depth
    this.#separators = 0
    this.#blocks.push({ depth: this.#depth, state: this.#scanner.state, lowest: this.#depth, separators: 0 })
  }

  #endBlock(): void {
    const block = this.#blocks.at(-1)
    if (block === undefined) return
    block.lowest = this.#lowest
    block.separators = this.#separators
  }
}
