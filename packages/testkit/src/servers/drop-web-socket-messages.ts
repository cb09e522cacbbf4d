/// <reference path="./ws-server.d.ts" />
import { WebSocket } from 'ws'

/** Connects with the client of `ws` and drops what arrives, to compare with. Resolves when the server has closed. */
export function dropWebSocketMessages(url: string): Promise<void> {
  const socket = new WebSocket(url, [], { perMessageDeflate: false })
  socket.on('message', () => {})
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => resolve())
  })
}
