/** Where a message of a live session is, and what lists show of it. */
export interface LogMessage {
  /** The byte offset in the log. */
  readonly offset: number
  readonly lengthBytes: number
  /** How long it was on the wire; null if it is logged as it was sent. */
  readonly wireBytes: number | null
  /** Milliseconds since the epoch; null if it is not known. */
  readonly time: number | null
  readonly isSent: boolean
  /** The number of its type in the `TypeTable` of its log. */
  readonly typeNumber: number
  /** Where the data of an event begins, from its first byte; null if it has no data. */
  readonly dataAt: number | null
  /** Where the ID of an event begins, from its first byte; null if it has no ID. */
  readonly idAt: number | null
  /** False for a message that was cut off. */
  readonly isComplete: boolean
  /** Whether it is no message of a side, but about the connection: that it was opened, a ping, or a close frame. */
  readonly isNote: boolean
}

/** How many bytes a message takes in an index. */
export const bytesPerMessage = 32

const sentFlag = 1
const incompleteFlag = 2
const dataFlag = 4
const idFlag = 8
const noteFlag = 16
const wireFlag = 32
const maxUint32 = 0xffff_ffff

/** A block of an index: columns of numbers in memory that threads share, so that none of it is copied. */
export class MessageBlock {
  readonly buffer: SharedArrayBuffer
  readonly #offsets: Float64Array
  readonly #times: Float64Array
  readonly #lengths: Uint32Array
  readonly #dataAts: Uint32Array
  /** Only events have IDs, and only messages that are no events have another size on the wire. */
  readonly #idAtsOrWireBytes: Uint32Array
  readonly #typeNumbers: Uint16Array
  readonly #flags: Uint16Array

  constructor(buffer: SharedArrayBuffer) {
    const count = buffer.byteLength / bytesPerMessage
    this.buffer = buffer
    this.#offsets = new Float64Array(buffer, 0, count)
    this.#times = new Float64Array(buffer, 8 * count, count)
    this.#lengths = new Uint32Array(buffer, 16 * count, count)
    this.#dataAts = new Uint32Array(buffer, 20 * count, count)
    this.#idAtsOrWireBytes = new Uint32Array(buffer, 24 * count, count)
    this.#typeNumbers = new Uint16Array(buffer, 28 * count, count)
    this.#flags = new Uint16Array(buffer, 30 * count, count)
  }

  write(at: number, message: LogMessage): void {
    const { dataAt, idAt, wireBytes } = message
    this.#offsets[at] = message.offset
    this.#times[at] = message.time ?? Number.NaN
    this.#lengths[at] = Math.min(message.lengthBytes, maxUint32)
    this.#dataAts[at] = dataAt ?? 0
    this.#idAtsOrWireBytes[at] = idAt ?? Math.min(wireBytes ?? 0, maxUint32)
    this.#typeNumbers[at] = message.typeNumber
    this.#flags[at] =
      (message.isSent ? sentFlag : 0) |
      (message.isComplete ? 0 : incompleteFlag) |
      (dataAt === null ? 0 : dataFlag) |
      (idAt === null ? 0 : idFlag) |
      (message.isNote ? noteFlag : 0) |
      (wireBytes === null || idAt !== null ? 0 : wireFlag)
  }

  read(at: number): LogMessage {
    const flags = this.#flags[at] ?? 0
    const time = this.#times[at] ?? Number.NaN
    return {
      offset: this.#offsets[at] ?? 0,
      lengthBytes: this.#lengths[at] ?? 0,
      time: Number.isNaN(time) ? null : time,
      isSent: (flags & sentFlag) !== 0,
      typeNumber: this.typeNumber(at),
      dataAt: (flags & dataFlag) === 0 ? null : (this.#dataAts[at] ?? 0),
      idAt: (flags & idFlag) === 0 ? null : (this.#idAtsOrWireBytes[at] ?? 0),
      wireBytes: (flags & wireFlag) === 0 ? null : (this.#idAtsOrWireBytes[at] ?? 0),
      isComplete: (flags & incompleteFlag) === 0,
      isNote: (flags & noteFlag) !== 0,
    }
  }

  typeNumber(at: number): number {
    return this.#typeNumbers[at] ?? 0
  }
}
