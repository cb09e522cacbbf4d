import { PiecewiseHider, SecretHider } from '@parley/engine/hide-in-lines'
import { readEvent } from '@parley/engine/read-event'
import { decodePiece } from '../../bodies/decode-text.ts'
import type { LogMessage } from '../message-block.ts'
import type { MessageLog } from '../message-log.ts'
import { otherType } from '../type-table.ts'
import type { LogQuestion } from './log-job.ts'
import type { LogReader } from './log-reader.ts'

/** Larger messages are searched a piece at a time. */
const pieceBytes = 1024 * 1024
/** The most bytes that one character takes in UTF-8. */
const maxCharacterBytes = 4
const fieldNames = /^(?:data|event|id|retry): ?/gm

/** Decides in a thread whether messages answer a question. */
export class MessageMatcher {
  readonly #framing: MessageLog['framing']
  readonly #question: LogQuestion
  readonly #types: ReadonlySet<number> | null
  readonly #pattern: RegExp | null
  readonly #hider: SecretHider
  /** Whether the query could be found in the name of a secret. */
  readonly #isInNames: boolean
  readonly #reader: LogReader

  constructor(framing: MessageLog['framing'], question: LogQuestion, reader: LogReader) {
    this.#framing = framing
    this.#question = question
    this.#types = question.typeNumbers && new Set(question.typeNumbers)
    this.#pattern = question.query === '' ? null : textPattern(question.query, 'iu')
    this.#hider = new SecretHider(question.secrets)
    this.#isInNames = this.#hider.isInNames(question.query)
    this.#reader = reader
  }

  matches(message: LogMessage): boolean {
    return this.#hasSide(message) && this.#hasType(message) && this.#hasText(message)
  }

  /** Notes are of no side. */
  #hasSide(message: LogMessage): boolean {
    const { isSent } = this.#question
    return isSent === null || (isSent === message.isSent && !message.isNote)
  }

  #hasType(message: LogMessage): boolean {
    if (this.#types === null || this.#types.has(message.typeNumber)) return true
    const { otherTypes } = this.#question
    if (this.#framing === 'payloads' || message.typeNumber !== otherType || otherTypes.length === 0)
      return false
    const start = this.#reader.read(message.offset, Math.min(message.lengthBytes, pieceBytes))
    return otherTypes.includes(this.#hider.hide(readEvent(start).event))
  }

  #hasText(message: LogMessage): boolean {
    const pattern = this.#pattern
    if (pattern === null) return true
    if (message.lengthBytes > pieceBytes) return this.#hasTextInPieces(message, pattern)
    const bytes = this.#reader.read(message.offset, message.lengthBytes)
    if (this.#framing === 'payloads') return this.#isIn(new TextDecoder().decode(bytes), pattern)
    const { id, event, data } = readEvent(bytes)
    return this.#isIn(data, pattern) || this.#isIn(event, pattern) || (id !== null && this.#isIn(id, pattern))
  }

  /** Hides secrets only where that can make a difference, as it takes longer than the search. */
  #isIn(text: string, pattern: RegExp): boolean {
    if (this.#hider.isEmpty) return pattern.test(text)
    return (this.#isInNames || pattern.test(text)) && pattern.test(this.#hider.hide(text))
  }

  #hasTextInPieces({ offset, lengthBytes }: LogMessage, pattern: RegExp): boolean {
    // A match that is cut by the end of a piece is whole in the next one.
    const overlapBytes = this.#question.query.length * maxCharacterBytes
    if (!this.#hider.isEmpty) return this.#hasHiddenTextInPieces({ offset, lengthBytes }, pattern)
    for (let at = 0; at < lengthBytes; at += pieceBytes) {
      const bytes = this.#reader.read(offset + at, Math.min(pieceBytes + overlapBytes, lengthBytes - at))
      const text = decodePiece(bytes, 'utf-8', true).text
      if (pattern.test(this.#framing === 'events' ? text.replace(fieldNames, '') : text)) return true
    }
    return false
  }

  #hasHiddenTextInPieces(
    { offset, lengthBytes }: Pick<LogMessage, 'offset' | 'lengthBytes'>,
    pattern: RegExp,
  ): boolean {
    const decoder = new TextDecoder()
    const piecewise = new PiecewiseHider(this.#hider)
    let text = ''
    for (let at = 0; at < lengthBytes; at += pieceBytes) {
      const bytes = this.#reader.read(offset + at, Math.min(pieceBytes, lengthBytes - at))
      const piece = decoder.decode(bytes, { stream: true })
      text += piecewise.write(this.#framing === 'events' ? piece.replace(fieldNames, '') : piece)
      if (pattern.test(text)) return true
      text = text.slice(Math.max(0, text.length - this.#question.query.length))
    }
    return pattern.test(text + piecewise.end())
  }
}

/** Returns a pattern that finds a text, ignoring case. */
function textPattern(text: string, flags: 'giu' | 'iu'): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags)
}
