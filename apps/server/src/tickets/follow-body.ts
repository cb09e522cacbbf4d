import type { FileBodyStore } from '@parley/appdata'
import type { Sends } from '../sends/sends.ts'

const pieceBytes = 256 * 1024

/**
 * The bytes of a body from its first to its last, those too that are still to come while its send goes
 * on. Throws where the send ends before the body is whole, or gives it up.
 */
export async function* followBody(
  handle: string,
  bodies: Pick<FileBodyStore, 'read'>,
  sends: Pick<Sends, 'received' | 'changed'>,
): AsyncGenerator<Uint8Array> {
  for (let offset = 0; ; ) {
    // Asked before reading: what is written after the last word on it is read by the next round.
    const received = sends.received(handle)
    const piece = await bodies.read(handle, offset, pieceBytes)
    if (received === null || piece === null) throw new Error('The body was given up')
    offset += piece.byteLength
    if (piece.byteLength > 0) yield piece
    else if (received.isGrowing) await sends.changed(handle)
    else if (received.response.content.isComplete) return
    else throw new Error('The body is not whole')
  }
}
