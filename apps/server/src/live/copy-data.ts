import { PiecewiseHider, readEvent, type SecretHider } from '@parley/engine'
import type { LogMessage } from './message-block.ts'
import type { MessageLog } from './message-log.ts'

/** Events of this size are read at once. */
const maxWholeBytes = 1024 * 1024
const lineFeed = 0x0a
const carriageReturn = 0x0d
const dataField = Buffer.from('data:')

type Write = (bytes: Uint8Array) => Promise<void>

/**
 * Writes the data of a message without secrets, a piece at a time if it is large. Binary data is written as it is.
 * Returns false if the message was dropped meanwhile.
 */
export async function copyData(
  log: MessageLog,
  message: LogMessage,
  hider: SecretHider,
  write: Write,
): Promise<boolean> {
  const isBinary = log.framing === 'payloads' && log.index.types.nameOf(message.typeNumber) === 'binary'
  if (hider.isEmpty || isBinary) return copyWhole(log, message, write)
  const decoder = new TextDecoder()
  const piecewise = new PiecewiseHider(hider)
  const isWhole = await copyWhole(log, message, bytes =>
    write(Buffer.from(piecewise.write(decoder.decode(bytes, { stream: true })))),
  )
  await write(Buffer.from(piecewise.write(decoder.decode()) + piecewise.end()))
  return isWhole
}

async function copyWhole(
  log: MessageLog,
  { offset, lengthBytes, dataAt }: LogMessage,
  write: Write,
): Promise<boolean> {
  if (log.framing === 'events' && lengthBytes <= maxWholeBytes) {
    const bytes = await log.read(offset, lengthBytes)
    if (bytes === null) return false
    await write(dataAt === null ? bytes : Buffer.from(readEvent(bytes).data))
    return true
  }
  const lines = log.framing === 'events' && dataAt !== null ? new DataLines() : null
  for (let at = 0; at < lengthBytes; ) {
    const bytes = await log.read(offset + at, Math.min(maxWholeBytes, lengthBytes - at))
    if (bytes === null || bytes.byteLength === 0) return false
    at += bytes.byteLength
    await write(lines === null ? bytes : lines.dataOf(bytes))
  }
  return true
}

/** Takes the data out of the lines of an event whose bytes arrive in pieces. */
class DataLines {
  /** The beginning of the line, until it is known whether the line is data. */
  #start: number[] = []
  #state: 'start' | 'data' | 'other' = 'start'
  #hasData = false
  #followsReturn = false

  dataOf(bytes: Uint8Array): Uint8Array {
    const data = Buffer.allocUnsafe(bytes.length + dataField.length + 2)
    let length = 0
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      const isPair = this.#followsReturn && byte === lineFeed
      this.#followsReturn = byte === carriageReturn
      if (isPair) continue
      if (byte === lineFeed || byte === carriageReturn) {
        // A line without a value adds an empty line of data.
        if (this.#state === 'start' && /^data:?$/.test(String.fromCharCode(...this.#start)))
          length = this.#begin(data, length)
        this.#state = 'start'
        this.#start = []
      } else if (this.#state === 'data') {
        data[length] = byte
        length += 1
      } else if (this.#state === 'start') {
        length = this.#addToStart(byte, data, length)
      }
    }
    return data.subarray(0, length)
  }

  #addToStart(byte: number, data: Uint8Array, length: number): number {
    this.#start.push(byte)
    const position = this.#start.length - 1
    if (position < dataField.length) {
      if (byte !== dataField[position]) this.#state = 'other'
      return length
    }
    let end = this.#begin(data, length)
    this.#state = 'data'
    if (byte !== 0x20) {
      data[end] = byte
      end += 1
    }
    return end
  }

  /** Lines of data are joined by LF. */
  #begin(data: Uint8Array, length: number): number {
    const hadData = this.#hasData
    this.#hasData = true
    if (!hadData) return length
    data[length] = lineFeed
    return length + 1
  }
}
