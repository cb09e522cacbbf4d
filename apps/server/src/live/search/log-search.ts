import type { DescribedProblem } from '../../contract/index.ts'
import { logFault } from '../../log-fault.ts'
import type { MessageLog } from '../message-log.ts'
import type { LogQuestion, LogRange, SearchJob } from './log-job.ts'
import type { LogThreads } from './log-threads.ts'

/** How many bytes of messages a thread searches before it reports what it found. */
const maxRangeBytes = 16 * 1024 * 1024

/**
 * Finds the messages of a growing log that answer a question, in a thread, a range at a time. The question is asked
 * again for each range, because a log learns types as it grows.
 */
export class LogSearch {
  readonly found = new NumberList()
  readonly #log: MessageLog
  readonly #question: () => LogQuestion
  readonly #threads: LogThreads
  #searchedTo = 0
  #searching: Promise<void> | null = null
  #isStopped = false
  #problem: DescribedProblem | null = null

  constructor(log: MessageLog, question: () => LogQuestion, threads: LogThreads) {
    this.#log = log
    this.#question = question
    this.#threads = threads
  }

  /** Whether all messages that are indexed were searched. */
  get isAtEnd(): boolean {
    return this.#problem !== null || this.#searchedTo >= this.#log.index.endNumber
  }

  /** Why the search ended early; null: it did not. */
  get problem(): DescribedProblem | null {
    return this.#problem
  }

  /** Continues to the last message that is indexed. Never rejects. */
  extend(): Promise<void> {
    this.#searching ??= this.#search().then(() => {
      this.#searching = null
    })
    return this.#searching
  }

  /** Stops the search, because another one has begun or its session is over. */
  stop(): void {
    this.#isStopped = true
  }

  async #search(): Promise<void> {
    while (!this.isAtEnd && !this.#isStopped) {
      try {
        if (!(await this.#searchRange())) return
      } catch (error) {
        logFault('searching the messages of a session', error)
        this.#problem = ended
      }
    }
  }

  /** Returns false if the search cannot continue. */
  async #searchRange(): Promise<boolean> {
    const from = Math.max(this.#searchedTo, this.#log.index.firstNumber)
    const range = rangeOf(this.#log, from)
    if (range === null) return false
    const job = await this.#jobOf(range)
    if (job === null) return false
    const outcome = await this.#threads.search(job, () => !this.#isStopped)
    if (outcome.state === 'unwanted') return false
    if (outcome.state !== 'answered') this.#problem = outcome.state === 'too-slow' ? tooSlow : ended
    else {
      this.found.add(outcome.answer)
      this.#searchedTo = range.to
    }
    return true
  }

  async #jobOf(range: LogRange): Promise<SearchJob | null> {
    const { framing } = this.#log
    const files = await filesOf(this.#log, [range])
    return files && { kind: 'search', framing, files, question: this.#question(), range }
  }
}

const nextStep = 'Search for a longer text, or choose fewer types.'
const tooSlow = { sentence: 'The search took too long and was stopped.', nextStep }
const ended = { sentence: 'The search ended before it was complete.', nextStep: 'Search again.' }

/** Returns the messages from this one on that a thread takes at once; null if it was dropped. */
function rangeOf(log: MessageLog, from: number): LogRange | null {
  const block = log.index.blockOf(from)
  if (block === null) return null
  const start = log.index.message(from)?.offset ?? 0
  let to = from + 1
  while (to < block.endNumber && (log.index.message(to)?.offset ?? 0) - start < maxRangeBytes) to += 1
  return { buffer: block.buffer, blockStart: block.firstNumber, from, to }
}

/** Returns the messages of a log that are there now, block by block. */
export function allRanges({ index }: MessageLog): readonly LogRange[] {
  const ranges: LogRange[] = []
  for (let from = index.firstNumber; from < index.endNumber; ) {
    const block = index.blockOf(from)
    if (block === null) break
    ranges.push({ buffer: block.buffer, blockStart: block.firstNumber, from, to: block.endNumber })
    from = block.endNumber
  }
  return ranges
}

/** Returns the files with the messages of ranges; null if they were dropped meanwhile. */
export async function filesOf(log: MessageLog, ranges: readonly LogRange[]) {
  const first = log.index.message(ranges[0]?.from ?? 0)
  const last = log.index.message((ranges.at(-1)?.to ?? 0) - 1)
  return first && last && log.files(first.offset, last.offset + last.lengthBytes)
}

/** A list of ascending numbers that grows: four bytes for each. */
class NumberList {
  #numbers = new Uint32Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(numbers: readonly number[]): void {
    const length = this.#length + numbers.length
    if (length > this.#numbers.length) {
      const grown = new Uint32Array(Math.max(length, 2 * this.#numbers.length))
      grown.set(this.#numbers)
      this.#numbers = grown
    }
    this.#numbers.set(numbers, this.#length)
    this.#length = length
  }

  /** Returns the numbers at these positions. */
  slice(from: number, to: number): readonly number[] {
    return [...this.#numbers.subarray(Math.min(from, this.#length), Math.min(to, this.#length))]
  }

  /** Returns the position of the first number that is not less than a limit. */
  firstFrom(limit: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((this.#numbers[middle] ?? 0) < limit) low = middle + 1
      else high = middle
    }
    return low
  }
}
