import type { HeaderField } from '@parley/model'
import { utf8 } from '../../../../basics/hashing.ts'
import { fromBase64, toBase64 } from '../../../../basics/text/base64.ts'
import type { CallProtocol } from '../call-protocol.ts'
import { FrameError } from './frames.ts'

/** Returns a frame as it is written. */
export function writtenFrame(frame: Uint8Array, protocol: CallProtocol): Uint8Array {
  return protocol === 'text' ? utf8(toBase64(frame)) : frame
}

/** Reads content in Base64. Servers encode each message by itself, so that there can be padding within it. */
export class Base64Reader {
  readonly #decoder = new TextDecoder('latin1')
  #rest = ''

  get isAtBoundary(): boolean {
    return this.#rest === ''
  }

  /**
   * Returns what is complete with a piece of content.
   * @throws {@link FrameError}
   */
  push(bytes: Uint8Array): Uint8Array {
    const text = this.#rest + this.#decoder.decode(bytes)
    const end = text.length - (text.length % 4)
    this.#rest = text.slice(end)
    const runs = text.slice(0, end).match(/[^=]*=*/g) ?? []
    const pieces = runs.filter(run => run !== '').map(decodeRun)
    return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : joined(pieces)
  }
}

/** The text is read without white space and without the other alphabet, which servers do not write. */
function decodeRun(run: string): Uint8Array {
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(run) && run.length % 4 === 0 ? fromBase64(run) : null
  if (bytes === null) throw new FrameError('GRPC_FRAME', 'its content is no valid Base64')
  return bytes
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

/** More than servers have metadata. */
const mostTrailerBytes = 1_000_000

/**
 * Reads the trailers at the end of the content: lines as of HTTP/1.1.
 * @throws {@link FrameError}
 */
export function readWebTrailers(bytes: Uint8Array): readonly HeaderField[] {
  if (bytes.byteLength > mostTrailerBytes)
    throw new FrameError('GRPC_FRAME', 'its trailers are larger than 1 MB')
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/)
  return lines.filter(line => line !== '').map(fieldOfLine)
}

function fieldOfLine(line: string): HeaderField {
  const colon = line.indexOf(':')
  if (colon < 1) throw new FrameError('GRPC_FRAME', 'a line of its trailers has no name')
  return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }
}
