// The server of the wire's bench, a process of its own: its work is not counted. Prints its port.
import { createServer } from 'node:http'

const small = JSON.stringify({ id: 1, title: 'A book', tags: ['a', 'b'], text: 'x'.repeat(900) })
const piece = Buffer.alloc(256 * 1024, 'abcdefgh')

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (pathname === '/bytes') return void sendBytes(response, Number(searchParams.get('count')))
  let receivedBytes = 0
  request.on('data', bytes => {
    receivedBytes += bytes.byteLength
  })
  request.on('end', () => {
    const body = pathname === '/upload' ? JSON.stringify({ receivedBytes }) : small
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))

async function sendBytes(response, count) {
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': count })
  for (let left = count; left > 0; left -= piece.byteLength) {
    const isRoom = response.write(left < piece.byteLength ? piece.subarray(0, left) : piece)
    if (!isRoom) await new Promise(resolve => response.once('drain', resolve))
  }
  response.end()
}
