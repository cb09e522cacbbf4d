const { startWebSocketServer } = await import('../../packages/testkit/src/servers/start-web-socket-server.ts')

const message = 'x'.repeat(220)
const sentAtOnce = 1000

/**
 * Sends the number of messages that the path says, and closes the connection; of `/take/N` receives N messages and closes
 * it.
 */
const { url } = await startWebSocketServer({
  onConnection(socket, request) {
    if (request.url.startsWith('/take/')) return take(socket, Number(request.url.slice('/take/'.length)))
    let left = Number(request.url.slice(1))
    const send = () => {
      const count = Math.min(left, sentAtOnce)
      left -= count
      for (let at = 1; at < count; at += 1) socket.send(message)
      socket.send(message, () => (left > 0 ? send() : socket.close(1000)))
    }
    send()
  },
})
process.send(url)

function take(socket, count) {
  let left = count
  socket.on('message', () => {
    left -= 1
    if (left === 0) socket.close(1000)
  })
}
