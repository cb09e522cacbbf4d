import { bytesPerMessage, type LogMessage, MessageBlock } from './message-block.ts'
import { TypeTable } from './type-table.ts'

export interface MessageIndexLimits {
  /** When there are more, the oldest are dropped, a block at a time. */
  readonly maxMessages: number
  readonly blockMessages: number
}

/** A message that is added to an index. */
export interface NewLogMessage extends Omit<LogMessage, 'typeNumber' | 'isNote' | 'wireBytes'> {
  /** Absent: it is logged as it was sent. */
  readonly wireBytes?: number | null
  /** Absent: no. */
  readonly isNote?: boolean
  /** Null: a type that the table does not distinguish. */
  readonly type: string | null
}

const defaultLimits: MessageIndexLimits = { maxMessages: 1_000_000, blockMessages: 10_000 }

/**
 * Where each message of a live session is, in 32 bytes a message. Messages are numbered from 0; a number stays that
 * of its message when older ones are dropped.
 */
export class MessageIndex {
  readonly types = new TypeTable()
  readonly #limits: MessageIndexLimits
  /** All blocks but the last are full. */
  readonly #blocks: MessageBlock[] = []
  /** The number of the first message in the first block. */
  #firstBlockNumber: number
  #firstNumber: number
  #endNumber: number
  #sentCount: number
  #noteCount: number

  /** @param start - the number of the first message, and how many of those before it were sent or notes */
  constructor(limits: Partial<MessageIndexLimits> = {}, start = { number: 0, sentCount: 0, noteCount: 0 }) {
    this.#limits = { ...defaultLimits, ...limits }
    this.#firstBlockNumber = start.number
    this.#firstNumber = start.number
    this.#endNumber = start.number
    this.#sentCount = start.sentCount
    this.#noteCount = start.noteCount
  }

  /** The number of the oldest message that was not dropped; also how many were dropped. */
  get firstNumber(): number {
    return this.#firstNumber
  }

  /** How many messages there were, dropped ones included. */
  get endNumber(): number {
    return this.#endNumber
  }

  /** How many of all messages were sent, without notes. */
  get sentCount(): number {
    return this.#sentCount
  }

  /** How many of all messages were notes. */
  get noteCount(): number {
    return this.#noteCount
  }

  add({ type, isNote = false, wireBytes = null, ...message }: NewLogMessage): void {
    const { blockMessages, maxMessages } = this.#limits
    const at = (this.#endNumber - this.#firstBlockNumber) % blockMessages
    if (at === 0) {
      const excess = this.#endNumber + blockMessages - this.#firstNumber - maxMessages
      if (excess > 0) this.dropBefore(this.#firstBlockNumber + blockMessages)
      this.#blocks.push(new MessageBlock(new SharedArrayBuffer(blockMessages * bytesPerMessage)))
    }
    this.#blocks.at(-1)?.write(at, { ...message, isNote, wireBytes, typeNumber: this.types.add(type) })
    this.#endNumber += 1
    if (isNote) this.#noteCount += 1
    else if (message.isSent) this.#sentCount += 1
  }

  /** Returns a message; null if it was dropped or does not exist. */
  message(number: number): LogMessage | null {
    if (number < this.#firstNumber || number >= this.#endNumber) return null
    const { block, at } = this.#place(number)
    return block?.read(at) ?? null
  }

  /** Drops all messages before this one. Their memory is freed a block at a time. */
  dropBefore(number: number): void {
    const end = Math.min(number, this.#endNumber)
    for (; this.#firstNumber < end; this.#firstNumber += 1) {
      const { block, at } = this.#place(this.#firstNumber)
      if (block !== undefined) this.types.drop(block.typeNumber(at))
    }
    const { blockMessages } = this.#limits
    while (this.#blocks.length > 0 && this.#firstBlockNumber + blockMessages <= this.#firstNumber) {
      this.#blocks.shift()
      this.#firstBlockNumber += blockMessages
    }
  }

  /** Returns the block that has a message, and the numbers that are in it; null if the message was dropped. */
  blockOf(number: number): { buffer: SharedArrayBuffer; firstNumber: number; endNumber: number } | null {
    if (number < this.#firstNumber || number >= this.#endNumber) return null
    const { block, at } = this.#place(number)
    const firstNumber = number - at
    const endNumber = Math.min(this.#endNumber, firstNumber + this.#limits.blockMessages)
    return block === undefined ? null : { buffer: block.buffer, firstNumber, endNumber }
  }

  #place(number: number) {
    const { blockMessages } = this.#limits
    const at = number - this.#firstBlockNumber
    return { block: this.#blocks[Math.floor(at / blockMessages)], at: at % blockMessages }
  }
}
