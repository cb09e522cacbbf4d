import type { FileBodyStore } from '@parley/appdata'
import type { Sends } from '../sends/sends.ts'

const pieceBytes = 256 * 1024

/**
 * Yields the bytes of a body from first to last, including those that arrive while its send continues. Throws
 * if the send ends before the body is complete, or releases it.
 */
export async function* followBody(
  handle: string,
  bodies: Pick<FileBodyStore, 'read'>,
  sends: Pick<Sends, 'received' | 'changed'>,
): AsyncGenerator<Uint8Array> {
  for (let offset = 0; ; ) {
    // Checked before reading: bytes that arrive after this check are read in the next round.
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
