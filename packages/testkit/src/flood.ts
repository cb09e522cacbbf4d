import type { Socket } from 'node:net'

/** Far more than systems keep for a connection that nobody reads. */
export const floodBytes = 64 * 1024 * 1024

/** Sends a frame again and again, reads nothing, and returns how much was taken when nothing more is or the client is gone. */
export async function flood(socket: Socket, frame: Buffer): Promise<number> {
  const piece = Buffer.concat(Array.from({ length: Math.ceil(65_536 / frame.byteLength) }, () => frame))
  const closed = new Promise<'closed'>(resolve => socket.once('close', () => resolve('closed')))
  socket.pause()
  let taken = 0
  while (taken < floodBytes && !socket.destroyed) {
    const left = new Promise<'left'>(resolve =>
      socket.write(piece, error => error == null && resolve('left')),
    )
    const outcome = await Promise.race([left, closed, stalled()])
    if (outcome !== 'left') break
    taken += piece.byteLength
  }
  return taken
}

/** Resolves after many turns of the event loop, in which a client that reads would have read. */
async function stalled(): Promise<'stalled'> {
  for (let turn = 0; turn < 20_000; turn += 1) await new Promise(setImmediate)
  return 'stalled'
}
